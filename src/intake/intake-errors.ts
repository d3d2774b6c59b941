import type { IntakeSettingsView } from '../forms/settings/intake-settings.dto';
import { ApiError, type ErrorCode, validationFailed } from '../api/errors/api-error';
import type { Message } from '../fields/values/message.types';
import { type SubmissionError, submissionError } from '../fields/values/submission-error.rules';

/** The errors of the submit address besides those of every address. */
export const SUBMIT_ERRORS = [
  'invalid_submission_token',
  'form_disabled',
  'form_closed',
  'origin_not_allowed',
  'resource_not_found',
  'idempotency_conflict',
  'duplicate_submission',
  'no_places_left',
  'loop_detected',
  'payload_too_large',
  'unsupported_media_type',
  'validation_failed',
  'rate_limit_exceeded',
  'submission_quota_exceeded',
  'storage_quota_exceeded',
] as const satisfies ErrorCode[];

/** 422 for a submission with errors. Pages read `errors`, since the `details` of the API contain English texts only. */
export class InvalidSubmission extends ApiError {
  constructor(readonly errors: readonly SubmissionError[]) {
    super('validation_failed', { details: validationFailed([...errors]).details });
  }
}

export const nothingSent = (): InvalidSubmission => new InvalidSubmission([submissionError('body', { code: 'nothing_sent' })]);

/** 422 for a form that requires a challenge, if the submission has no valid solution. */
export const unsolved = (): InvalidSubmission => new InvalidSubmission([submissionError('_altcha', { code: 'unsolved' })]);

/** 422 for a form that requires the token of a provider, if the provider accepts none from the submission. */
export const unverified = (control: string): InvalidSubmission => new InvalidSubmission([submissionError(control, { code: 'unverified' })]);

export const formClosed = ({ opens_at, closes_at }: IntakeSettingsView): ApiError =>
  new ApiError('form_closed', { details: { opens_at, closes_at } });

/** 413 for an upload that exceeds a limit of the service. Pages read the limit and the field of the file from this error. */
export class UploadTooLarge extends ApiError {
  constructor(
    message: string,
    readonly reason: Message<'file_too_large' | 'too_many_files' | 'files_too_large' | 'too_large'>,
    readonly field: string | null = null,
  ) {
    super('payload_too_large', { message });
  }
}

/** 400 for bytes that are not UTF-8. Pages show the texts with replacement characters. */
export class UnreadableText extends ApiError {
  constructor(message: string) {
    super('malformed_request', { message });
  }
}

/** 400 for multipart without a boundary, usually from a script that sets the Content-Type header itself. */
export class MissingBoundary extends ApiError {
  constructor() {
    super('malformed_request', { message: MISSING_BOUNDARY });
  }
}

const MISSING_BOUNDARY =
  'The boundary is missing in the Content-Type header. Do not set this header yourself: the browser or library sets it, with the boundary, when it sends the form data.';

export class OriginMissing extends ApiError {
  constructor() {
    super('origin_not_allowed', { message: NO_ORIGIN });
  }
}

/** The origin of a page that hides where it is. Its owner can let the page tell it. */
export class OriginHidden extends ApiError {
  constructor() {
    super('origin_not_allowed', { message: HIDDEN_ORIGIN });
  }
}

const HIDDEN_ORIGIN =
  'The browser has sent "Origin: null", which does not tell the website of the page. Let the page have the Referrer-Policy "strict-origin-when-cross-origin", the default of browsers: with "no-referrer" or "same-origin" they hide the origin of what a form sends. They also do so for files and for frames with the attribute sandbox.';

const NO_ORIGIN =
  'This form takes submissions from the pages of its allowed origins, which browsers name, and from programs that send its submission token as "Authorization: Bearer fst_...". Neither was sent.';

/** The page token of a hosted page is invalid or older than an hour. The visitor has to send the values from a new page. */
export class PageExpired extends ApiError {
  constructor() {
    super('validation_failed', { message: 'The page has expired. Send its values again from the page that answers.' });
  }
}

export class FormChanged extends ApiError {
  constructor() {
    super('service_unavailable', { message: 'The form is being edited. Send the same request again.', headers: { 'Retry-After': '1' } });
  }
}

/** @param at the time of the refusal by the clock of the database, which decides when the next month begins */
export function quotaExceeded(at: Date): ApiError {
  const seconds = Math.ceil((Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1) - at.getTime()) / 1000); // until the next month in UTC
  return new ApiError('submission_quota_exceeded', { headers: { 'Retry-After': String(seconds) } });
}
