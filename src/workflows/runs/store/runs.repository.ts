import { Inject, Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import type { ReservationRequest } from '../../../accounts/points.rules';
import type { Caller } from '../../../api/auth/caller';
import { ofVisibleForm } from '../../../forms/form.rules';
import { type Config, CONFIG } from '../../../platform/config/config';
import { Database, type Row } from '../../../platform/database/database';
import { BACKGROUND, HOURLY, PeriodicTask } from '../../../platform/lifecycle/periodic-tasks';
import type { RunStatus } from '../../definition/state-machine.rules';
import type { NewRun, StartedRun, StepEnd } from './run.types';
import { stepIdOf } from './step-rows.rules';
import { WorkflowRunEntity, WorkflowRunStepEntity } from './workflow-run.entity';

export type BlockedStatus = Extract<RunStatus, `blocked_${string}`>;

/**
 * Runs and their steps, for everything but their lists and their execution: the writes of a worker that holds a run are in
 * `RunLeaseRepository`.
 */
@Injectable()
export class RunsRepository {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Pick<Config, 'retention'>,
  ) {}

  /** The run, if it belongs to the form and the caller may see the form. */
  visible(caller: Caller, formId: string, id: string): Promise<WorkflowRunEntity | null> {
    return this.database
      .repository(WorkflowRunEntity)
      .createQueryBuilder('r')
      .where({ formId, id })
      .andWhere(...ofVisibleForm(caller, 'r'))
      .getOne();
  }

  /** Finds those of these runs whose forms the caller may see. */
  visibleOf(caller: Caller, ids: readonly string[]): Promise<WorkflowRunEntity[]> {
    return this.database
      .repository(WorkflowRunEntity)
      .createQueryBuilder('r')
      .where('r.id = any(:ids)', { ids })
      .andWhere(...ofVisibleForm(caller, 'r'))
      .getMany();
  }

  stepsOf({ formId, id: runId }: RunKey): Promise<WorkflowRunStepEntity[]> {
    return this.database.repository(WorkflowRunStepEntity).findBy({ runId, formId });
  }

  /** Locked until the transaction ends. */
  openOfSubmission(formId: string, submissionId: string): Promise<WorkflowRunEntity[]> {
    const lock = { mode: 'pessimistic_write' } as const;
    const where = { formId, submissionId, completedAt: IsNull() };
    return this.database.repository(WorkflowRunEntity).find({ where, order: { id: 'asc' }, lock });
  }

  hasRetry({ formId, id }: RunKey): Promise<boolean> {
    return this.database.repository(WorkflowRunEntity).existsBy({ formId, retryOfRunId: id });
  }

  /** Locked until the transaction ends. */
  lock({ formId, id }: RunKey): Promise<WorkflowRunEntity | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return this.database.repository(WorkflowRunEntity).findOne({ where: { formId, id }, lock });
  }

  /** Inserts a run with the steps that it copies from another run. */
  async insert(run: NewRun & StartedRun, now: Date): Promise<void> {
    await this.database.query(INSERT, [JSON.stringify([rowOf(run)]), now]);
    const { id: runId, formId } = run;
    const steps = (run.steps ?? []).map((step) => ({ ...step, id: stepIdOf(runId, step.nodeId), runId, formId }));
    if (steps.length > 0) {
      await this.database.repository(WorkflowRunStepEntity).insert(steps as Row<WorkflowRunStepEntity>[]);
    }
  }

  /** Ends a locked run. Its lease is lost with the status. */
  async cancel({ formId, id }: RunKey, end: CancelledRun): Promise<void> {
    await this.database.repository(WorkflowRunEntity).update({ formId, id }, end);
  }

  async endSteps({ formId, id }: RunKey, ends: readonly StepEnd[], now: Date): Promise<void> {
    if (ends.length === 0) return;
    await this.database.query(END_STEPS, [JSON.stringify(ends.map(stepEndRowOf)), now, id, formId]);
  }

  /**
   * Makes blocked runs pending, except those that are no longer blocked or that another transaction has locked. Resolves with their ids.
   */
  async unblock(status: BlockedStatus, requests: readonly ReservationRequest[]): Promise<Set<string>> {
    const rows = await this.database.query<{ id: string }>(UNBLOCK, [
      status,
      requests.map(({ runId }) => runId),
      requests.map(({ points }) => points),
    ]);
    return new Set(rows.map(({ id }) => id));
  }

  /** Fails runs of an account that have been blocked for seven days. Resolves with their number. */
  async expireBlocked(accountId: string, limit: number): Promise<number> {
    const expired = await this.database.query(EXPIRE_BLOCKED, [accountId, limit]);
    return expired.length;
  }

  /** Deletes the runs of submissions with their steps. A trigger releases the points of open runs. */
  async deleteOfSubmissions(formId: string, submissionIds: readonly string[]): Promise<void> {
    await this.database.repository(WorkflowRunEntity).delete({ formId, submissionId: In([...submissionIds]) });
  }

  /** Deletes runs of a form by their ids, with their steps. */
  async delete(formId: string, ids: readonly string[]): Promise<void> {
    await this.database.repository(WorkflowRunEntity).delete({ formId, id: In([...ids]) });
  }

  /** Deletes a batch of the runs that ended longer ago than this, with their steps; resolves with the number. Open runs have no end. */
  @PeriodicTask({ name: 'sweep of old runs', processes: 'worker', everySeconds: HOURLY, dutyCycle: BACKGROUND })
  deleteExpired(days = this.config.retention.runsDays): Promise<number> {
    const isExpired = 'completed_at < now() - make_interval(days => $1)';
    return this.database.deleteBatch('workflow_runs', isExpired, 'completed_at', [days]);
  }
}

