import { IDEMPOTENCY_KEY_ERROR, idempotencyKeyOf } from '../api/operation/idempotency.interceptor';
import { isControlName } from '../fields/values/sent-names.rules';
import { filesOf, type SubmittedValues } from '../fields/values/submitted-fields.rules';
import { sha256Of } from '../platform/crypto/digests.rules';
import { fingerprintOf } from '../platform/json/json.rules';
import type { IdempotencyKey } from '../submissions/submission-writer.types';
import { InvalidSubmission } from './intake-errors';
import type { ReceivedSubmission } from './received-submission';
import { controlFieldsOf } from './underscore-fields.rules';

type Keyed = Pick<ReceivedSubmission, 'credential' | 'idempotencyKey'>;

/** Returns the digest of the key in the header; null for no key, a malformed key, and hosted pages, whose key is in the body. */
export function keyHashOf({ credential, idempotencyKey }: Keyed): Buffer | null {
  const key = credential.kind === 'page' ? null : idempotencyKeyOf(idempotencyKey);
  return key ? sha256Of(key) : null;
}

/** Returns the key of a submission with the fingerprint of its fields; null for no key. Throws 422 for a malformed key. */
export function keyOf({ credential, idempotencyKey }: Keyed, fields: SubmittedValues): IdempotencyKey | null {
  if (credential.kind === 'page') return pageKeyOf(fields);
  const key = idempotencyKeyOf(idempotencyKey);
  if (key === undefined) throw new InvalidSubmission([{ ...IDEMPOTENCY_KEY_ERROR, reason: { code: 'form_misconfigured' } }]);
  return key === null ? null : { keyHash: sha256Of(key), fingerprint: fingerprintOf([contentOf(fields)]) };
}

/** Returns the key of a hosted page, combined with its values: edited values make another submission, not a conflict. */
function pageKeyOf(fields: SubmittedValues): IdempotencyKey | null {
  const { pageKey } = controlFieldsOf(fields);
  if (pageKey === null) return null;
  const fingerprint = fingerprintOf([contentOf(fields, (name) => !isControlName(name))]);
  return { keyHash: sha256Of(`page ${pageKey} ${fingerprint.toString('hex')}`), fingerprint };
}

/** Uses the digests of files, since repeated multipart bodies differ: clients choose a new boundary for each request. */
function contentOf(submitted: SubmittedValues, counts: (name: string) => boolean = () => true): unknown {
  if (submitted.encoding === 'json') return withoutAnswer(submitted.values);
  const { lists } = submitted.form;
  const texts = [...submitted.form.texts].filter(([name]) => name !== CHALLENGE_ANSWER && counts(name));
  const files = filesOf(submitted).map(({ field, filename, sha256 }) => [field, filename, sha256.toString('hex')]);
  return { texts, lists: [...lists], ...(files.length > 0 && { files }) };
}

/** The field is not part of the fingerprint, since a repeated submission solves another challenge. */
const CHALLENGE_ANSWER = '_altcha';

function withoutAnswer(values: Record<string, unknown>): unknown {
  if (!Object.hasOwn(values, CHALLENGE_ANSWER)) return values;
  return Object.fromEntries(Object.entries(values).filter(([name]) => name !== CHALLENGE_ANSWER));
}
