import type { FieldError } from '../api/errors/api-error';
import { ACCEPTED_EXTENSIONS } from '../files/allowed-file-types.rules';
import { isUsefulAcceptEntry } from '../files/file-type.rules';
import { sizeText } from '../platform/text/text.rules';
import type { FieldDefinition, FieldOptions } from '../forms/definition/field.types';

/** The limits of the service, which the options of a field can only lower. */
export interface FileLimits {
  maxFiles: number;
  maxFileBytes: number;
}

export interface FieldFileLimits extends FileLimits {
  /** Extensions (`.pdf`) and media types (`image/png`, `image/*`), or null for every type that the service accepts. */
  accept: string[] | null;
}

/** The errors in the options of a field of type `file`; none for other types, where the same options have another meaning. */
export const fileFieldErrors = (
  { type, options }: Pick<FieldDefinition, 'type' | 'options'>,
  limits: FileLimits,
  path = 'options',
): FieldError[] => (type === 'file' ? fileOptionErrors(options, limits, path) : []);

/** Checks `max_files`, `max_bytes` and `accept`, and ignores other members. Error paths begin with `path`. */
export function fileOptionErrors(options: FieldOptions | null, limits: FileLimits, path: string): FieldError[] {
  const { max_files, max_bytes, accept } = membersOf(options);
  return [
    ...numberErrors(max_files, limits.maxFiles, `${path}.max_files`, `a whole number from 1 to ${limits.maxFiles}`),
    ...numberErrors(max_bytes, limits.maxFileBytes, `${path}.max_bytes`, sizeUpTo(limits.maxFileBytes)),
    ...acceptErrors(accept, `${path}.accept`),
  ];
}

/** The limits of one field. Invalid options are ignored: they may be older than their check, or from a time of higher limits. */
export function fieldFileLimits(options: FieldOptions | null, limits: FileLimits): FieldFileLimits {
  const { max_files, max_bytes, accept } = membersOf(options);
  const entries = Array.isArray(accept) ? accept.filter(isAcceptEntry) : [];
  return {
    maxFiles: isCount(max_files) ? Math.min(max_files, limits.maxFiles) : limits.maxFiles,
    maxFileBytes: isCount(max_bytes) ? Math.min(max_bytes, limits.maxFileBytes) : limits.maxFileBytes,
    accept: entries.length > 0 ? entries : null,
  };
}

const membersOf = (options: FieldOptions | null): Record<string, unknown> => (options === null || Array.isArray(options) ? {} : options);

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1;

function numberErrors(value: unknown, most: number, path: string, expected: string): FieldError[] {
  if (value === undefined || (isCount(value) && value <= most)) return [];
  return [{ path, message: `must be ${expected}, the limit of the service` }];
}

const sizeUpTo = (most: number): string => `a size from 1 to ${most} bytes (${sizeText(most, 'en')})`;

function acceptErrors(value: unknown, path: string): FieldError[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length === 0) {
    return [{ path, message: 'must be a list of at least one extension or media type' }];
  }
  return value.flatMap((entry: unknown, index) => {
    const message = acceptEntryError(entry);
    return message === null ? [] : [{ path: `${path}.${index}`, message }];
  });
}

function acceptEntryError(entry: unknown): string | null {
  if (typeof entry !== 'string' || !ACCEPT_ENTRY.test(entry)) return NOT_AN_ENTRY;
  return isUsefulAcceptEntry(entry) ? null : NOT_ACCEPTED;
}

const isAcceptEntry = (entry: unknown): entry is string => acceptEntryError(entry) === null;

const ACCEPT_ENTRY = /^(?:\.[^\s./*]+|[^\s./*][^\s/*]*\/(?:\*|[^\s/*]+))$/;
const NOT_AN_ENTRY = 'must be an extension such as .pdf, or a media type such as image/png or image/*';
const NOT_ACCEPTED = `must be of files that the service accepts: ${ACCEPTED_EXTENSIONS.join(', ')}, or their media types`;