/** The primary key of a run. */
export type RunKey = Pick<WorkflowRunEntity, 'formId' | 'id'>;

export type CancelledRun = Pick<
  WorkflowRunEntity,
  'status' | 'completedAt' | 'leaseOwner' | 'consumedPoints' | 'releasedPoints' | 'hasUncertain'
>;

/** Nobody has dismissed the run since it ended. */
export const IS_UNDECIDED = '(dismissed_at is null or dismissed_at < completed_at)';

/**
 * The statuses of a run that has ended, of one that a worker continues, and of one that waits for points or for room in the plan. Each is
 * the condition of partial indexes.
 */
export const HAS_ENDED = `status in ('succeeded', 'partially_failed', 'failed', 'cancelled')`;
export const IS_ACTIVE = `status in ('pending', 'running')`;
export const IS_BLOCKED = `status in ('blocked_insufficient_compute_points', 'blocked_plan_limits')`;

const rowOf = (run: NewRun & StartedRun) => ({
  id: run.id,
  account_id: run.accountId,
  form_id: run.formId,
  workflow_id: run.workflowId,
  workflow_version_id: run.version?.id ?? null,
  workflow_version: run.version?.version ?? null,
  draft_revision: run.draft?.revision ?? null,
  submission_id: run.submissionId,
  retry_of_run_id: run.retryOf?.id ?? null,
  origin_run_id: run.retryOf?.originRunId ?? null,
  run_kind: run.runKind,
  status: run.status,
  definition: run.draft?.definition ?? null,
  input: run.input,
  reserved_points: run.reservedPoints,
});

/** All rows are one JSON parameter, which costs less than a parameter for each value. */
const INSERT = `
  insert into workflow_runs (id, account_id, form_id, workflow_id, workflow_version_id, workflow_version, draft_revision, submission_id,
    retry_of_run_id, origin_run_id, run_kind, status, definition, input, reserved_points, created_at)
  select id, account_id, form_id, workflow_id, workflow_version_id, workflow_version, draft_revision, submission_id,
    retry_of_run_id, origin_run_id, run_kind, status, definition, input, reserved_points, $2
  from json_to_recordset($1) as run (id uuid, account_id uuid, form_id uuid, workflow_id uuid, workflow_version_id uuid,
    workflow_version int, draft_revision int, submission_id uuid, retry_of_run_id uuid, origin_run_id uuid, run_kind text, status text,
    definition json, input json, reserved_points int)`;

const stepEndRowOf = ({ id, status, errorCode, billedPoints }: StepEnd) => ({
  id,
  status,
  error_code: errorCode,
  billed_points: billedPoints,
});

const END_STEPS = `
  update workflow_run_steps s
  set status = step_end.status, error_code = step_end.error_code, billed_points = step_end.billed_points, due_at = null, completed_at = $2
  from json_to_recordset($1) as step_end (id uuid, status text, error_code text, billed_points int)
  where s.run_id = $3 and s.form_id = $4 and s.id = step_end.id`;

const UNBLOCK = `
  update workflow_runs r set status = 'pending', reserved_points = request.points, due_at = now()
  from unnest($2::uuid[], $3::int[]) as request (id, points)
  where r.id = request.id
    and r.id = any(array(select id from workflow_runs where id = any($2::uuid[]) and status = $1 for update skip locked))
  returning r.id`;

const EXPIRE_BLOCKED = `
  update workflow_runs set status = 'failed', error_code = 'expired_blocked', completed_at = now()
  where id = any(array(
    select id from workflow_runs where account_id = $1 and ${IS_BLOCKED} and created_at < now() - interval '7 days'
    order by created_at, id limit $2 for update skip locked
  )) returning 1`;
