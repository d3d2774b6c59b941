import type { ApiError, ErrorCode } from '../api/errors/api-error';
import { FormChanged } from './intake-errors';
import type { Message } from './pages/texts/message.types';
import { MAX_BODY_BYTES } from './submission-body';

/** The message of a page for a refusal that concerns the submission as a whole. `filesBytes` is the limit of all files together. */
export function refusalMessage(error: ApiError, isMultipart: boolean, filesBytes: number): Message {
  if (error instanceof FormChanged) return { code: 'form_changed' };
  if (error.code === 'payload_too_large' && isMultipart) return { code: 'files_too_large', maxBytes: filesBytes };
  return MESSAGES[error.code] ?? { code: 'form_misconfigured' };
}

/** Other refusals are mistakes of the website, such as an origin that is not listed. */
const MESSAGES: Partial<Record<ErrorCode, Message>> = {
  malformed_request: { code: 'malformed' },
  request_timeout: { code: 'upload_timed_out' },
  payload_too_large: { code: 'too_large', maxBytes: MAX_BODY_BYTES },
  rate_limit_exceeded: { code: 'rate_limited' },
  submission_quota_exceeded: { code: 'quota_exceeded' },
  internal_error: { code: 'service_unavailable' },
  service_unavailable: { code: 'service_unavailable' },
};
