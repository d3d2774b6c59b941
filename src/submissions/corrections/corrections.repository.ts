import { Injectable } from '@nestjs/common';
import { sha256Of } from '../../platform/crypto/digests.rules';
import { Database } from '../../platform/database/database';
import type { SubmissionEntity } from '../submission.entity';
import type { Correction } from './correction.rules';
import { SubmissionEditEntity } from './submission-edit.entity';

/** The new unique value of a submission; undefined for none, and `unchanged` for the one that it has. */
export type NewUniqueValue = string | undefined | { unchanged: true };

export interface Corrected {
  /** Null when the submission is corrected. */
  outcome: 'duplicate' | 'no_places' | null;
  fullOptions: Record<string, string[]> | null;
}

/** The only writer of `submission_edits`. */
@Injectable()
export class CorrectionsRepository {
  constructor(private readonly database: Database) {}

  /** Corrects a submission by the function of `correct-submission.sql`, which refuses without a change. Needs the lock of the submission. */
  async correct({ formId, id }: SubmissionEntity, fields: Correction['fields'], value: NewUniqueValue, keyId: string): Promise<Corrected> {
    const isNew = typeof value !== 'object';
    const digest = typeof value === 'string' ? sha256Of(value) : null;
    return (await this.database.queryOne<Corrected>(CORRECT, [formId, id, JSON.stringify(fields), isNew, digest, keyId]))!;
  }

  /** Notes what the latest correction of a submission has changed, and its former values for the runs that have begun with them. */
  async note({ formId, id, fields }: SubmissionEntity, { before, after }: Correction): Promise<void> {
    const values = [before, after, fields].map((each) => JSON.stringify(each));
    await this.database.query(NOTE, [formId, id, ...values]);
  }

  /** The corrections of a submission, the first one first. */
  editsOf({ formId, id: submissionId }: SubmissionEntity): Promise<SubmissionEditEntity[]> {
    const select = { number: true, before: true, after: true, editedAt: true, apiKeyId: true, keyName: true } as const;
    return this.database.repository(SubmissionEditEntity).find({ select, where: { formId, submissionId }, order: { number: 'ASC' } });
  }
}

const CORRECT = 'select outcome, full_options from correct_submission($1, $2, $3, $4, $5, $6)';

const NOTE = `
  insert into submission_edits (form_id, submission_id, number, before, after, edited_at, api_key_id, key_name, run_ids, fields_before)
    select s.form_id, s.id, s.edit_count, $3, $4, s.edited_at, k.id, k.name, runs.ids, case when cardinality(runs.ids) > 0 then $5::json end
      from submissions s
        join api_keys k on k.id = s.edited_by
        cross join lateral (select array(
          select r.id from workflow_runs r
            where r.form_id = s.form_id and r.submission_id = s.id and r.run_kind = 'production' and not exists (
              select from submission_edits e where e.form_id = s.form_id and e.submission_id = s.id and r.id = any(e.run_ids))
        ) as ids) runs
      where s.form_id = $1 and s.id = $2`;
