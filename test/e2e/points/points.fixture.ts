import { Logger } from '@nestjs/common';
import { AccountsRepository } from '../../../src/accounts/accounts.repository';
import { loadConfig } from '../../../src/platform/config/config';
import { AccountsService } from '../../../src/accounts/accounts.service';
import { AuditEventsRepository } from '../../../src/api/operation/audit-events.repository';
import { PointsService } from '../../../src/accounts/points.service';
import { ENTITIES } from '../../../src/entities';
import { SystemClock } from '../../../src/platform/time';
import { createDataSource } from '../../../src/platform/database/data-source';
import { Database } from '../../../src/platform/database/database';
import { AmbientTransaction, Transactions } from '../../../src/platform/database/transactions';
import { newId } from '../../../src/platform/ids.rules';
import { BlockedRunsRepository } from '../../../src/workflows/runs/admission/blocked-runs.repository';
import { BlockedRunsService } from '../../../src/workflows/runs/admission/blocked-runs.service';
import type { Definition } from '../../../src/workflows/model/definition.types';
import { RunQueue } from '../../../src/workflows/runs/admission/run-queue';
import { atEnd } from '../../support/at-end';
import { waitUntil } from '../../support/wait-until';
import { cloneDatabase } from '../../support/database';
import { countLockWaiters } from '../../support/queries';
import { DEFAULT_VERSIONS, definitionOf, SMALL_PLANS } from './points-rows.fixture';

/** A form with a workflow. */
export interface PointsForm {
  id: string;
  accountId: string;
  workflowId: string;
}

export interface PointsRun {
  id: string;
  accountId: string;
  status: string;
  reserved: number;
  consumed: number;
}

/** The services of compute points on a database of their own, with the writes of runs to their rows. */
export class PointsFixture {
  private readonly accountRows = new AccountsRepository(this.database);
  readonly points = new PointsService(this.transactions, this.accountRows);
  readonly accounts = new AccountsService(
    this.transactions,
    this.accountRows,
    new AuditEventsRepository(this.database, loadConfig({})),
    new SystemClock(),
  );
  readonly wakeUps = new RecordedRunQueue();
  readonly blocked = new BlockedRunsService(this.transactions, this.points, new BlockedRunsRepository(this.database), this.wakeUps);

  private constructor(
    private readonly url: string,
    readonly database: Database,
    readonly transactions: Transactions,
    readonly close: () => Promise<void>,
  ) {}

  static async start(): Promise<PointsFixture> {
    Logger.overrideLogger(false);
    const { url, drop } = await cloneDatabase();
    const fixture = await PointsFixture.on(url, drop);
    await fixture.database.query(SMALL_PLANS);
    return fixture;
  }

  /** A second process on the same database. Close it before the fixture. */
  sibling(): Promise<PointsFixture> {
    return PointsFixture.on(this.url, () => Promise.resolve());
  }

  private static async on(url: string, drop: () => Promise<void>): Promise<PointsFixture> {
    const source = await createDataSource({ url, poolSize: 20 }, ENTITIES).initialize();
    const ambient = new AmbientTransaction();
    const database = new Database(source, ambient, { databasePooler: 'none' });
    return new PointsFixture(
      url,
      database,
      new Transactions(source, ambient),
      atEnd(() => database.close().then(drop)),
    );
  }

  /** A form of a new account. */
  async form(plan = 'tiny'): Promise<PointsForm> {
    const { id } = await this.accounts.create(`account ${newId()}`, plan);
    return this.formOf(id);
  }

  async formOf(accountId: string): Promise<PointsForm> {
    const form = { id: newId(), accountId, workflowId: newId() };
    await this.database.query(
      `with form as (
        insert into forms (id, account_id, name, validate_fields, notifications_enabled, submission_token_digest, created_at, updated_at)
        values ($1, $2, 'Contact', true, true, '', now(), now()) returning id
      )
      insert into workflows (id, form_id, draft_definition, draft_min_cost, draft_max_cost, draft_saved_at, created_at)
      select $3, id, '{}', 0, 0, now(), now() from form`,
      [form.id, form.accountId, form.workflowId],
    );
    await this.database.query(DEFAULT_VERSIONS, [form.workflowId]);
    return form;
  }

  /** Starts a production run of a version with this cost. */
  async begin(form: PointsForm, points: number): Promise<PointsRun> {
    const [run] = await this.beginAll(form, points);
    return run!;
  }

  /** Starts several runs in one batch. */
  beginAll(form: PointsForm, ...costs: number[]): Promise<PointsRun[]> {
    return this.transactions.run(async () => {
      const requests = costs.map((points) => ({ runId: newId(), points }));
      const granted = await this.points.reserve(form.accountId, requests);
      const runs: PointsRun[] = [];
      for (const { runId, points } of requests) {
        const members = { kind: 'production', versionId: await this.version(form, points) };
        runs.push(await this.insert(form, runId, granted.has(runId) ? points : null, members));
      }
      return runs;
    });
  }

  /** Starts a test run of a draft whose steps have this cost, without its destination. */
  beginTest(form: PointsForm, points: number): Promise<PointsRun> {
    return this.transactions.run(async () => {
      const id = newId();
      const test = { kind: 'test', definition: definitionOf(points) };
      const mayStart = await this.blocked.mayStartTest(form.accountId);
      if (!mayStart) return this.insert(form, id, null, { ...test, blockade: 'blocked_plan_limits' });
      const granted = await this.points.reserve(form.accountId, [{ runId: id, points }]);
      return this.insert(form, id, granted.has(id) ? points : null, test);
    });
  }

