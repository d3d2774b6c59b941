import { Injectable } from '@nestjs/common';
import { listedFilesOf } from '../../files/listed-files.sql';
import { Database } from '../../platform/database/database';
import { jsonOf, rowsFromJson } from '../../platform/database/columns';
import { SubmissionEntity } from '../submission.entity';
import type { SubmissionWithFiles } from '../submissions.repository';

export interface Change {
  type: 'upserted' | 'deleted' | 'erased';
  changeNumber: number;
  changedAt: Date;
  submissionId: string;
  /** Null when the submission was deleted, into the trash or for good, or erased. */
  submission: SubmissionWithFiles | null;
}

/** Changes of a form and the state of its feed, read in one snapshot. */
export interface ChangesOfForm {
  epoch: number;
  lastNumber: number;
  /** The number of the newest deletion that the feed no longer contains. */
  forgottenNumber: number;
  changes: Change[];
  /** With a filter, the number of the last change that was looked at; null when the feed was read to its end. */
  reachedNumber: number | null;
}

/** Reads the changes of submissions in the order of their commits, and forgets old deletions. */
@Injectable()
export class ChangesRepository {
  constructor(private readonly database: Database) {}

  /** Returns at most `limit` changes that follow this change number. A filter does not apply to deletions. */
  async after(formId: string, number: number, limit: number, isImported?: boolean): Promise<ChangesOfForm> {
    const found = (await this.database.queryOne<FeedRow>(afterStatement(isImported), [formId, number, limit]))!;
    const changes = found.changes.map(({ submission, changedAt, ...change }) => ({
      ...change,
      changedAt: new Date(changedAt),
      submission: submission && rowsFromJson<SubmissionWithFiles>(SubmissionEntity, [submission])[0]!,
    }));
    const { epoch, lastNumber, forgottenNumber, reachedNumber } = found;
    return {
      epoch,
      lastNumber: Number(lastNumber),
      forgottenNumber: Number(forgottenNumber),
      changes,
      reachedNumber: reachedNumber === null ? null : Number(reachedNumber),
    };
  }

  /** Forgets one batch of a form's deletions that are 90 days old, and returns their number. */
  async forgetDeletions(): Promise<number> {
    return (await this.database.queryOne<{ count: number }>(FORGET_DELETIONS, []))!.count;
  }
}

interface FeedRow {
  epoch: number;
  lastNumber: string;
  forgottenNumber: string;
  reachedNumber: string | null;
  changes: (Omit<Change, 'changedAt' | 'submission'> & { changedAt: string; submission: object | null })[];
}

/** The most submissions that a request with a filter looks at, since no index serves the filter. */
const MAX_LOOKED_AT = 20_000;

/**
 * The constant limits are those of the largest page and one row; with parameters, the planner of a prepared statement would expect a tenth
 * of the form.
 */
const afterStatement = (isImported: boolean | undefined): string => `
  with ${isImported === undefined ? 'reached as (select null::bigint as number)' : lookedAt}
  select database_epoch.epoch, c.change_number as last_number, c.forgotten_number, reached.number as reached_number, coalesce((
      select json_agg(json_build_object('type', type, 'changeNumber', change_number, 'changedAt', changed_at, 'submissionId', id, 'submission', submission)
          order by change_number)
        from (
          (select case when s.state = 'trashed' then 'deleted' else 'upserted' end as type, s.change_number,
                coalesce(s.changed_at, s.received_at) as changed_at, s.id,
                case when s.state <> 'trashed' then ${jsonOf(SubmissionEntity, 's', { files: listedFilesOf('s') })} end as submission
              from submissions s where s.form_id = $1 and s.change_number > $2::bigint ${isImported === undefined ? '' : passing(isImported)}
              order by s.change_number limit 201)
          union all
          (select case when d.is_erased then 'erased' else 'deleted' end, d.change_number, d.changed_at, d.submission_id, null
              from submission_deletions d where d.form_id = $1 and d.change_number > $2::bigint
                and (reached.number is null or d.change_number <= reached.number)
              order by d.change_number limit 201)
          order by change_number limit $3
        ) changes
    ), '[]') as changes
  from form_stats c, database_epoch, reached
  where c.form_id = $1`;

const lookedAt = `
  looked as materialized (
    select s.id, s.change_number, s.imported_at, s.state from submissions s where s.form_id = $1 and s.change_number > $2::bigint
      order by s.change_number limit ${MAX_LOOKED_AT}
  ), reached as (select case when count(*) = ${MAX_LOOKED_AT} then max(change_number) end as number from looked)`;

const passing = (isImported: boolean): string => `
                and s.id = any(array(
                  select l.id from looked l where l.state = 'trashed' or l.imported_at is ${isImported ? 'not null' : 'null'}
                  order by l.change_number limit 201
                ))`;

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
