import type { FieldError } from '../api/errors/api-error';
import { ACCEPTED_EXTENSIONS } from '../files/allowed-file-types.rules';
import { isUsefulAcceptEntry } from '../files/file-type.rules';
import { sizeText } from '../platform/text/text.rules';
import type { FieldDefinition, FieldOptions } from '../forms/definition/field.types';

/** The limits of the service. The options of a field can only tighten it. */
export interface FileLimits {
  maxFiles: number;
  /** The size of one file. */
  maxFileBytes: number;
}

/** The limits of one field. */
export interface FieldFileLimits extends FileLimits {
  /** Extensions (`.pdf`) and media types (`image/png`, `image/*`), or null for every type that the service accepts. */
  accept: string[] | null;
}

/** The errors in the options of a field that is of type `file`; other types give them another meaning. */
export const fileFieldErrors = (
  { type, options }: Pick<FieldDefinition, 'type' | 'options'>,
  limits: FileLimits,
  path = 'options',
): FieldError[] => (type === 'file' ? fileOptionErrors(options, limits, path) : []);

/**
 * The errors in the `options` of a `file` field, below `path`: `max_files`, `max_bytes` and `accept` must be valid and within the limits
 * of the service. Other members, and options that are no object, mean nothing to the service.
 */
export function fileOptionErrors(options: FieldOptions | null, limits: FileLimits, path: string): FieldError[] {
  const { max_files, max_bytes, accept } = membersOf(options);
  return [
    ...numberErrors(max_files, limits.maxFiles, `${path}.max_files`, `a whole number from 1 to ${limits.maxFiles}`),
    ...numberErrors(max_bytes, limits.maxFileBytes, `${path}.max_bytes`, sizeUpTo(limits.maxFileBytes)),
    ...acceptErrors(accept, `${path}.accept`),
  ];
}

/**
 * The limits of one field. What is not valid is passed over, since options may have been stored while the limits of the service were
 * higher or before they were checked.
 */
export function fieldFileLimits(options: FieldOptions | null, limits: FileLimits): FieldFileLimits {
  const { max_files, max_bytes, accept } = membersOf(options);
  const entries = Array.isArray(accept) ? accept.filter(isAcceptEntry) : [];
  return {
    maxFiles: isCount(max_files) ? Math.min(max_files, limits.maxFiles) : limits.maxFiles,
    maxFileBytes: isCount(max_bytes) ? Math.min(max_bytes, limits.maxFileBytes) : limits.maxFileBytes,
    accept: entries.length > 0 ? entries : null,
  };
}

/** The members of the options as a client sent them. */
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

/** An extension, or a media type or a group of them. */
const ACCEPT_ENTRY = /^(?:\.[^\s./*]+|[^\s./*][^\s/*]*\/(?:\*|[^\s/*]+))$/;
const NOT_AN_ENTRY = 'must be an extension such as .pdf, or a media type such as image/png or image/*';
const NOT_ACCEPTED = `must be of files that the service accepts: ${ACCEPTED_EXTENSIONS.join(', ')}, or their media types`;
