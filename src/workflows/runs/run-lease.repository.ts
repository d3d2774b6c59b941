import { Injectable } from '@nestjs/common';
import { PointsService } from '../../accounts/points.service';
import { Database } from '../../platform/database/database';
import { typeOf } from '../nodes/node-types.rules';
import type { LeasedRun, NextMove, Progress, StepRow } from './run.types';
import { stepIdOf } from './step-id.rules';

/** Another worker has the run, or it was cancelled or deleted: nothing that this worker finds out about it counts any more. */
export class LeaseLost extends Error {}

/**
 * Takes and gives up runs, and writes what happens to them. Each write asks for the number of the lease, so a worker that was
 * paused for too long can change nothing after another has taken over.
 */
@Injectable()
export class RunLeaseRepository {
  constructor(
    private readonly database: Database,
    private readonly points: PointsService,
  ) {}

  /** Null when there is nothing to do: the run is over, held by another worker, or not due yet. */
  async take(runId: string, owner: string): Promise<LeasedRun | null> {
    const row = await this.database.row<LeasedRunRow>(TAKE, [runId, owner]);
    return row ? leasedFrom(row) : null;
  }

  async renew({ id, leaseNumber }: LeasedRun): Promise<void> {
    const renewed = await this.database.rows(RENEW, [id, leaseNumber]);
    if (renewed.length === 0) throw new LeaseLost();
  }

  /** One transaction: the run, its steps, and its points move together or not at all. */
  async write(run: LeasedRun, { steps, billed, next }: Progress): Promise<void> {
    await this.database.transaction(async () => {
      if (next.kind === 'finish') await this.points.release(run.accountId, run.id, next.released); // accounts before runs
      const consumed = billed.reduce((sum, { points }) => sum + points, 0);
      const hasUncertain = steps.some(({ status }) => status === 'uncertain');
      const written = await this.database.rows(WRITE_RUN, [
        run.id,
        run.leaseNumber,
        consumed,
        hasUncertain,
        ...movement(next),
      ]);
      if (written.length === 0) throw new LeaseLost();
      if (steps.length > 0)
        await this.database.rows(WRITE_STEPS, [JSON.stringify(steps.map((step) => stepRow(run, step)))]);
      const items = billed.map(({ nodeId, points }) => ({ runId: run.id, stepId: stepIdOf(run.id, nodeId), points }));
      if (items.length > 0) await this.points.consume(run.accountId, items);
    });
  }

  /** Open runs that nobody looks after although they are due, the longest waiting first. */
  async forgotten(limit: number): Promise<string[]> {
    const rows = await this.database.rows<{ id: string }>(FORGOTTEN, [limit]);
    return rows.map(({ id }) => id);
  }
}

type LeasedRunRow = Omit<LeasedRun, 'steps'> & {
  steps: (Omit<StepRow, keyof StepDates> & Record<keyof StepDates, string | null>)[];
};
type StepDates = Pick<StepRow, 'dueAt' | 'startedAt' | 'completedAt'>;

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

function leasedFrom(row: LeasedRunRow): LeasedRun {
  const steps = row.steps.map((step) => ({
    ...step,
    dueAt: dateOf(step.dueAt),
    startedAt: dateOf(step.startedAt),
    completedAt: dateOf(step.completedAt),
  }));
  return { ...row, steps };
}

/** The parameters of a move: status, error code, released points, and when the run is due if it is let go. */
function movement(next: NextMove): unknown[] {
  switch (next.kind) {
    case 'hold':
      return ['running', null, 0, null];
    case 'wait':
      return ['running', null, 0, next.until];
    case 'finish':
      return [next.status, next.errorCode, next.released, null];
  }
}

function stepRow(run: LeasedRun, step: StepRow): object {
  const node = run.definition.nodes.find(({ id }) => id === step.nodeId)!;
  return {
    id: stepIdOf(run.id, step.nodeId),
    run_id: run.id,
    node_id: step.nodeId,
    node_type: node.type,
    node_kind: typeOf(node).kind,
    status: step.status,
    port: step.port,
    output: step.output,
    changes: step.changes,
    billed_points: step.billedPoints,
    attempt_count: step.attemptCount,
    error_code: step.errorCode,
    due_at: step.dueAt,
    started_at: step.startedAt,
    completed_at: step.completedAt,
  };
}

