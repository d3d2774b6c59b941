import { isJsonObject } from '../../../src/platform/json/json.rules.js';
import type { Path } from '../definition/definition.types.js';
import { isSame } from '../objects.js';
import type { Change } from './plan.types.js';

/** A member in which two values differ; undefined on the side that lacks it. */
export interface Difference {
  path: Path;
  before: unknown;
  after: unknown;
}

/** Compares objects member by member, lists of texts entry by entry, and all else as a whole. */
export function differencesOf(before: unknown, after: unknown, path: Path = []): Difference[] {
  if (isSame(before, after)) return [];
  if (isJsonObject(before) && isJsonObject(after))
    return namesOf(before, after).flatMap((name) => differencesOf(memberOf(before, name), memberOf(after, name), [...path, name]));
  const isInOtherOrder = isTexts(before) && isTexts(after) && isSame(before.toSorted(), after.toSorted());
  if (!isTexts(before) || !isTexts(after) || isInOtherOrder) return [{ path, before, after }];
  return [
    ...before.filter((text) => !after.includes(text)).map((text) => ({ path, before: text, after: undefined })),
    ...after.filter((text) => !before.includes(text)).map((text) => ({ path, before: undefined, after: text })),
  ];
}

/** The change as people are told, with the words before its place. */
export const changeOf = ({ path, before, after }: Difference, ...area: string[]): Change => ({
  sign: before === undefined ? '+' : after === undefined ? '-' : '~',
  subject: [...area, ...path].join(' '),
  ...(before !== undefined && { before }),
  ...(after !== undefined && { after }),
});

/** The names of the members of both, each once. */
export const namesOf = (one: object, other: object): string[] => [...new Set([...Object.keys(one), ...Object.keys(other)])];

/** A member of its own, since names of files may be those of the members that all objects have. */
export const memberOf = (value: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(value, name) ? value[name] : undefined;

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((entry) => typeof entry === 'string');
