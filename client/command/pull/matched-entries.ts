import { isJsonObject } from '../../../src/platform/json/json.rules.js';
import { isSame } from '../objects.js';

/** An entry of a list of a file. */
export interface ListEntry {
  /** Its normal value, with variables filled in. */
  value: unknown;
  /** True for a text with variables. */
  isVariable: boolean;
}

/**
 * Finds the entry of a file for each entry of the list of a service, or null. Equal entries belong together, then those with the same key. In
 * lists without keys, a variable stands for the next text that is new, and entries of the same kind at the same place belong together.
 */
export function matchedEntries(entries: readonly ListEntry[], served: readonly unknown[], key: string | null): (number | null)[] {
  const free = new Set(entries.keys());
  const matches = served.map((): number | null => null);
  const matchBy = (isMatch: (entry: ListEntry, value: unknown, index: number, place: number) => boolean) => {
    for (const [place, value] of served.entries()) {
      if (matches[place] !== null) continue;
      const found = [...free].find((index) => isMatch(entries[index]!, value, index, place));
      if (found === undefined) continue;
      matches[place] = found;
      free.delete(found);
    }
  };
  matchBy((entry, value) => isSame(entry.value, value));
  if (key !== null) matchBy((entry, value) => isJsonObject(entry.value) && isJsonObject(value) && entry.value[key] === value[key]);
  else {
    matchBy((entry, value) => entry.isVariable && typeof value === 'string');
    matchBy((entry, value, index, place) => index === place && isSameKind(entry.value, value));
  }
  return matches;
}

const isSameKind = (one: unknown, other: unknown): boolean =>
  (isJsonObject(one) && isJsonObject(other)) || (Array.isArray(one) && Array.isArray(other));
