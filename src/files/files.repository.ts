import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Caller } from '../api/auth/caller';
import { FormStatsEntity } from '../forms/form.entity';
import { IS_VISIBLE, KEY_READS_SUBMISSIONS, ofVisibleForm, visibilityOf } from '../forms/form.rules';
import { Database } from '../platform/database/database';
import type { FileReference, LinkedFile } from './file-link.rules';
import { SubmissionFileEntity } from './submission-file.entity';

/** The files of stored submissions. A trigger of the database schedules the removal of the objects of deleted rows. */
@Injectable()
export class FilesRepository {
  constructor(private readonly database: Database) {}

  /** The files of a submission in the order of the request; null unless the submission exists outside of the trash and the caller may see its form. */
  async ofVisibleSubmission(caller: Caller, formId: string, submissionId: string): Promise<SubmissionFileEntity[] | null> {
    const submission = await this.database.queryOne(VISIBLE_SUBMISSION, [...visibilityOf(caller), formId, submissionId]);
    if (!submission) return null;
    return this.database.repository(SubmissionFileEntity).find({ where: { formId, submissionId }, order: { position: 'ASC' } });
  }

  ofSubmissions(formId: string, submissionIds: readonly string[]): Promise<SubmissionFileEntity[]> {
    const where = { formId, submissionId: In([...submissionIds]) };
    return this.database.repository(SubmissionFileEntity).find({ where, order: { submissionId: 'ASC', position: 'ASC' } });
  }

  visible(caller: Caller, reference: FileReference): Promise<SubmissionFileEntity | null> {
    return this.database
      .repository(SubmissionFileEntity)
      .createQueryBuilder('file')
      .where({ ...reference })
      .andWhere(...ofVisibleForm(caller, 'file'))
      .andWhere(IS_KEPT)
      .getOne();
  }

  /** The file of a link, unless its form is deleted, its submission is in the trash, or the key that made the link may not read it any more. */
  linked({ keyId, ...reference }: LinkedFile): Promise<SubmissionFileEntity | null> {
    const isOpen =
      keyId === undefined ? 'f.deleted_at is null' : `exists (select from api_keys k where k.id = :keyId and ${KEY_READS_SUBMISSIONS})`;
    return this.database
      .repository(SubmissionFileEntity)
      .createQueryBuilder('file')
      .where({ ...reference })
      .andWhere(`exists (select from forms f where f.id = file.form_id and ${isOpen})`, { keyId })
      .andWhere(IS_KEPT)
      .getOne();
  }

  /**
   * Deletes a file and updates the counters of its submission and form; false when it was deleted already. The counters are locked first,
   * in the same order as when a submission is deleted, by separate statements, so that the next statement sees the result of a concurrent
   * deletion.
   */
  async delete({ formId, submissionId, id }: FileReference): Promise<boolean> {
    await this.database.repository(FormStatsEntity).findOne({ where: { formId }, lock: { mode: 'pessimistic_write' } });
    const isKept = (await this.database.query(LOCK_SUBMISSION, [formId, submissionId])).length > 0;
    if (!isKept) return false;
    const deleted = await this.database.query(DELETE, [formId, submissionId, id]);
    return deleted.length > 0;
  }
}

const VISIBLE_SUBMISSION = `
  select from submissions s join forms f on f.id = s.form_id where ${IS_VISIBLE} and s.form_id = $3 and s.id = $4 and s.state <> 'trashed'`;

const LOCK_SUBMISSION = `select from submissions where form_id = $1 and id = $2 and state <> 'trashed' for update`;

/** The files of a submission in the trash are as good as gone until it is restored. */
const IS_KEPT = `exists (select from submissions s where s.form_id = file.form_id and s.id = file.submission_id and s.state <> 'trashed')`;

const DELETE = `
  with deleted as (
    delete from submission_files where form_id = $1 and submission_id = $2 and id = $3 returning form_id, submission_id
  ), counted as (
    update form_stats c set change_number = c.change_number + 1 from deleted where c.form_id = deleted.form_id returning c.change_number
  )
  update submissions s set file_count = s.file_count - 1, change_number = counted.change_number, changed_at = now()
    from deleted, counted where s.form_id = deleted.form_id and s.id = deleted.submission_id
    returning 1`;
