import { ApiError } from '../../api/errors/api-error';
import { exactSize } from '../../platform/text/text.rules';
import { InvalidSubmission, UploadTooLarge } from '../intake-errors';
import { MAX_SENT_NAMES, tooManyFields } from '../../fields/values/submitted-fields.rules';

export const MAX_TEXT_BYTES = 1024 * 1024;

/** Converts an error while receiving a multipart body to a response; an `ApiError` stays as it is. */
export function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return (error as NodeJS.ErrnoException).syscall === undefined ? malformedMultipart(error) : filesAway(error);
}

export const tooMuchText = (): ApiError =>
  new UploadTooLarge(`The texts of a submission can have at most ${exactSize(MAX_TEXT_BYTES)} together.`, {
    code: 'too_large',
    maxBytes: MAX_TEXT_BYTES,
  });

export const tooManyFiles = (maxFiles: number): ApiError =>
  new UploadTooLarge(`A submission can have at most ${maxFiles} files.`, { code: 'too_many_files', maxFiles });

export const filesTooLarge = (maxBytes: number): ApiError =>
  new UploadTooLarge(`The files of a submission can have at most ${exactSize(maxBytes)} together.`, { code: 'files_too_large', maxBytes });

export function fileTooLarge(field: string, filename: string, maxBytes: number): ApiError {
  const message = `The file in the field ${JSON.stringify(field)} is too large. A file can have at most ${exactSize(maxBytes)}.`;
  return new UploadTooLarge(message, { code: 'file_too_large', filename, maxBytes }, field);
}

export const tooManyParts = (): ApiError => new InvalidSubmission([tooManyFields(MAX_SENT_NAMES)]);

const malformed = (message: string, cause?: unknown): ApiError => new ApiError('malformed_request', { message, cause });

export const invalidName = (): ApiError =>
  malformed('Each part of the body needs a name, of at most 2,000 characters for a text and 100 for a file.');

/** 400 for a part whose headers the parser cannot read, for example because of unescaped quotes in a file name. */
export const unreadablePart = (): ApiError =>
  malformed('Each part of the body needs a valid Content-Disposition header, in which quotes of a name are escaped as %22.');

export const unknownCharset = (): ApiError => malformed('A text in the body has an unknown charset. Send UTF-8.');

export const namelessFile = (): ApiError => malformed('A file in the body has no file name.');

const malformedMultipart = (cause?: unknown): ApiError => malformed('The body is not valid multipart/form-data.', cause);

/** 503 when the temporary folder is not writable, for example because the disk is full. */
export const filesAway = (cause?: unknown): ApiError =>
  new ApiError('service_unavailable', {
    message: 'Files cannot be received at the moment. Try again soon.',
    cause,
    headers: { 'Retry-After': '30' },
  });

/** 503 when the uploads of an address, or of all addresses, exceed their limit. */
export const tooManyUploads = (): ApiError =>
  new ApiError('service_unavailable', {
    message: 'Too many files are arriving at the moment. Try again soon.',
    headers: { 'Retry-After': '5' },
  });
