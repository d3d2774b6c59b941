import { validationFailed } from '../api/errors/api-error';
import { sha256Of } from '../platform/crypto/digests';
import { fingerprintOf } from '../platform/json/canonical-json';
import { IDEMPOTENCY_KEY_FAULT, idempotencyKeyOf } from '../api/idempotency/idempotency-key.rules';
import type { SubmissionKey } from '../submissions/submission-writer.types';
import type { SentFields } from './sent-fields.rules';

/** The idempotency key of a submission with a fingerprint of what was sent; null when it has none. */
export function submissionKeyOf(header: string | string[] | undefined, sent: SentFields): SubmissionKey | null {
  const key = idempotencyKeyOf(header);
  if (key === undefined) throw validationFailed([IDEMPOTENCY_KEY_FAULT]);
  return key === null ? null : { keyHash: sha256Of(key), fingerprint: fingerprintOf([contentOf(sent)]) };
}

const contentOf = (sent: SentFields): unknown =>
  sent.encoding === 'json' ? sent.values : { texts: [...sent.form.texts], lists: [...sent.form.lists] };
