import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import type { Definition } from '../../model/definition.types';
import type { BlockedStatus } from '../store/runs.repository';
import { IS_BLOCKED } from '../store/runs.repository';

export interface BlockedRun {
  id: string;
  /** The maximum cost of the run's version; null for a test, which has a definition instead. */
  maxCost: number | null;
  definition: Definition | null;
}

/** The numbers of an account's open tests. */
export interface OpenTests {
  /** The limit of the plan. */
  max: number;
  /** Tests that count towards the limit: in progress, or waiting for points only. */
  admitted: number;
  /** Tests that wait for the limit. */
  waiting: number;
}

/** Reads blocked runs; `RunsRepository` changes them. */
@Injectable()
export class BlockedRunsRepository {
  constructor(private readonly database: Database) {}

  /** The ids of the accounts that have blocked runs, without suspended ones, whose runs wait. */
  async accountIds(): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(ACCOUNT_IDS);
    return rows.map(({ id }) => id);
  }

  oldest(accountId: string, status: BlockedStatus, limit: number): Promise<BlockedRun[]> {
    return this.database.query(OLDEST, [accountId, status, limit]);
  }

  /** Null for a plan without a limit; else the account stays locked against other tests until the transaction ends. */
  async openTests(accountId: string): Promise<OpenTests | null> {
    const plan = await this.database.queryOne<{ max: number }>(LOCK_LIMIT, [accountId]);
    if (!plan) return null;
    const counts = await this.database.queryOne<Omit<OpenTests, 'max'>>(COUNT_TESTS, [accountId]);
    return { ...plan, ...counts! };
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

/** The limit is read through the locked row, so that a change of plan that committed before the lock counts. */
const LOCK_LIMIT = `
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
    select status from workflow_runs where account_id = $1 and run_kind = 'test' and ${IS_BLOCKED}
  ) open`;
