import { Injectable } from '@nestjs/common';
import type { ReservationRequest } from '../../../accounts/points.rules';
import { Database } from '../../../platform/database/database';
import type { RunStatus } from '../../definition/state-machine.rules';
import type { Definition } from '../../model/definition.types';
import { IS_ACTIVE, IS_BLOCKED } from '../store/run-conditions.sql';

export type BlockedStatus = Extract<RunStatus, `blocked_${string}`>;

export interface BlockedRun {
  id: string;
  /** The maximum cost of the run's version; null for a test, which has a definition instead. */
  maxCost: number | null;
  definition: Definition | null;
}

export interface OpenTests {
  max: number;
  /** The tests that count towards the limit: those in progress, and those that wait for points only. */
  admitted: number;
  waiting: number;
}

@Injectable()
export class BlockedRunsRepository {
  constructor(private readonly database: Database) {}

  /** The ids of the accounts with blocked runs, except suspended accounts. */
  async accountIds(): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(ACCOUNT_IDS);
    return rows.map(({ id }) => id);
  }

  oldest(accountId: string, status: BlockedStatus, limit: number): Promise<BlockedRun[]> {
    return this.database.query(OLDEST, [accountId, status, limit]);
  }

  /** Counts the open tests, and locks the account against new ones until the transaction ends. Null for a plan without a limit. */
  async openTests(accountId: string): Promise<OpenTests | null> {
    const plan = await this.database.queryOne<{ max: number }>(LOCK_LIMIT, [accountId]);
    if (!plan) return null;
    const counts = await this.database.queryOne<Omit<OpenTests, 'max'>>(COUNT_TESTS, [accountId]);
    return { ...plan, ...counts! };
  }

  /** Makes runs pending, except those that are no longer blocked or that another transaction has locked. Resolves with the changed ids. */
  async unblock(status: BlockedStatus, requests: readonly ReservationRequest[]): Promise<Set<string>> {
    const columns = [requests.map(({ runId }) => runId), requests.map(({ points }) => points)];
    const rows = await this.database.query<{ id: string }>(UNBLOCK, [status, ...columns]);
    return new Set(rows.map(({ id }) => id));
  }

  /** Fails runs of an account that have been blocked for seven days. Resolves with their number. */
  async expire(accountId: string, limit: number): Promise<number> {
    return (await this.database.query(EXPIRE, [accountId, limit])).length;
  }
}

/** A loose index scan: one index lookup for each account, however many runs it has. */
const ACCOUNT_IDS = `
  with recursive account (id) as (
    (select account_id from workflow_runs where ${IS_BLOCKED} order by account_id limit 1)
    union all
    select (select account_id from workflow_runs where ${IS_BLOCKED} and account_id > account.id order by account_id limit 1)
    from account where account.id is not null
  )
  select id from account
  where id is not null and not exists (select from accounts a where a.id = account.id and a.suspended_at is not null)`;

const OLDEST = `
  select r.id, v.max_cost, r.definition
  from workflow_runs r left join workflow_versions v on v.id = r.workflow_version_id
  where r.account_id = $1 and r.status = $2
  order by r.created_at, r.id limit $3`;

/** Reads the limit by way of the locked row, so that a change of the plan counts if it was committed before the lock. */
const LOCK_LIMIT = `
  select (select p.test_runs_max from plans p where p.name = a.plan) as max
  from accounts a
  where a.id = $1 and (select p.test_runs_max from plans p where p.name = a.plan) is not null
  for no key update`;

const COUNT_TESTS = `
  select count(*) filter (where status <> 'blocked_plan_limits')::int as admitted,
    count(*) filter (where status = 'blocked_plan_limits')::int as waiting
  from (
    select status from workflow_runs where account_id = $1 and run_kind = 'test' and ${IS_ACTIVE}
    union all
    select status from workflow_runs where account_id = $1 and run_kind = 'test' and ${IS_BLOCKED}
  ) open`;

const UNBLOCK = `
  update workflow_runs r set status = 'pending', reserved_points = request.points, due_at = now()
  from unnest($2::uuid[], $3::int[]) as request (id, points)
  where r.id = request.id
    and r.id = any(array(select id from workflow_runs where id = any($2::uuid[]) and status = $1 for update skip locked))
  returning r.id`;

const EXPIRE = `
  update workflow_runs set status = 'failed', error_code = 'expired_blocked', completed_at = now()
  where id = any(array(
    select id from workflow_runs where account_id = $1 and ${IS_BLOCKED} and created_at < now() - interval '7 days'
    order by created_at, id limit $2 for update skip locked
  )) returning 1`;
