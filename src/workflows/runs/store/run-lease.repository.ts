import { Injectable } from '@nestjs/common';
import { consumptionOf } from '../../../accounts/consumption.rules';
import { PointsService } from '../../../accounts/points.service';
import { Database } from '../../../platform/database/database';
import { Transactions } from '../../../platform/database/transactions';
import type { OrphanedRun } from '../admission/run-queue';
import { LeasedRunsRepository } from './leased-runs.repository';
import { LeaseLost } from '../engine/run-lease';
import type { LeasedRun, NextMove, Progress } from './run.types';
import { stepIdOf } from './step-id.rules';
import { stepRowsOf } from './step-rows.rules';

/**
 * Takes and gives up runs, and writes what happens to them. Each write asks for the number of the lease, so a worker that was
 * paused for too long can change nothing after another has taken over.
 */
@Injectable()
export class RunLeaseRepository {
  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly leased: LeasedRunsRepository,
    private readonly points: PointsService,
  ) {}

  /**
   * Null when there is nothing to do: the run is over, held by another worker, or not due yet. It is read by a statement of its own:
   * one that has waited for the last write of another worker would still show the steps as they were before that.
   */
  async take(runId: string, owner: string): Promise<LeasedRun | null> {
    const lease = await this.database.queryOne<{ number: number }>(TAKE, [runId, owner]);
    return lease ? this.leased.read(runId, lease.number) : null;
  }

  async renew({ id, leaseNumber }: LeasedRun): Promise<void> {
    const renewed = await this.database.query(RENEW, [id, leaseNumber]);
    if (renewed.length === 0) throw new LeaseLost();
  }

  /** The run, its steps, and its points move together or not at all: in one statement unless points are given back. */
  async write(run: LeasedRun, progress: Progress): Promise<void> {
    const released = progress.next.kind === 'finish' ? progress.next.released : 0;
    if (released === 0) return this.move(run, progress);
    await this.transactions.run(async () => {
      await this.points.lockBalance(run.accountId); // accounts before runs
      await this.move(run, progress);
      await this.points.release(run.accountId, run.id, released);
    });
  }

  /** Open runs that nobody looks after although they are due, the longest waiting first. */
  async orphaned(limit: number): Promise<OrphanedRun[]> {
    return this.database.query<OrphanedRun>(FORGOTTEN, [limit]);
  }

  private async move(run: LeasedRun, progress: Progress): Promise<void> {
    const rows = [stepRowsOf(run, progress.steps), costsOf(run, progress)];
    const written = await this.database.query(WRITE, [run.id, run.leaseNumber, ...movement(progress), ...rows]);
    if (written.length === 0) throw new LeaseLost();
  }
}

/** What the steps cost that were billed now, as JSON for the statement that writes it. */
const costsOf = (run: LeasedRun, { billed }: Progress): string =>
  JSON.stringify(billed.map(({ nodeId, points }) => ({ step_id: stepIdOf(run.id, nodeId), points })));

/** What has changed about the run itself, in the order of the statement's parameters. */
function movement({ steps, billed, next }: Progress): unknown[] {
  const consumed = billed.reduce((sum, { points }) => sum + points, 0);
  const hasUncertain = steps.some(({ status }) => status === 'uncertain');
  return [consumed, hasUncertain, ...destinationOf(next)];
}

/** Status, error code, released points, and when the run is due if it is let go. */
function destinationOf(next: NextMove): unknown[] {
  switch (next.kind) {
    case 'hold':
      return ['running', null, 0, null];
    case 'wait':
      return ['running', null, 0, next.until];
    case 'finish':
      return [next.status, next.errorCode, next.released, null];
  }
}

const LEASE = `interval '30 seconds'`;

/** The runs of a form that is being deleted neither begin nor go on. */
const HAS_FORM = `exists (select from forms f where f.id = form_id and f.deleted_at is null)`;

/** A lease that was never given up has been lost with its worker. */
const TAKE = `
  update workflow_runs set
      lease_number = lease_number + 1, lease_owner = $2, due_at = now() + ${LEASE}, status = 'running',
      started_at = coalesce(started_at, now()),
      lost_leases = case when lease_owner is null then 0 else lost_leases + 1 end
    where id = $1 and status in ('pending', 'running') and due_at <= now() and ${HAS_FORM}
    returning lease_number as number`;

/** One that arrives after the lease was given up must not put off the run. */
const RENEW = `
  update workflow_runs set due_at = now() + ${LEASE}
  where id = $1 and lease_number = $2 and lease_owner is not null and status = 'running' returning 1`;

const COSTS = `
  (select run.account_id, run.id as run_id, cost.step_id, cost.points
   from run, json_to_recordset($10) as cost (step_id uuid, points int)) as costs`;

const WRITE = `
  with run as (
    update workflow_runs set
        consumed_points = consumed_points + $3, has_uncertain = has_uncertain or $4,
        status = $5, error_code = $6, released_points = released_points + $7,
        due_at = coalesce($8, now() + ${LEASE}),
        lease_owner = case when $5 = 'running' and $8::timestamptz is null then lease_owner end,
        lost_leases = 0,
        completed_at = case when $5 <> 'running' then now() end
      where id = $1 and lease_number = $2 and status = 'running' and ${HAS_FORM}
      returning id, account_id
  ), moved as (
    insert into workflow_run_steps as step (id, run_id, node_id, node_type, node_kind, status, port, output, changes, billed_points,
      attempt_count, error_code, due_at, started_at, completed_at)
    select sent.* from run, json_to_recordset($9) as sent (id uuid, run_id uuid, node_id text, node_type text, node_kind text,
      status text, port text, output json, changes json, billed_points int, attempt_count int, error_code text, due_at timestamptz,
      started_at timestamptz, completed_at timestamptz)
    on conflict (run_id, node_id) do update set
      status = excluded.status, port = excluded.port, output = excluded.output, changes = excluded.changes,
      billed_points = excluded.billed_points, attempt_count = excluded.attempt_count, error_code = excluded.error_code,
      due_at = excluded.due_at, started_at = excluded.started_at, completed_at = excluded.completed_at
  ), billed as (${consumptionOf(COSTS)})
  select from run`;

const FORGOTTEN = `
  select id, lease_number as "leaseNumber" from workflow_runs
  where status in ('pending', 'running') and due_at < now() - interval '2 seconds' and ${HAS_FORM}
  order by due_at limit $1`;
