import { MulterError } from 'multer';
import { ApiError, validationFailed } from '../../api/errors/api-error';
import { TOO_MANY_FIELDS } from '../submitted-fields.rules';

/** All names and texts of a multipart body together. */
export const MAX_TEXT_BYTES = 1024 * 1024;

/** The answer to an error of receiving a multipart body. An `ApiError` stays as it is. */
export function refusalOf(error: unknown, maxFileBytes: number): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof MulterError) return refusalOfLimit(error, maxFileBytes);
  return (error as NodeJS.ErrnoException).syscall === undefined ? malformed(error) : folderAway(error);
}

/** A size in the largest unit that gives a whole number. */
export function sizeText(bytes: number): string {
  if (bytes % (1024 * 1024) === 0) return `${bytes / (1024 * 1024)} MiB`;
  return bytes % 1024 === 0 ? `${bytes / 1024} KiB` : `${bytes} bytes`;
}

export const tooMuchText = (): ApiError =>
  new ApiError('payload_too_large', {
    message: `The texts of a submission can have at most ${sizeText(MAX_TEXT_BYTES)} together.`,
  });

function refusalOfLimit(error: MulterError, maxFileBytes: number): ApiError {
  switch (error.code) {
    case 'LIMIT_FILE_SIZE':
      return new ApiError('payload_too_large', { message: `A file can have at most ${sizeText(maxFileBytes)}.` });
    case 'LIMIT_FIELD_VALUE':
      return tooMuchText();
    case 'LIMIT_FIELD_COUNT':
    case 'LIMIT_FILE_COUNT':
    case 'LIMIT_PART_COUNT':
      return validationFailed([TOO_MANY_FIELDS]);
    default:
      return new ApiError('malformed_request', { message: INVALID_NAME, cause: error });
  }
}

const INVALID_NAME =
  'Each part of the body needs a name of at most 100 characters, without nested brackets or an index in brackets.';

/** The parser's own errors, which have no code. */
const malformed = (cause: unknown): ApiError =>
  new ApiError('malformed_request', { message: 'The body is not valid multipart/form-data.', cause });

/** The temporary folder cannot be written, for example because the disk is full. */
const folderAway = (cause: unknown): ApiError =>
  new ApiError('service_unavailable', {
    message: 'Files cannot be received at the moment. Try again soon.',
    cause,
    headers: { 'Retry-After': '30' },
  });
