import type { ApiError, GENERAL_ERRORS } from '../../api/errors/api-error';
import { MAX_BODY_BYTES } from '../../api/body/body-reader';
import type { Message } from '../../fields/values/message.types';
import type { SubmissionError } from '../../fields/values/submission-error.rules';
import { FormChanged, InvalidSubmission, PageExpired, type SUBMIT_ERRORS, UnreadableText, UploadTooLarge } from '../intake-errors';

export type PageError = Pick<SubmissionError, 'path' | 'reason'>;

/** Returns the errors that a page shows for a refusal. An error without a path concerns the whole submission. */
export function errorsForPage(error: ApiError): readonly PageError[] {
  if (error instanceof InvalidSubmission) return error.errors;
  if (error instanceof PageExpired) return []; // the page shows a notice instead
  if (error.code === 'no_places_left' && Object.keys(error.details).length > 0)
    return Object.keys(error.details).map((path) => ({ path, reason: { code: 'option_full' } }));
  return [{ path: error instanceof UploadTooLarge ? (error.field ?? '') : '', reason: reasonOf(error) }];
}

function reasonOf(error: ApiError): Message {
  if (error instanceof FormChanged) return { code: 'form_changed' };
  if (error instanceof UploadTooLarge) return error.reason;
  if (error instanceof UnreadableText) return { code: 'unreadable_text' };
  if (isLimitOfForm(error)) return { code: 'form_busy' };
  return (REASONS as Partial<Record<string, Message>>)[error.code] ?? MISCONFIGURED;
}

const isLimitOfForm = ({ code, details }: ApiError): boolean =>
  code === 'rate_limit_exceeded' && 'bucket' in details && details.bucket === 'form';

/** A mistake of a website, such as an origin that is not listed. */
const MISCONFIGURED: Message = { code: 'form_misconfigured' };

const REASONS: Readonly<Record<(typeof SUBMIT_ERRORS | typeof GENERAL_ERRORS)[number], Message>> = {
  malformed_request: { code: 'malformed' },
  invalid_submission_token: MISCONFIGURED,
  form_disabled: MISCONFIGURED,
  form_closed: { code: 'form_closed' },
  duplicate_submission: { code: 'duplicate' },
  no_places_left: { code: 'no_places' },
  loop_detected: MISCONFIGURED,
  origin_not_allowed: MISCONFIGURED,
  resource_not_found: MISCONFIGURED,
  method_not_allowed: MISCONFIGURED,
  request_timeout: { code: 'upload_timed_out' },
  idempotency_conflict: MISCONFIGURED,
  payload_too_large: { code: 'too_large', maxBytes: MAX_BODY_BYTES },
  uri_too_long: MISCONFIGURED,
  unsupported_media_type: MISCONFIGURED,
  validation_failed: MISCONFIGURED,
  rate_limit_exceeded: { code: 'rate_limited' },
  submission_quota_exceeded: { code: 'quota_exceeded' },
  storage_quota_exceeded: { code: 'quota_exceeded' },
  headers_too_large: MISCONFIGURED,
  internal_error: { code: 'service_unavailable' },
  service_unavailable: { code: 'service_unavailable' },
};
