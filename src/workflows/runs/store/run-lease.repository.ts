import { Injectable } from '@nestjs/common';
import { insertConsumptions } from '../../../accounts/point-ledger.sql';
import { Database } from '../../../platform/database/database';
import { LeasedRunsRepository } from './leased-runs.repository';
import type { LeasedRun, NextMove, OrphanedRun, Progress } from './run.types';
import { stepIdOf } from './step-id.rules';
import { stepRowsOf } from './step-rows.rules';

/** Another worker holds the run, or it was cancelled or deleted. Nothing that this worker does for it may have an effect any more. */
export class LeaseLost extends Error {}

/**
 * The writes of the worker that holds a run. Each compares the number of the lease, so that a worker that was suspended for too long
 * changes nothing after another one has taken over.
 */
@Injectable()
export class RunLeaseRepository {
  constructor(
    private readonly database: Database,
    private readonly leased: LeasedRunsRepository,
  ) {}

  /**
   * Null when the run has ended, is held by another worker, is not due or belongs to a suspended account. It is read by a second statement: the first one may have waited
   * for the last write of another worker, and would still see the steps as they were before that write.
   */
  async take(runId: string, owner: string): Promise<LeasedRun | null> {
    const lease = await this.database.queryOne<{ number: number }>(TAKE, [runId, owner]);
    return lease ? this.leased.read(runId, lease.number) : null;
  }

  async renew({ id, leaseNumber }: LeasedRun): Promise<void> {
    const renewed = await this.database.query(RENEW, [id, leaseNumber]);
    if (renewed.length === 0) throw new LeaseLost();
  }

  /** Writes the run, its steps and the points that they consumed in one statement. */
  async write(run: LeasedRun, progress: Progress): Promise<void> {
    const rows = [stepRowsOf(run, progress.steps), consumptionRowsOf(run, progress)];
    const written = await this.database.query(WRITE, [run.id, run.leaseNumber, ...runChangesOf(progress), ...rows]);
    if (written.length === 0) throw new LeaseLost();
  }

  /** Due runs that no worker holds, the longest overdue first. */
  async orphaned(limit: number): Promise<OrphanedRun[]> {
    return this.database.query<OrphanedRun>(ORPHANED, [limit]);
  }
}

/** The points of the steps that were billed, as the JSON parameter of `WRITE`. */
const consumptionRowsOf = (run: LeasedRun, { billed }: Progress): string =>
  JSON.stringify(billed.map(({ nodeId, points }) => ({ step_id: stepIdOf(run.id, nodeId), points })));

/** The changes of the run itself, in the order of the parameters of `WRITE`. */
function runChangesOf({ steps, billed, next }: Progress): unknown[] {
  const consumed = billed.reduce((sum, { points }) => sum + points, 0);
  const hasUncertain = steps.some(({ status }) => status === 'uncertain');
  return [consumed, hasUncertain, ...statusChangesOf(next)];
}

/** Status, error code, released points, and the time when a released run is due. */
function statusChangesOf(next: NextMove): unknown[] {
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

/** Runs of a form that is being deleted are neither started nor continued. */
const HAS_FORM = `exists (select from forms f where f.id = form_id and f.deleted_at is null)`;

/** Runs of a suspended account wait. A worker that already holds one may finish its turn, so that no result of a delivery is lost. */
const MAY_RUN = `${HAS_FORM} and not exists (select from accounts a where a.id = account_id and a.suspended_at is not null)`;

/** A lease that still has an owner when it is taken over was lost by a worker that crashed. */
const TAKE = `
  update workflow_runs set
      lease_number = lease_number + 1, lease_owner = $2, due_at = now() + ${LEASE}, status = 'running',
      started_at = coalesce(started_at, now()),
      lost_leases = case when lease_owner is null then 0 else lost_leases + 1 end
    where id = $1 and status in ('pending', 'running') and due_at <= now() and ${MAY_RUN}
    returning lease_number as number`;

/** A renewal that arrives after the lease was released must not postpone the run. */
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
  ), billed as (${insertConsumptions(COSTS)})
  select from run`;

const ORPHANED = `
  select id, lease_number as "leaseNumber" from workflow_runs
  where status in ('pending', 'running') and due_at < now() - interval '2 seconds' and ${MAY_RUN}
  order by due_at limit $1`;
