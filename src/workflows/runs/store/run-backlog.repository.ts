import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import type { Backlog, BusyWorker, StuckRun } from './run-backlog.types';
import { LEASE_DURATION } from './leased-runs.repository';
import { HAS_ENDED, IS_ACTIVE, IS_BLOCKED, IS_OF_KEPT, IS_UNDECIDED, MAY_RUN } from './run-conditions.sql';
import type { RetryableRun, RetryFilter } from './run.types';

@Injectable()
export class RunBacklogRepository {
  constructor(private readonly database: Database) {}

  /** Counts open runs by their indexes, up to `MAX_COUNT` for each state, which limits the cost. */
  async read(): Promise<Backlog> {
    return (await this.database.queryOne<Backlog>(READ))!;
  }

  workers(): Promise<BusyWorker[]> {
    return this.database.query(WORKERS);
  }

  /** Finds at most `limit` runs for each reason, the oldest first. */
  stuck(limit: number): Promise<StuckRun[]> {
    return this.database.query(STUCK, [limit]);
  }

  /** Production runs that nobody has retried or dismissed yet, the oldest first. */
  retryable({ statuses, createdSince, formId }: RetryFilter, limit: number): Promise<RetryableRun[]> {
    return this.database.query(RETRYABLE, [statuses, createdSince, formId, limit]);
  }
}

const MAX_COUNT = 10_000;

const READ = `
  with due as (
    select due_at from workflow_runs
    where ${IS_ACTIVE} and due_at <= now() and ${MAY_RUN}
    order by due_at limit ${MAX_COUNT}
  ), later as (
    select lease_owner is not null as is_leased from workflow_runs
    where ${IS_ACTIVE} and due_at > now()
    order by due_at limit ${MAX_COUNT}
  ), blocked as (
    select status from workflow_runs where ${IS_BLOCKED} limit ${MAX_COUNT}
  )
  select json_build_object(
      'due', (select count(*) from due),
      'leased', (select count(*) from later where is_leased),
      'scheduled', (select count(*) from later where not is_leased),
      'blocked_points', (select count(*) from blocked where status = 'blocked_insufficient_compute_points'),
      'blocked_plan', (select count(*) from blocked where status = 'blocked_plan_limits')) as counts,
    coalesce((select extract(epoch from now() - min(due_at)) from due), 0)::float8 as oldest_due_seconds`;

/** A leased run is due when its lease ends, so runs that are due after the duration of a lease have no worker. */
const WORKERS = `
  select lease_owner as name, count(*)::int as runs from workflow_runs
  where ${IS_ACTIVE} and due_at between now() and now() + ${LEASE_DURATION} and lease_owner is not null
  group by lease_owner order by lease_owner`;

const STUCK = `
  with no_worker as (
    select form_id, id, 'no_worker' as reason from workflow_runs
    where ${IS_ACTIVE} and due_at < now() - interval '1 minute' and ${MAY_RUN}
    order by due_at limit $1
  ), workers_lost as (
    select form_id, id, 'workers_lost' from workflow_runs
    where ${IS_ACTIVE} and lost_leases > 0 and id not in (select id from no_worker)
    order by due_at limit $1
  ), blocked as (
    select form_id, id, 'blocked' from workflow_runs where ${IS_BLOCKED} and created_at < now() - interval '1 hour'
    order by created_at limit $1
  )
  select r.id, stuck.reason, r.account_id, r.form_id, r.status, r.due_at,
    r.lease_owner, r.lost_leases, r.created_at
  from (select * from no_worker union all select * from workers_lost union all select * from blocked) stuck
    join workflow_runs r on r.form_id = stuck.form_id and r.id = stuck.id
  order by r.created_at, r.id`;

/** Repeats the condition of the partial index of ended runs, which the planner cannot derive from `$1`. */
const RETRYABLE = `
  select r.id, r.account_id, r.form_id, r.has_uncertain
  from forms f cross join lateral (
    select * from workflow_runs
    where form_id = f.id and ${HAS_ENDED} and status = any($1::text[])
      and created_at >= $2 and run_kind = 'production' and ${IS_UNDECIDED}
  ) r
  where f.deleted_at is null and ($3::uuid is null or f.id = $3)
    and not exists (select from workflow_runs retry where retry.retry_of_run_id = r.id) and ${IS_OF_KEPT}
  order by r.created_at, r.id limit $4`;
