import { isJsonObject } from '../../src/platform/json/json.rules.js';

/** True for equal JSON values, whatever the order of their members. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((entry, index) => isSame(entry, other[index]));
  if (!isJsonObject(one) || !isJsonObject(other)) return Object.is(one, other) || (one === 0 && other === 0);
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]));
}
