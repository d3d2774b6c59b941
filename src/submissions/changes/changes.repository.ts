import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';
import { jsonOf, rowsFromJson } from '../../platform/database/columns';
import { SubmissionEntity } from '../submission.entity';

/** The latest change of a submission. */
export interface Change {
  type: 'upserted' | 'deleted' | 'erased';
  number: number;
  changedAt: Date;
  submissionId: string;
  /** Null when it is gone. */
  submission: SubmissionEntity | null;
}

/** Changes and the state of the feed, all of one moment. */
export interface ChangesOfForm {
  epoch: number;
  /** The number of the form's last change. */
  lastNumber: number;
  /** Deletions up to this number are forgotten. */
  forgottenNumber: number;
  changes: Change[];
}

/** Reads the changes of submissions in the order of their commits, and forgets old deletions. */
@Injectable()
export class ChangesRepository {
  constructor(private readonly database: Database) {}

  /** At most so many changes after the one with this number. */
  async after(formId: string, number: number, limit: number): Promise<ChangesOfForm> {
    const found = (await this.database.queryOne<FeedRow>(AFTER, [formId, number, limit]))!;
    const changes = found.changes.map(({ submission, changedAt, ...change }) => ({
      ...change,
      changedAt: new Date(changedAt),
      submission: submission && rowsFromJson<SubmissionEntity>(SubmissionEntity, [submission])[0]!,
    }));
    return { epoch: found.epoch, lastNumber: Number(found.lastNumber), forgottenNumber: Number(found.forgottenNumber), changes };
  }

  /** Forgets one batch of the deletions of a form that are 90 days old; returns their number. */
  async forgetDeletions(): Promise<number> {
    return (await this.database.queryOne<{ count: number }>(FORGET_DELETIONS, []))!.count;
  }
}

interface FeedRow {
  epoch: number;
  lastNumber: string;
  forgottenNumber: string;
  changes: (Omit<Change, 'changedAt' | 'submission'> & { changedAt: string; submission: object | null })[];
}

/**
 * Both states follow their index from the position on. The constant limits are those of the largest page and one row: without them the
 * planner of a prepared statement would expect a tenth of the form.
 */
const AFTER = `
  select restored.epoch, c.change_number as last_number, c.forgotten_number, coalesce((
      select json_agg(json_build_object('type', type, 'number', change_number, 'changedAt', changed_at, 'submissionId', id, 'submission', submission)
          order by change_number)
        from (
          (select 'upserted' as type, s.change_number, coalesce(s.changed_at, s.received_at) as changed_at, s.id,
                ${jsonOf(SubmissionEntity, 's')} as submission
              from submissions s where s.form_id = $1 and s.change_number > $2::bigint
              order by s.change_number limit 201)
          union all
          (select case when d.is_erased then 'erased' else 'deleted' end, d.change_number, d.changed_at, d.submission_id, null
              from submission_deletions d where d.form_id = $1 and d.change_number > $2::bigint
              order by d.change_number limit 201)
          order by change_number limit $3
        ) changes
    ), '[]') as changes
  from form_stats c, restore_check restored
  where c.form_id = $1`;

const FORGET_DELETIONS = `
  with due as (
    select form_id, change_number from submission_deletions
      where changed_at < now() - interval '90 days'
        and form_id = (select form_id from submission_deletions order by changed_at limit 1)
      order by change_number limit 1000
  ), forgotten as (
    delete from submission_deletions d using due
      where d.form_id = due.form_id and d.change_number = due.change_number
      returning d.form_id, d.change_number
  ), noted as (
    update form_stats c set forgotten_number = greatest(c.forgotten_number, newest.change_number)
      from (select form_id, max(change_number) as change_number from forgotten group by form_id) newest
      where c.form_id = newest.form_id
  )
  select count(*)::int as count from forgotten`;
