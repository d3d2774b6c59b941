import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import type { RetryableRun, RetryFilter } from './run.types';
import { HAS_ENDED, IS_UNDECIDED } from './runs.repository';

/** Finds runs to retry in bulk. */
@Injectable()
export class RetryableRunsRepository {
  constructor(private readonly database: Database) {}

  /** Production runs that nobody has retried or dismissed yet, the oldest first. */
  find({ statuses, createdSince, formId }: RetryFilter, limit: number): Promise<RetryableRun[]> {
    return this.database.query(FIND, [statuses, createdSince, formId, limit]);
  }
}

/** Each form is looked up in the partial index of ended runs, whose condition is repeated here because the planner does not know `$1`. */
const FIND = `
  select r.id, r.account_id, r.form_id, r.has_uncertain
  from forms f cross join lateral (
    select * from workflow_runs
    where form_id = f.id and ${HAS_ENDED} and status = any($1::text[])
      and created_at >= $2 and run_kind = 'production' and ${IS_UNDECIDED}
  ) r
  where f.deleted_at is null and ($3::uuid is null or f.id = $3)
    and not exists (select from workflow_runs retry where retry.retry_of_run_id = r.id)
  order by r.created_at, r.id limit $4`;
