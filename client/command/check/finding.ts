import type { FieldError } from '../../../src/api/errors/api-error.js';
import { isJsonObject } from '../../../src/platform/json/json.rules.js';
import type { Path } from '../definition/definition.types.js';

/** A mistake in the content of a definition. The message follows the name of the member, as in the errors of the API. */
export interface Finding {
  path: Path;
  message: string;
}

/** The findings for errors of the service's own rules, whose paths are below `around`. */
export const findingsOf = (errors: readonly FieldError[], around: Path = []): Finding[] =>
  errors.map(({ path, message }) => ({ path: [...around, ...path.split('.')], message }));

/** True for the place itself and what is in it. */
export const isWithin = (path: Path, place: Path): boolean => place.every((name, index) => String(path[index]) === String(name));

/** The words for a place: `fields email label`. An entry of a list goes by its name or id, else by its number. */
export function subjectOf(path: Path, value: unknown): string {
  let around = value;
  const words = path.map((step) => {
    const isList = Array.isArray(around);
    const isThere = typeof around === 'object' && around !== null && Object.hasOwn(around, step);
    around = isThere ? (around as Record<string, unknown>)[step] : undefined;
    return isList ? wordOf(around, step) : String(step);
  });
  return words.join(' ');
}

function wordOf(entry: unknown, index: string | number): string {
  const { name, id } = isJsonObject(entry) ? entry : {};
  const word = typeof id === 'string' ? id : name;
  return typeof word === 'string' && word !== '' ? word : `#${Number(index) + 1}`;
}

/** The first finding for each place: others have the same cause. */
export function distinct(findings: readonly Finding[]): Finding[] {
  const places = new Set<string>();
  return findings.filter(({ path }) => places.size < places.add(keyOf(path)).size);
}

/** A text that is the same for equal paths. */
export const keyOf = (path: Path): string => path.join('\0');
