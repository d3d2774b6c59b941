import type {
  KeyedSubmission,
  LockedForm,
  NewSubmission,
  Receipt,
  StoredReceipt,
  SubmissionKey,
  WriteOutcome,
} from './submission-writer.types';

/**
 * The outcome of each submission of a batch, in the order of arrival. A form that has changed since the validation refuses first. Then
 * a key that was used before decides, also when another submission of the batch used it and also when the quota is exhausted.
 */
export function outcomesOf(
  submissions: readonly NewSubmission[],
  forms: ReadonlyMap<string, LockedForm>,
  stored: readonly StoredReceipt[],
  receivedAt: Date,
): WriteOutcome[] {
  const receipts = new Map(stored.map((receipt) => [mapKeyOf(receipt.formId, receipt), receipt]));
  const remaining = new Map([...forms].map(([id, form]) => [id, form.remaining ?? Infinity]));
  return submissions.map((submission): WriteOutcome => {
    const { formId, idempotency } = submission;
    if (!isUnchanged(submission, forms.get(formId))) return { outcome: 'form_changed' };
    const known = idempotency && receipts.get(mapKeyOf(formId, idempotency));
    if (known) return replayOf(known, idempotency);
    const left = remaining.get(formId)!;
    if (left <= 0) return { outcome: 'quota_exceeded' };
    remaining.set(formId, left - 1);
    const receipt = receiptOf(submission, receivedAt);
    if (idempotency) receipts.set(mapKeyOf(formId, idempotency), { ...receipt, ...idempotency, formId });
    return { outcome: 'stored', receipt };
  });
}

export const isKeyed = (submission: NewSubmission): submission is KeyedSubmission => submission.idempotency !== null;

/** The outcome of a submission whose key was used before: a replay for the same fields, else a conflict. */
export const replayOf = (receipt: StoredReceipt, { fingerprint }: SubmissionKey): WriteOutcome =>
  receipt.fingerprint.equals(fingerprint) ? { outcome: 'replayed', receipt } : { outcome: 'key_conflict' };

const mapKeyOf = (formId: string, { keyHash }: Pick<SubmissionKey, 'keyHash'>): string =>
  `${formId} ${keyHash.toString('hex')}`;

/** True when the submission was validated against the current revision of the form. */
const isUnchanged = ({ revision }: NewSubmission, form: LockedForm | undefined): boolean =>
  form !== undefined && form.isEnabled && form.revision === revision;

const receiptOf = ({ id, files, ignoredFields }: NewSubmission, receivedAt: Date): Receipt => ({
  id,
  receivedAt,
  fileCount: files.length,
  ignoredFields,
});