const LEASE = `interval '30 seconds'`;

/** A lease that was never given up has been lost with its worker. A form that is being deleted starts nothing. */
const TAKE = `
  with taken as (
    update workflow_runs r set
        lease_number = lease_number + 1, lease_owner = $2, due_at = now() + ${LEASE}, status = 'running',
        started_at = coalesce(started_at, now()),
        lost_leases = case when lease_owner is null then 0 else lost_leases + 1 end
      where id = $1 and status in ('pending', 'running') and due_at <= now()
        and exists (select from forms f where f.id = r.form_id and f.deleted_at is null)
      returning *
  )
  select r.id, r.origin_run_id as "originRunId", r.account_id as "accountId", r.workflow_id as "workflowId", r.run_kind as "runKind",
    coalesce(r.definition, v.definition) as definition, r.reserved_points as "reservedPoints", r.consumed_points as "consumedPoints",
    r.lease_number as "leaseNumber", r.lost_leases as "lostLeases", r.created_at as "createdAt", now() as now,
    json_build_object(
      'submission', json_build_object(
        'id', r.submission_id,
        'source', coalesce(s.source, r.input ->> 'source'),
        'received_at', coalesce(to_char(s.received_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), r.input ->> 'received_at'),
        'has_files', coalesce(s.file_count, (r.input ->> 'file_count')::int, 0) > 0,
        'file_count', coalesce(s.file_count, (r.input ->> 'file_count')::int, 0)),
      'form', json_build_object('id', f.id, 'name', f.name),
      'run', json_build_object('id', r.id, 'workflow_version', r.workflow_version),
      'fields', coalesce(s.fields, r.input -> 'fields', '{}'::json)) as start,
    coalesce((select json_agg(json_build_object('nodeId', node_id, 'status', status, 'port', port, 'output', output, 'changes', changes,
        'billedPoints', billed_points, 'attemptCount', attempt_count, 'errorCode', error_code, 'dueAt', due_at,
        'startedAt', started_at, 'completedAt', completed_at))
      from workflow_run_steps where run_id = r.id), '[]') as steps,
    coalesce((select json_agg(json_build_object('nodeId', node_id, 'isDisabled', disabled_at is not null))
      from workflow_channels where workflow_id = r.workflow_id), '[]') as channels
  from taken r
    join forms f on f.id = r.form_id
    left join workflow_versions v on v.id = r.workflow_version_id
    left join submissions s on s.form_id = r.form_id and s.id = r.submission_id and r.input is null`;

const RENEW = `
  update workflow_runs set due_at = now() + ${LEASE}
  where id = $1 and lease_number = $2 and status = 'running' returning 1`;

const WRITE_RUN = `
  update workflow_runs set
      consumed_points = consumed_points + $3, has_uncertain = has_uncertain or $4,
      status = $5, error_code = $6, released_points = released_points + $7,
      due_at = coalesce($8, now() + ${LEASE}),
      lease_owner = case when $5 = 'running' and $8::timestamptz is null then lease_owner end,
      lost_leases = 0,
      completed_at = case when $5 <> 'running' then now() end
    where id = $1 and lease_number = $2 and status = 'running'
    returning 1`;

const WRITE_STEPS = `
  insert into workflow_run_steps as step (id, run_id, node_id, node_type, node_kind, status, port, output, changes, billed_points,
    attempt_count, error_code, due_at, started_at, completed_at)
  select * from json_to_recordset($1) as sent (id uuid, run_id uuid, node_id text, node_type text, node_kind text, status text, port text,
    output json, changes json, billed_points int, attempt_count int, error_code text, due_at timestamptz, started_at timestamptz,
    completed_at timestamptz)
  on conflict (run_id, node_id) do update set
    status = excluded.status, port = excluded.port, output = excluded.output, changes = excluded.changes,
    billed_points = excluded.billed_points, attempt_count = excluded.attempt_count, error_code = excluded.error_code,
    due_at = excluded.due_at, started_at = excluded.started_at, completed_at = excluded.completed_at`;

const FORGOTTEN = `
  select id from workflow_runs where status in ('pending', 'running') and due_at < now() - interval '2 seconds'
  order by due_at limit $1`;
