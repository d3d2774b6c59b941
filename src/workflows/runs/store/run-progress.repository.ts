import { Injectable } from '@nestjs/common';
import { insertConsumptions } from '../../../accounts/point-ledger.entity';
import { Database } from '../../../platform/database/database';
import { LEASE_DURATION } from './leased-runs.repository';
import { HAS_FORM } from './run-conditions.sql';
import type { NextMove, Progress } from './run.types';
import { stepIdOf, stepRowsOf } from './step-rows.rules';

/**
 * Writes for the worker that holds runs. Each write compares the lease number, so that a worker that was suspended changes nothing after
 * another worker has taken over. A trigger refuses illegal transitions of statuses (`refuse-illegal-move.sql`).
 */
@Injectable()
export class RunProgressRepository {
  constructor(private readonly database: Database) {}

  /**
   * Writes runs, their steps and their consumed points in one statement, and extends or releases the leases. Resolves with the ids of the
   * written runs; the leases of all others were lost, or released by an earlier try of the same write.
   */
  async write(writes: readonly Progress[]): Promise<Set<string>> {
    const steps = writes.flatMap(({ run, steps }) => stepRowsOf(run, steps));
    const rows = [writes.map(runRowOf), steps, writes.flatMap(costRowsOf)].map((each) => JSON.stringify(each));
    const ids = writes.map(({ run }) => run.id);
    const written = await this.database.query<{ id: string }>(WRITE, [...rows, ids]);
    return new Set(written.map(({ id }) => id));
  }
}

const runRowOf = ({ run, steps, billed, next }: Progress): object => ({
  id: run.id,
  lease_number: run.leaseNumber,
  consumed: billed.reduce((sum, { points }) => sum + points, 0),
  has_uncertain: steps.some(({ status }) => status === 'uncertain'),
  ...statusChangesOf(next),
});

/** Only a run that is released until a step is due has a `next_due_at`. */
function statusChangesOf(next: NextMove): object {
  switch (next.kind) {
    case 'hold':
      return { status: 'running', released: 0 };
    case 'wait':
      return { status: 'running', released: 0, next_due_at: next.until };
    case 'finish':
      return { status: next.status, error_code: next.errorCode, released: next.released };
  }
}

const costRowsOf = ({ run: { id }, billed }: Progress): object[] =>
  billed.map(({ nodeId, points }) => ({ run_id: id, step_id: stepIdOf(id, nodeId), points }));

const COSTS = `
  (select run.account_id, run.id as run_id, cost.step_id, cost.points
   from run join json_to_recordset($3) as cost (run_id uuid, step_id uuid, points int) on cost.run_id = run.id) as costs`;

/**
 * Runs are locked in the order of their ids before any is written, so that the batches of several workers do not deadlock. They are looked
 * up by an array of ids only: without statistics the planner would otherwise read the whole table, or the index of all due runs.
 */
const WRITE = `
  with sent as materialized (
    select * from json_to_recordset($1) as sent (id uuid, lease_number int, consumed int, has_uncertain boolean, status text,
      error_code text, released int, next_due_at timestamptz)
  ), held as materialized (
    select form_id, id, lease_number, lease_owner, status, ${HAS_FORM} as has_form from workflow_runs
    where id = any($4::uuid[]) order by id for no key update
  ), run as (
    update workflow_runs r set
        consumed_points = r.consumed_points + sent.consumed, has_uncertain = r.has_uncertain or sent.has_uncertain,
        status = sent.status, error_code = sent.error_code, released_points = r.released_points + sent.released,
        due_at = coalesce(sent.next_due_at, now() + ${LEASE_DURATION}),
        lease_owner = case when sent.status = 'running' and sent.next_due_at is null then r.lease_owner end,
        lost_leases = 0,
        completed_at = case when sent.status <> 'running' then now() end
      from held join sent on sent.id = held.id and sent.lease_number = held.lease_number
      where r.form_id = held.form_id and r.id = held.id and held.lease_owner is not null and held.status = 'running' and held.has_form
      returning r.form_id, r.id, r.account_id
  ), moved as (
    insert into workflow_run_steps as step (form_id, id, run_id, node_id, node_type, node_kind, status, port, output, changes, billed_points,
      attempt_count, attempts, error_code, due_at, started_at, completed_at)
    select run.form_id, moved.* from run join json_to_recordset($2) as moved (id uuid, run_id uuid, node_id text, node_type text, node_kind text,
      status text, port text, output json, changes json, billed_points int, attempt_count int, attempts json, error_code text, due_at timestamptz,
      started_at timestamptz, completed_at timestamptz) on moved.run_id = run.id
    on conflict (run_id, form_id, node_id) do update set
      status = excluded.status, port = excluded.port, output = excluded.output, changes = excluded.changes,
      billed_points = excluded.billed_points, attempt_count = excluded.attempt_count, attempts = excluded.attempts, error_code = excluded.error_code,
      due_at = excluded.due_at, started_at = excluded.started_at, completed_at = excluded.completed_at
  ), billed as (${insertConsumptions(COSTS)})
  select id from run`;
