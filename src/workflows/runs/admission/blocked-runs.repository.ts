import { Injectable } from '@nestjs/common';
import type { ReservationRequest } from '../../../accounts/points.rules';
import { Database } from '../../../platform/database/database';
import type { Definition } from '../../definition/definition.types';
import type { RunStatus } from '../../definition/state-machine.rules';

export type Blockade = Extract<RunStatus, `blocked_${string}`>;

export interface BlockedRun {
  id: string;
  /** Of the version that the run goes through; null for a test, which has a definition instead. */
  maxCost: number | null;
  definition: Definition | null;
}

/** How many tests of an account are open. */
export interface OpenTests {
  /** As many as the plan allows. */
  max: number;
  /** Those that take up room: under way, or waiting for points only. */
  admitted: number;
  /** Those that wait for room. */
  waiting: number;
}

/** The statements on blocked runs. */
@Injectable()
export class BlockedRunsRepository {
  constructor(private readonly database: Database) {}

  /** Accounts that have blocked runs. */
  async accounts(): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(ACCOUNTS);
    return rows.map(({ id }) => id);
  }

  /** Fails runs that have waited for seven days; tells how many. */
  async expire(accountId: string, limit: number): Promise<number> {
    const expired = await this.database.query(EXPIRE, [accountId, limit]);
    return expired.length;
  }

  oldest(accountId: string, blockade: Blockade, limit: number): Promise<BlockedRun[]> {
    return this.database.query(OLDEST, [accountId, blockade, limit]);
  }

  /** Makes runs pending that are still blocked like this and that nobody else holds; tells which. */
  async unblock(blockade: Blockade, requests: readonly ReservationRequest[]): Promise<Set<string>> {
    const rows = await this.database.query<{ id: string }>(UNBLOCK, [
      blockade,
      requests.map(({ runId }) => runId),
      requests.map(({ points }) => points),
    ]);
    return new Set(rows.map(({ id }) => id));
  }

  /** Under a lock that holds off other tests of the account; null where the plan allows any number. */
  async openTests(accountId: string): Promise<OpenTests | null> {
    const plan = await this.database.queryOne<{ max: number }>(LOCK_TESTS, [accountId]);
    if (!plan) return null;
    const counts = await this.database.queryOne<Omit<OpenTests, 'max'>>(COUNT_TESTS, [accountId]);
    return { ...plan, ...counts! };
  }
}

const BLOCKED = `status in ('blocked_insufficient_compute_points', 'blocked_plan_limits')`;

/** A loose index scan: one probe of the index for each account, however many runs each has. */
const ACCOUNTS = `
  with recursive account (id) as (
    (select account_id from workflow_runs where ${BLOCKED} order by account_id limit 1)
    union all
    select (select account_id from workflow_runs where ${BLOCKED} and account_id > account.id order by account_id limit 1)
    from account where account.id is not null
  )
  select id from account where id is not null`;

const EXPIRE = `
  update workflow_runs set status = 'failed', error_code = 'expired_blocked', completed_at = now()
  where id = any(array(
    select id from workflow_runs where account_id = $1 and ${BLOCKED} and created_at < now() - interval '7 days'
    order by created_at, id limit $2 for update skip locked
  )) returning 1`;

const OLDEST = `
  select r.id, v.max_cost as "maxCost", r.definition
  from workflow_runs r left join workflow_versions v on v.id = r.workflow_version_id
  where r.account_id = $1 and r.status = $2
  order by r.created_at, r.id limit $3`;

const UNBLOCK = `
  update workflow_runs r set status = 'pending', reserved_points = request.points, due_at = now()
  from unnest($2::uuid[], $3::int[]) as request (id, points)
  where r.id = request.id
    and r.id = any(array(select id from workflow_runs where id = any($2::uuid[]) and status = $1 for update skip locked))
  returning r.id`;

/** The limit is looked up by the row that was locked, so a change of plan that came first counts. */
const LOCK_TESTS = `
  select (select p.test_runs_max from plans p where p.name = a.plan) as max
  from accounts a
  where a.id = $1 and (select p.test_runs_max from plans p where p.name = a.plan) is not null
  for no key update`;

const COUNT_TESTS = `
  select count(*) filter (where status <> 'blocked_plan_limits')::int as admitted,
    count(*) filter (where status = 'blocked_plan_limits')::int as waiting
  from (
    select status from workflow_runs where account_id = $1 and run_kind = 'test' and status in ('pending', 'running')
    union all
    select status from workflow_runs where account_id = $1 and run_kind = 'test' and ${BLOCKED}
  ) open`;
