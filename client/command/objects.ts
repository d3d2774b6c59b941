import { isJsonObject } from '../../src/platform/json/json.rules.js';
import type { Path } from './definition/definition.types.js';

/** True for equal JSON values, whatever the order of their members. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((entry, index) => isSame(entry, other[index]));
  if (!isJsonObject(one) || !isJsonObject(other)) return Object.is(one, other) || (one === 0 && other === 0);
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]));
}

/** The member of a JSON value at a path; undefined where there is none. */
export const memberAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? (at as Record<string, unknown>)[name] : undefined),
    value,
  );

/** A JSON value with another text in the place of each of its texts. */
export function mapTexts(value: unknown, map: (text: string, path: Path) => string, path: Path = []): unknown {
  if (typeof value === 'string') return map(value, path);
  if (Array.isArray(value)) return value.map((entry, index) => mapTexts(entry, map, [...path, index]));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapTexts(member, map, [...path, name])]));
}
