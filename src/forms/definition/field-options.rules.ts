import type { FieldError } from '../../api/errors/api-error';
import { withSingleBlanks } from '../../platform/text/invisible.rules';
import { normalizedTo } from '../../platform/text/normalization.rules';
import type { FieldOptions } from './field.types';

const MAX_OPTIONS = 200;
const MAX_OPTION_LENGTH = 255;
const MAX_OPTIONS_BYTES = 8 * 1024;

/** The stored options of a field: trimmed texts with single blanks, as pages show and send them. An empty list is stored as null. */
export function normalizedOptions(sent: FieldOptions | null): FieldOptions | null {
  if (!Array.isArray(sent)) return sent;
  return sent.length === 0 ? null : sent.map((entry) => (typeof entry === 'string' ? withSingleBlanks(entry) : entry));
}

/** The key by which two options are equal, whatever their white space and Unicode form. */
export const optionKey = (option: string): string => withSingleBlanks(normalizedTo('NFC', option));

/**
 * Errors of the `options` of a field, with paths below `path`. Allowed are null, a list of distinct texts, and a small object, as deep as a
 * body may be. This holds for all field types, also where the service does not interpret the options.
 */
export function optionErrors(value: unknown, path: string): FieldError[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return listErrors(value, path);
  if (typeof value !== 'object') return [{ path, message: 'must be a list of texts, an object or null' }];
  const isTooLarge = Buffer.byteLength(JSON.stringify(value)) > MAX_OPTIONS_BYTES;
  return isTooLarge ? [{ path, message: `must take at most ${MAX_OPTIONS_BYTES / 1024} KiB` }] : [];
}

function listErrors(list: readonly unknown[], path: string): FieldError[] {
  if (list.length > MAX_OPTIONS) return [{ path, message: `must have at most ${MAX_OPTIONS} entries` }];
  const seen = new Set<unknown>();
  return list.flatMap((sent, index) => {
    const entry = typeof sent === 'string' ? withSingleBlanks(sent) : sent;
    const key = typeof entry === 'string' ? optionKey(entry) : entry;
    const message = seen.has(key) ? 'must not be there twice' : entryError(entry);
    seen.add(key);
    return message === null ? [] : [{ path: `${path}.${index}`, message }];
  });
}

function entryError(entry: unknown): string | null {
  if (typeof entry !== 'string') return 'must be a text';
  if (entry === '') return 'must not be empty';
  return [...entry].length > MAX_OPTION_LENGTH ? `must have at most ${MAX_OPTION_LENGTH} characters` : null;
}
