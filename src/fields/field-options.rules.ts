import type { FieldError } from '../api/errors/field-error.types';

const MAX_OPTIONS = 200;
const MAX_OPTION_LENGTH = 255;
const MAX_OPTIONS_BYTES = 8 * 1024;
const MAX_OPTIONS_DEPTH = 5;

/**
 * Faults of the `options` of a field, below `path`. Allowed are null, a list of distinct texts, and a small object, which is stored without
 * being interpreted.
 */
export function optionFaults(value: unknown, path: string): FieldError[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return listFaults(value, path);
  if (typeof value === 'object') return objectFaults(value, path);
  return [{ path, message: 'must be a list of texts, an object or null' }];
}

function listFaults(list: readonly unknown[], path: string): FieldError[] {
  if (list.length > MAX_OPTIONS) return [{ path, message: `must have at most ${MAX_OPTIONS} entries` }];
  const seen = new Set<unknown>();
  return list.flatMap((entry, index) => {
    const message = seen.has(entry) ? 'must not be there twice' : entryFault(entry);
    seen.add(entry);
    return message === null ? [] : [{ path: `${path}.${index}`, message }];
  });
}

function entryFault(entry: unknown): string | null {
  if (typeof entry !== 'string') return 'must be a text';
  if (entry === '') return 'must not be empty';
  return [...entry].length > MAX_OPTION_LENGTH ? `must have at most ${MAX_OPTION_LENGTH} characters` : null;
}

function objectFaults(object: object, path: string): FieldError[] {
  if (isDeeperThan(object, MAX_OPTIONS_DEPTH)) {
    return [{ path, message: `must be nested at most ${MAX_OPTIONS_DEPTH} levels deep` }];
  }
  if (Buffer.byteLength(JSON.stringify(object)) > MAX_OPTIONS_BYTES) {
    return [{ path, message: `must take at most ${MAX_OPTIONS_BYTES / 1024} KiB` }];
  }
  return [];
}

/** Counts nested objects and lists, the outermost one included, and stops at the limit. */
function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(member, levels - 1));
}
