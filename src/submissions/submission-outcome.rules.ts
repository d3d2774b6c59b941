import type {
  EarlierReceipt,
  HeldForm,
  KeyedSubmission,
  NewSubmission,
  Receipt,
  SubmissionKey,
  WriteOutcome,
} from './submission-writer.types';

/**
 * What becomes of each submission of a batch, in the order of arrival. A form that changed since the check refuses first; then a
 * repetition is answered, also of another one in the batch and also where the plan leaves no place this month.
 */
export function outcomesOf(
  submissions: readonly NewSubmission[],
  forms: ReadonlyMap<string, HeldForm>,
  earlier: readonly EarlierReceipt[],
  receivedAt: Date,
): WriteOutcome[] {
  const receipts = new Map(earlier.map((receipt) => [keyText(receipt.formId, receipt), receipt]));
  const places = new Map([...forms].map(([id, { remaining }]) => [id, remaining ?? Infinity]));
  return submissions.map((each): WriteOutcome => {
    const { formId, idempotency } = each;
    if (!isUnchanged(each, forms.get(formId))) return { outcome: 'form_changed' };
    const known = idempotency && receipts.get(keyText(formId, idempotency));
    if (known) return writtenBefore(known, idempotency);
    const left = places.get(formId)!;
    if (left <= 0) return { outcome: 'quota_exceeded' };
    places.set(formId, left - 1);
    const receipt = receiptOf(each, receivedAt);
    if (idempotency) receipts.set(keyText(formId, idempotency), { ...receipt, ...idempotency, formId });
    return { outcome: 'stored', receipt };
  });
}

export const isKeyed = (submission: NewSubmission): submission is KeyedSubmission => submission.idempotency !== null;

/** What becomes of a submission whose key was used before: the same again is a repetition, anything else a conflict. */
export const writtenBefore = (receipt: EarlierReceipt, { fingerprint }: SubmissionKey): WriteOutcome =>
  receipt.fingerprint.equals(fingerprint) ? { outcome: 'repeated', receipt } : { outcome: 'key_conflict' };

const keyText = (formId: string, { keyHash }: Pick<SubmissionKey, 'keyHash'>): string =>
  `${formId} ${keyHash.toString('hex')}`;

/** Whether the form is still as it was when the submission was checked. */
const isUnchanged = ({ revision }: NewSubmission, form: HeldForm | undefined): boolean =>
  form !== undefined && form.isEnabled && form.revision === revision;

const receiptOf = ({ id, fileCount, ignoredFields }: NewSubmission, receivedAt: Date): Receipt => ({
  id,
  receivedAt,
  fileCount,
  ignoredFields,
});