  /** Bills a step of the run with this cost, limited to the remaining reservation. */
  work({ id }: { id: string }, points: number): Promise<void> {
    return this.transactions.run(async () => {
      const run = await this.lock(id);
      if (!run || !['pending', 'running'].includes(run.status)) return;
      const billed = Math.min(points, run.reserved - run.consumed);
      const stepId = newId();
      await this.database.query(`update workflow_runs set status = 'running', consumed_points = consumed_points + $2 where id = $1`, [
        id,
        billed,
      ]);
      await this.database.query(
        `insert into workflow_run_steps (id, run_id, form_id, node_id, node_type, node_kind, status, billed_points)
         select $1, id, form_id, $1::uuid::text, 'delay', 'control', 'succeeded', $3 from workflow_runs where id = $2`,
        [stepId, id, billed],
      );
      await this.points.consume(run.accountId, [{ runId: id, stepId, points: billed }]);
    });
  }

  /** Ends the run, successfully if it has started. Does nothing for a run that has ended. */
  end({ id, accountId }: { id: string; accountId: string }): Promise<void> {
    return this.transactions.run(async () => {
      await this.points.lockBalance(accountId);
      const run = await this.lock(id);
      if (!run || ['succeeded', 'cancelled', 'failed'].includes(run.status)) return;
      await this.points.release(accountId, id, run.reserved - run.consumed);
      await this.database.query(
        `update workflow_runs set status = $2, released_points = reserved_points - consumed_points, completed_at = now() where id = $1`,
        [id, run.status === 'running' ? 'succeeded' : 'cancelled'],
      );
    });
  }

  remove({ id, accountId }: { id: string; accountId: string }): Promise<void> {
    return this.transactions.run(async () => {
      await this.points.lockBalance(accountId);
      await this.database.query('delete from workflow_runs where id = $1', [id]);
    });
  }

  async balance(accountId: string): Promise<number | null> {
    const [row] = await this.database.query<{ points: number | null }>('select points_balance as points from accounts where id = $1', [
      accountId,
    ]);
    return row!.points;
  }

  /** The ledger entries of an account, in order. */
  async ledger(accountId: string): Promise<string[]> {
    const rows = await this.database.query<{ entry: string }>(
      `select kind || ' ' || points as entry from point_ledger where account_id = $1 order by id`,
      [accountId],
    );
    return rows.map(({ entry }) => entry);
  }

  async statusOf(...runs: { id: string }[]): Promise<string[]> {
    const rows = await this.database.query<{ status: string }>(
      `select coalesce(r.status, 'gone') as status
       from unnest($1::uuid[]) with ordinality as wanted (id, place) left join workflow_runs r using (id) order by place`,
      [runs.map(({ id }) => id)],
    );
    return rows.map(({ status }) => status);
  }

  async dueTimes(...runs: { id: string }[]): Promise<Date[]> {
    const rows = await this.database.query<{ due: Date }>(
      `select due_at as due from unnest($1::uuid[]) with ordinality as wanted (id, place) join workflow_runs using (id) order by place`,
      [runs.map(({ id }) => id)],
    );
    return rows.map(({ due }) => due);
  }

  /** Resolves once a session waits for a lock. */
  untilLockWaiter(): Promise<void> {
    return waitUntil(async () => (await countLockWaiters(this)) > 0);
  }

  /** Moves the last granted allowance to the previous month. */
  async startNewMonth(accountId: string): Promise<void> {
    await this.database.query(`update accounts set points_month = points_month - interval '1 month' where id = $1`, [accountId]);
  }

  async age({ id }: { id: string }, by: string): Promise<void> {
    await this.database.query('update workflow_runs set created_at = created_at - $2::interval where id = $1', [id, by]);
  }

  /** Inserts a run, blocked without granted points. */
  private async insert(
    { id: formId, accountId, workflowId }: PointsForm,
    id: string,
    granted: number | null,
    { kind, versionId = null, definition = null, blockade = 'blocked_insufficient_compute_points' }: RunMembers,
  ): Promise<PointsRun> {
    const status = granted === null ? blockade : 'pending';
    const reserved = granted ?? 0;
    await this.database.query(
      `insert into workflow_runs (id, account_id, form_id, workflow_id, workflow_version_id, submission_id, run_kind, status, definition,
         reserved_points, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, clock_timestamp())`,
      [id, accountId, formId, workflowId, versionId, newId(), kind, status, definition, reserved],
    );
    return { id, accountId, status, reserved, consumed: 0 };
  }

  /** Versions of common costs are inserted in advance, so that concurrent runs do not block each other here. */
  private async version({ workflowId }: PointsForm, points: number): Promise<string> {
    const version = points + 1;
    const existing = await this.database.queryOne<{ id: string }>(
      'select id from workflow_versions where workflow_id = $1 and version = $2',
      [workflowId, version],
    );
    if (existing) return existing.id;
    const id = newId();
    await this.database.query(
      `insert into workflow_versions (id, workflow_id, version, definition, fingerprint, node_count, min_cost, max_cost, published_at)
       values ($1, $2, $3, '{}', '', 1, 0, $4, now())`,
      [id, workflowId, version, points],
    );
    return id;
  }

  private lock(id: string): Promise<PointsRun | undefined> {
    return this.database.queryOne<PointsRun>(
      `select id, account_id as "accountId", status, reserved_points as reserved, consumed_points as consumed
       from workflow_runs where id = $1 for update`,
      [id],
    );
  }
}

interface RunMembers {
  kind: string;
  versionId?: string | null;
  definition?: Definition | null;
  blockade?: string;
}

/** Counts the runs that workers would be woken for. */
class RecordedRunQueue extends RunQueue {
  runs = 0;

  constructor() {
    super(null as never);
  }

  override async wakeFor(runs: number): Promise<void> {
    this.runs += runs;
  }
}
