import { LiquidError, type Template } from 'liquidjs';
import type { NodeContext, ConfigError } from '../model/publish-error.types';
import { FILE_MEMBERS, STATE_MEMBERS } from '../model/run-state.types';
import { parseTemplate, SAFE_FILTERS, SAFE_TAGS } from './liquid-engine';
import { MAX_LEVELS, TOO_DEEP } from './template-levels';
import { type Path, type Variable, variablesOf } from './template-variables.rules';

export type PathError = Omit<ConfigError, 'path'>;

export const isTemplate = (text: string): boolean => text.includes('{{') || text.includes('{%');

/** Validates a template: its syntax, filters and tags, and every path that it refers to. */
export const templateErrors = (text: string, path: string, context: NodeContext): ConfigError[] =>
  errorsOf(text, path, (used) => nonSecretError(used, context));

/** Validates the text of a mail, which may also repeat the submission. */
export const mailTextErrors = (text: string, path: string, context: NodeContext): ConfigError[] =>
  errorsOf(text, path, (used) => (isCopy(used) ? null : nonSecretError(used, context)));

/** True for a text that repeats the submission, and that can be rendered. */
export function repeatsSubmission(text: string): boolean {
  try {
    return text.includes('copy') && variablesIn(parseTemplate(text, 'text')).some(({ path }) => isCopy(path));
  } catch {
    return false;
  }
}

const isCopy = (path: Path): boolean => path.length === 2 && path[0] === 'submission' && path[1] === 'copy';

/** The name of the field that is all of a template, as in `{{ fields.email }}`; null for any other template. */
export function onlyFieldIn(text: string): string | null {
  const [, name, quoted] = ONLY_FIELD.exec(text) ?? [];
  return name ?? quoted ?? null;
}

