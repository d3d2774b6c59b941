import type { FieldError } from '../../api/errors/api-error';

const MAX_OPTIONS = 200;
const MAX_OPTION_LENGTH = 255;
const MAX_OPTIONS_BYTES = 8 * 1024;
const MAX_OPTIONS_DEPTH = 5;

/**
 * Errors of the `options` of a field, below `path`. Allowed are null, a list of distinct texts, and a small object.
 * This holds for fields of every type, also where the service does not interpret the options.
 */
export function optionErrors(value: unknown, path: string): FieldError[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return listErrors(value, path);
  if (typeof value === 'object') return objectErrors(value, path);
  return [{ path, message: 'must be a list of texts, an object or null' }];
}

function listErrors(list: readonly unknown[], path: string): FieldError[] {
  if (list.length === 0) return [{ path, message: 'must have at least one entry; null stands for no options' }];
  if (list.length > MAX_OPTIONS) return [{ path, message: `must have at most ${MAX_OPTIONS} entries` }];
  const seen = new Set<unknown>();
  return list.flatMap((entry, index) => {
    const message = seen.has(entry) ? 'must not be there twice' : entryError(entry);
    seen.add(entry);
    return message === null ? [] : [{ path: `${path}.${index}`, message }];
  });
}

function entryError(entry: unknown): string | null {
  if (typeof entry !== 'string') return 'must be a text';
  if (entry === '') return 'must not be empty';
  return [...entry].length > MAX_OPTION_LENGTH ? `must have at most ${MAX_OPTION_LENGTH} characters` : null;
}

function objectErrors(object: object, path: string): FieldError[] {
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
