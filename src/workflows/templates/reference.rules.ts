import { LiquidError, type Template, type Variable } from 'liquidjs';
import type { NodeContext, ConfigError } from '../definition/publish-error.types';
import { STATE_MEMBERS } from '../nodes/run-state.types';
import { engineFor, parsed } from './liquid-engine';

/** The steps of a path such as `nodes.crm.output.status`; null stands for a step that only a run can tell, as in `fields[x]`. */
export type Path = (string | number | null)[];

/** What is wrong with a path; where it stands is for the caller to say. */
export type PathError = Omit<ConfigError, 'path'>;

/** Whether a text has anything to render, so that a fixed text can be checked for what it is. */
export const isTemplate = (text: string): boolean => text.includes('{{') || text.includes('{%');

/** What is wrong with a template before it is ever rendered: its syntax, filters and tags, and every path that it names. */
export const templateErrors = (text: string, path: string, context: NodeContext): ConfigError[] =>
  faultsOf(text, path, (used) => namedFault(used, context));

/** The same where secrets may stand beside other values: in the headers of a webhook. */
export const headerErrors = (text: string, path: string, context: NodeContext): ConfigError[] =>
  faultsOf(text, path, (used) => (used[0] === 'secrets' ? secretFault(used, context) : namedFault(used, context)));

/** The same where nothing but secrets may stand, so that no visitor can choose the receiver: in the address of a chat. */
export const addressErrors = (text: string, path: string, context: NodeContext): ConfigError[] =>
  faultsOf(text, path, (used) => (used[0] === 'secrets' ? secretFault(used, context) : NOT_A_SECRET));

/** What is wrong with a path that a template or a condition names, or null. */
export function pathError(path: Path, context: NodeContext): PathError | null {
  const [root, member] = path;
  if (root === 'secrets') return { code: 'invalid_config', message: SECRETS_MISPLACED };
  if (root === 'fields') return fieldFault(path, context);
  if (root === 'nodes') return nodeFault(path, context);
  const members = Object.entries(STATE_MEMBERS).find(([name]) => name === root)?.[1];
  if (members && typeof member === 'string' && members.includes(member)) return null;
  return {
    code: 'unknown_path',
    message: 'A path begins with fields, submission, form, run or nodes and names a member that exists.',
  };
}

/** The names of all secrets that the texts of a config refer to, so that a run opens no other. */
export function secretNamesIn(config: unknown): Set<string> {
  if (typeof config === 'string') return new Set(config.includes('secrets') ? secretNamesOf(config) : []);
  if (typeof config !== 'object' || config === null) return new Set();
  return new Set(Object.values(config).flatMap((member) => [...secretNamesIn(member)]));
}

function faultsOf(text: string, path: string, faultOf: (used: Path) => PathError | null): ConfigError[] {
  try {
    const faults = pathsIn(parsed(text, 'text')).map(faultOf);
    return faults.flatMap((fault) => (fault ? [{ ...fault, path }] : []));
  } catch (error) {
    return [{ code: 'invalid_config', path, message: syntaxMessage(error) }];
  }
}

/** Templates know one name that conditions do not: the list of all fields. */
const namedFault = (used: Path, context: NodeContext): PathError | null =>
  used[0] === 'all_fields' && used.length === 1 ? null : pathError(used, context);

const NOT_A_SECRET: PathError = { code: 'invalid_config', message: 'An address can be made of secrets only.' };

const SECRETS_MISPLACED = 'Secrets may be used only in the headers of a webhook and in the address of a chat node.';

function secretNamesOf(template: string): string[] {
  try {
    const used = pathsIn(parsed(template, 'text')).filter(([root]) => root === 'secrets');
    return used.flatMap(([, name]) => (typeof name === 'string' ? [name] : []));
  } catch {
    return []; // not a template: nothing is rendered from it
  }
}

function secretFault(path: Path, context: NodeContext): PathError | null {
  const [, name, ...rest] = path;
  if (typeof name === 'string' && rest.length === 0 && context.secretNames.has(name)) return null;
  return {
    code: 'unknown_secret',
    message: 'No secret of this name is set. The operator sets secrets with the command line.',
  };
}

function fieldFault([, name]: Path, context: NodeContext): PathError | null {
  if (name === undefined || (typeof name === 'string' && context.fieldNames.has(name))) return null;
  return { code: 'unknown_field', message: 'The form has no field of this name, and no node before this one sets it.' };
}

function nodeFault([, id, member]: Path, context: NodeContext): PathError | null {
  if (typeof id === 'string' && context.upstreamIds.has(id) && member === 'output') return null;
  return { code: 'unknown_path', message: 'Write nodes.<id>.output with the ID of a node that runs before this one.' };
}

/**
 * Every path of a template that does not begin with a variable of its own. A variable of its own may not take the name of a root,
 * so that what looks like a secret or a field always is one.
 */
function pathsIn(templates: Template[]): Path[] {
  const { variables, globals, locals } = engineFor('text').analyzeSync(templates, { partials: false });
  for (const root of ROOTS) {
    if (locals[root] || variables[root]?.length !== globals[root]?.length) throw new Error('reserved variable name');
  }
  return Object.values(globals).flatMap((found) => found.map(pathOf));
}

const ROOTS = ['fields', 'submission', 'form', 'run', 'nodes', 'secrets', 'all_fields'];

const pathOf = ({ segments }: Variable): Path => segments.map((step) => (typeof step === 'object' ? null : step));

/** LiquidJS quotes the template in its messages, so its texts are not passed on. */
function syntaxMessage(error: unknown): string {
  const [text, place] = error instanceof Error ? [error.message, placeOf(error)] : ['', ''];
  if (text.startsWith('undefined filter')) return `The template uses an unknown filter${place}.`;
  if (text.startsWith('tag "')) return `The template uses an unknown tag${place}.`;
  if (text.startsWith('range')) return 'Ranges such as (1..5) are not supported. Go through a list instead.';
  if (text.startsWith('reserved'))
    return 'A variable of the template may not be called like a part of the run, such as fields.';
  if (text.startsWith('case compares')) return `A case is compared with fixed texts and numbers only${place}.`;
  return `This is not a valid Liquid template${place}.`;
}

function placeOf(error: Error): string {
  if (!LiquidError.is(error)) return '';
  const [row, column] = error.token.getPosition();
  return ` at line ${row}, column ${column}`;
}