const ONLY_FIELD = /^\s*\{\{-?\s*fields(?:\.([\w-]+)|\[["']([\w-]+)["']\])\s*-?\}\}\s*$/;

/** Validates a header template of a webhook, which may also refer to secrets. */
export const headerErrors = (text: string, path: string, context: NodeContext): ConfigError[] =>
  errorsOf(text, path, (used) => (used[0] === 'secrets' ? secretError(used, context) : nonSecretError(used, context)));

/** Validates the address template of a chat, which may refer to secrets only, so that submitted values cannot choose the receiver. */
export const addressErrors = (text: string, path: string, context: NodeContext): ConfigError[] =>
  errorsOf(text, path, (used) => (used[0] === 'secrets' ? secretError(used, context) : NOT_A_SECRET));

export function pathError(path: Path, context: NodeContext): PathError | null {
  const [root, member] = path;
  if (root === 'secrets') return { code: 'invalid_config', message: MISPLACED_SECRET };
  if (root === 'fields') return fieldError(path, context);
  if (root === 'other' || root === 'other_values_dropped') return null; // any name may be sent
  if (root === 'nodes') return nodeError(path, context);
  const members = Object.entries(STATE_MEMBERS).find(([name]) => name === root)?.[1];
  if (members && typeof member === 'string' && members.includes(member)) return null;
  return unknownPath(members ? `${root as string} has ${members.join(', ')}` : KNOWN_ROOTS);
}

const KNOWN_ROOTS = 'a field is as fields.name, and others begin with other, submission, form, run or nodes';

const unknownPath = (known: string): PathError => ({ code: 'unknown_path', message: `names a value that does not exist: ${known}` });

export const otherNamesIn = (part: unknown): Set<string> => namesIn(part, 'other');

export const fieldNamesIn = (part: unknown): Set<string> => namesIn(part, 'fields');

/** The names of the secrets that a config refers to. A run decrypts no other secrets. */
export const secretNamesIn = (config: unknown): Set<string> => namesIn(config, 'secrets');

function namesIn(part: unknown, root: NamedRoot): Set<string> {
  if (typeof part === 'string') return new Set(part.includes(root) ? namesInTemplate(part, root) : []);
  if (typeof part !== 'object' || part === null) return new Set();
  return new Set(Object.values(part).flatMap((member) => [...namesIn(member, root)]));
}

/** True for a template that only inserts secrets: a comparison or a change could reveal a part of a secret. */
export function writesSecretsPlainly(text: string): boolean {
  try {
    return namesUnder('secrets', parseTemplate(text.replace(PLAIN_SECRET, ''), 'text')).length === 0;
  } catch {
    return false;
  }
}

const PLAIN_SECRET = /\{\{-?\s*secrets\.\w+\s*-?\}\}/g;

function errorsOf(text: string, path: string, errorOf: (used: Path) => PathError | null): ConfigError[] {
  try {
    const placeOf = placesIn(text);
    return variablesIn(parseTemplate(text, 'text')).flatMap(({ path: used, begin }) => {
      const error = errorOf(used);
      return error ? [{ ...error, path, message: `${error.message}${placeOf(begin)}` }] : [];
    });
  } catch (error) {
    return [{ code: 'invalid_config', path, message: syntaxMessage(error) }];
  }
}

/** `all_fields` and `files` exist in templates only, not in conditions. */
function nonSecretError(used: Path, context: NodeContext): PathError | null {
  if (used[0] === 'all_fields' && used.length === 1) return null;
  return used[0] === 'files' ? fileError(used) : pathError(used, context);
}

/** Allows the list, its size, a file, and a member of a file. */
function fileError([, at, member, ...rest]: Path): PathError | null {
  const isInList = at === undefined || at === null || typeof at === 'number' || LIST_MEMBERS.includes(at);
  const isInFile = member === undefined || (typeof member === 'string' && at !== 'size' && FILE_MEMBERS.includes(member));
  if (isInList && isInFile && rest.length === 0) return null;
  return unknownPath(`a file has ${FILE_MEMBERS.join(', ')}`);
}

const LIST_MEMBERS = ['size', 'first', 'last'];

export const UNKNOWN_FIELD = 'names a field that the form does not have, and that no earlier step sets';

const NOT_A_SECRET: PathError = { code: 'invalid_config', message: 'must use secrets only, as in {{ secrets.NAME }}' };

const MISPLACED_SECRET = 'must not use secrets, which may stand in the headers of a webhook and in the address of a chat';

type NamedRoot = 'secrets' | 'other' | 'fields';

function namesInTemplate(template: string, root: NamedRoot): string[] {
  try {
    const parsed = parseTemplate(template, 'text');
    const names = knownNames[root].get(parsed) ?? namesUnder(root, parsed);
    knownNames[root].set(parsed, names);
    return names;
  } catch {
    return []; // not a valid template, so it is never rendered
  }
}

/** The names are cached, since the analysis of a template takes longer than its rendering. */
const knownNames = {
  secrets: new WeakMap<Template[], string[]>(),
  other: new WeakMap<Template[], string[]>(),
  fields: new WeakMap<Template[], string[]>(),
};

const namesUnder = (root: NamedRoot, parsed: Template[]): string[] =>
  variablesIn(parsed).flatMap(({ path: [first, name] }) => (first === root && typeof name === 'string' ? [name] : []));

function secretError(path: Path, context: NodeContext): PathError | null {
  const [, name, ...rest] = path;
  if (typeof name === 'string' && rest.length === 0 && context.secretNames.has(name)) return null;
  return { code: 'unknown_secret', message: 'names a secret that the account does not have: the operator sets it on the command line' };
}

function fieldError([, name]: Path, context: NodeContext): PathError | null {
  if (name === undefined || (typeof name === 'string' && context.fieldNames.has(name))) return null;
  return { code: 'unknown_field', message: UNKNOWN_FIELD };
}

function nodeError([, id, member]: Path, context: NodeContext): PathError | null {
  if (typeof id === 'string' && context.upstreamIds.has(id) && member === 'output') return null;
  return { code: 'unknown_path', message: 'must use the outputs of earlier steps only, as in nodes.<id>.output' };
}

/** Local variables must not have the name of a root, so that a path such as `secrets.TOKEN` always refers to a secret. */
function variablesIn(templates: Template[]): Variable[] {
  const { globals, locals } = variablesOf(templates);
  if (ROOTS.some((root) => locals.has(root))) throw new Error('reserved variable name');
  return globals;
}

const ROOTS = ['fields', 'submission', 'form', 'run', 'nodes', 'files', 'secrets', 'all_fields'];

/** The messages of LiquidJS quote the template, so they are not passed on. */
function syntaxMessage(error: unknown): string {
  if (!(error instanceof Error)) return INVALID;
  const [, message] = SYNTAX_ERRORS.find(([pattern]) => pattern.test(error.message)) ?? [];
  return `${message ?? INVALID}${positionOf(error)}`;
}

const INVALID = 'has a mistake between its braces: a placeholder is as {{ fields.name }}';

const SYNTAX_ERRORS: readonly [RegExp, string][] = [
  [/^undefined filter/, `uses a filter that does not exist: there are ${SAFE_FILTERS.join(', ')}`],
  [/^tag "\w*" not found/, `uses a tag that does not exist: there are ${SAFE_TAGS.join(', ')}`],
  [/^(?:tag|output) .* not closed/s, 'is not closed: each {{ needs its }}, each {% its %}, and each tag its end such as endif'],
  [/^range/, 'must not use ranges such as (1..5)'],
  [/^reserved/, 'must not give a variable a name that is taken, such as fields'],
  [RegExp(`^${TOO_DEEP}`), `is ${TOO_DEEP}: put at most ${MAX_LEVELS} tags or brackets in each other, with elsif, "and" or assign`],
  [/^case compares/, 'must compare a case with fixed texts and numbers only'],
];

function positionOf(error: Error): string {
  return LiquidError.is(error) ? position(...(error.token.getPosition() as [number, number])) : '';
}

/** Returns a function that gives the place of an offset. LiquidJS would count lines from the beginning of the text for each offset. */
function placesIn(text: string): (begin: number) => string {
  const starts = [0];
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return (begin) => {
    let [row, end] = [0, starts.length];
    while (end - row > 1) {
      const middle = Math.floor((row + end) / 2);
      if (starts[middle]! <= begin) row = middle;
      else end = middle;
    }
    return position(row + 1, begin - starts[row]! + 1);
  };
}

const position = (row: number, column: number): string => ` (line ${row}, column ${column})`;
