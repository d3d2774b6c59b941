import { ErasureLog, type NumberedBatch } from '../../erasures/erasure-log';
import type { ObjectStore } from '../../platform/storage/object-store';
import { FoundViolations, type VerificationRepository, type Violations } from './verification.repository';

/** Submissions that were erased and are there, as in a restored backup. */
export async function erasedSubmissions(
  repository: VerificationRepository,
  store: ObjectStore,
  onProgress: (count: number) => void,
): Promise<Violations> {
  const violations = new FoundViolations();
  let count = 0;
  const log = new ErasureLog(store, repository);
  for await (const batch of log.after(0)) {
    for (const id of await repository.submissionsAmong(batch.formId, batch.submissionIds))
      violations.add({ violation: 'an erased submission is there', subject: id, found: foundIn(batch) });
    onProgress((count += batch.submissionIds.length));
  }
  return violations;
}

const foundIn = ({ formId, erasureId, number }: NumberedBatch) => ({
  form_id: formId,
  erasure_id: erasureId,
  batch: number,
});
