import { makeStorable } from '../../../src/api/body/json-text.rules.js';
import { isJsonObject } from '../../../src/platform/json/json.rules.js';
import type { DefinitionFile } from '../definition/definition-file.js';
import type { FormDefinition, Path } from '../definition/definition.types.js';
import { resolveVariables, type VariableUse } from '../definition/variables.js';
import type { Mistake } from '../faults.js';
import { plain } from '../plain.js';
import { distinct, type Finding, findingsOf, isWithin, keyOf, subjectOf } from './finding.js';
import { formFindings } from './form-findings.js';
import { schemaFindings } from './schema-findings.js';
import { secretMistakes, withoutSecrets } from './secrets.js';
import { referenceFindings, settingsFindings } from './settings-findings.js';
import { namesByPlace, variableFindings } from './variable-findings.js';
import { publishFindings, structureFindings, type Workflow } from './workflow-findings.js';

export interface CheckedDefinition {
  /** With the values of variables; null where there are mistakes. */
  definition: FormDefinition | null;
  uses: VariableUse[];
  mistakes: Mistake[];
}

const MAX_MISTAKES = 100;
/** To find the places of more would take long. */
const MAX_PLACED = 1000;

/**
 * Finds the mistakes of a definition that can be found without a service: syntax, schema and references, by their places. Without an
 * environment, variables are left as they are, and count as fitting. A service may hold what it would refuse today, such as a setting whose
 * field was deleted later: what its form has just so, as `present`, is no mistake of the file.
 */
export function checkDefinition(
  file: DefinitionFile,
  env: Readonly<Record<string, string | undefined>> | null,
  present?: object,
): CheckedDefinition {
  const resolved = resolveVariables(file.value, env ?? {});
  const value = env === null ? file.value : resolved.value;
  const variables = variableFindings(env === null ? { ...resolved, unset: [] } : resolved);
  const old = new Set(present ? contentFindings(present, []).map(textOf) : []);
  const found = file.mistakes.length > 0 ? [] : contentFindings(value, variables).filter((finding) => !old.has(textOf(finding)));
  const findings = distinct([...variables, ...found]);
  const names = namesByPlace(resolved.uses);
  const due = findings.filter(({ path }) => env !== null || !names.has(keyOf(path)));
  const placed = due.slice(0, MAX_PLACED).map((finding) => mistakeOf(finding, file, variables.includes(finding) ? undefined : names));
  const told = [...secretMistakes(file), ...file.mistakes, ...placed].sort(byPlace);
  const mistakes = firstOf(told, due.length - placed.length);
  return { definition: mistakes.length > 0 ? null : (value as FormDefinition), uses: resolved.uses, mistakes: mistakes.map(masked) };
}

const textOf = ({ path, message }: Finding): string => `${keyOf(path)}\0${message}`;

/** Judges what depends on several members only where each of them is sound. */
function contentFindings(value: unknown, variables: readonly Finding[]): Finding[] {
  if (!isJsonObject(value)) return [{ path: [], message: 'The file must have the members of a form, such as its name' }];
  const { settings, workflow, publish } = value;
  const findings = [
    ...findingsOf(makeStorable(value)),
    ...formFindings(value),
    ...(isJsonObject(settings) ? settingsFindings(settings) : []),
    ...schemaFindings(value),
    ...structureFindings(workflow),
  ];
  const known = [...variables, ...findings];
  const isSound = isJsonObject(workflow) && !findings.some(({ path }) => isWithin(path, ['workflow']) && !isInConfig(path));
  return [
    ...findings,
    ...referenceFindings(value, known),
    ...(isSound && publish === true ? publishFindings(workflow as unknown as Workflow) : []),
  ];
}

/** The rules for publishing judge any config that is an object. */
const isInConfig = (path: Path): boolean => path[3] === 'config' && path.length > 4;

/** The value of a variable is never told, only its name. */
function mistakeOf({ path, message }: Finding, file: DefinitionFile, names?: ReadonlyMap<string, string>): Mistake {
  const sentence = plain(`${subjectOf(path, file.value)} ${message}${names?.get(keyOf(path)) ?? ''}`).trim();
  return { message: /[.?]$/.test(sentence) ? sentence : `${sentence}.`, place: file.placeOf(path) };
}

const byPlace = ({ place: one }: Mistake, { place: other }: Mistake): number => one!.line - other!.line || one!.column - other!.column;

function firstOf(mistakes: Mistake[], left: number): Mistake[] {
  const [next] = mistakes.slice(MAX_MISTAKES);
  const more = mistakes.length - MAX_MISTAKES + left;
  return next ? [...mistakes.slice(0, MAX_MISTAKES), { message: `There are ${more} more mistakes.`, place: next.place }] : mistakes;
}

const masked = ({ message, place }: Mistake): Mistake => ({ message: withoutSecrets(message), place });
