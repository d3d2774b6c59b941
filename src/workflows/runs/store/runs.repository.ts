import { Inject, Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import type { Caller } from '../../../api/auth/caller';
import { ofVisibleForm } from '../../../forms/form.rules';
import { type Config, CONFIG } from '../../../platform/config/config';
import { Database, type Row } from '../../../platform/database/database';
import { BACKGROUND, HOURLY, PeriodicTask } from '../../../platform/lifecycle/periodic-tasks';
import { wireOf } from '../../../platform/text/wire.rules';
import { IS_OF_KEPT, IS_UNDECIDED } from './run-conditions.sql';
import type { NewRun, StartedRun, StepEnd } from './run.types';
import { stepIdOf } from './step-rows.rules';
import { WorkflowRunEntity, WorkflowRunStepEntity } from './workflow-run.entity';

/** Reads and changes runs for requests. The writes of workers are in `RunProgressRepository`. */
@Injectable()
export class RunsRepository {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Pick<Config, 'retention'>,
  ) {}

  /** Null unless the run belongs to the form and the caller may see the form. */
  visible(caller: Caller, formId: string, id: string): Promise<WorkflowRunEntity | null> {
    return this.database
      .repository(WorkflowRunEntity)
      .createQueryBuilder('r')
      .where({ formId, id })
      .andWhere(...ofVisibleForm(caller, 'r'))
      .getOne();
  }

  visibleOf(caller: Caller, ids: readonly string[]): Promise<WorkflowRunEntity[]> {
    return this.database
      .repository(WorkflowRunEntity)
      .createQueryBuilder('r')
      .where('r.id = any(:ids)', { ids })
      .andWhere(...ofVisibleForm(caller, 'r'))
      .getMany();
  }

  /** The ids of production runs that have failed at this node and that nobody has retried or dismissed, the newest first. */
  async failedAt({ formId, nodeId }: { formId: string; nodeId: string }, before: string | null, limit: number): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(FAILED_AT, [formId, nodeId, before, limit]);
    return rows.map(({ id }) => id);
  }

  stepsOf({ formId, id: runId }: RunKey): Promise<WorkflowRunStepEntity[]> {
    return this.database.repository(WorkflowRunStepEntity).findBy({ runId, formId });
  }

  /** Locks the runs until the transaction ends. */
  openOfSubmissions(formId: string, submissionIds: readonly string[]): Promise<WorkflowRunEntity[]> {
    const lock = { mode: 'pessimistic_write' } as const;
    const where = { formId, submissionId: In([...submissionIds]), completedAt: IsNull() };
    return this.database.repository(WorkflowRunEntity).find({ where, order: { id: 'asc' }, lock });
  }

  /** True for a run of a submission that is in the trash. */
  async isOfTrashed({ formId, id }: RunKey): Promise<boolean> {
    return (await this.database.query(OF_TRASHED, [formId, id])).length > 0;
  }

  hasRetry({ formId, id }: RunKey): Promise<boolean> {
    return this.database.repository(WorkflowRunEntity).existsBy({ formId, retryOfRunId: id });
  }

  lock({ formId, id }: RunKey): Promise<WorkflowRunEntity | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return this.database.repository(WorkflowRunEntity).findOne({ where: { formId, id }, lock });
  }

  async insert(run: NewRun & StartedRun, now: Date): Promise<void> {
    await this.database.query(INSERT, [JSON.stringify([rowOf(run)]), now]);
    const { id: runId, formId } = run;
    const steps = (run.steps ?? []).map((step) => ({ ...step, id: stepIdOf(runId, step.nodeId), runId, formId }));
    if (steps.length > 0) {
      await this.database.repository(WorkflowRunStepEntity).insert(steps as Row<WorkflowRunStepEntity>[]);
    }
  }

  /** Ends a locked run. Its worker loses the lease, since only a run with the status `running` has one. */
  async cancel({ formId, id }: RunKey, end: CancelledRun): Promise<void> {
    await this.database.repository(WorkflowRunEntity).update({ formId, id }, end);
  }

  async endSteps({ formId, id }: RunKey, ends: readonly StepEnd[], now: Date): Promise<void> {
    if (ends.length === 0) return;
    await this.database.query(END_STEPS, [
      JSON.stringify(ends.map((end) => wireOf(end, 'id', 'status', 'errorCode', 'billedPoints'))),
      now,
      id,
      formId,
    ]);
  }

  /** A run that is already dismissed keeps the time of its dismissal. */
  async dismiss(runs: readonly RunKey[]): Promise<void> {
    await this.database.query(DISMISS, [runs.map(({ id }) => id)]);
  }

  async recall({ formId, id }: RunKey): Promise<void> {
    await this.database.repository(WorkflowRunEntity).update({ formId, id }, { dismissedAt: null });
  }

  /** Makes the waiting steps of a locked run, and the run, due now. No worker may hold the run. False when no step waits. */
  async makeDue({ formId, id }: RunKey): Promise<boolean> {
    return (await this.database.query(MAKE_DUE, [formId, id])).length > 0;
  }

  /** Deletes the runs of submissions with their steps. A trigger releases the points of open runs. */
  async deleteOfSubmissions(formId: string, submissionIds: readonly string[]): Promise<void> {
    await this.database.repository(WorkflowRunEntity).delete({ formId, submissionId: In([...submissionIds]) });
  }

  async delete(formId: string, ids: readonly string[]): Promise<void> {
    await this.database.repository(WorkflowRunEntity).delete({ formId, id: In([...ids]) });
  }

  /** Deletes a batch of runs that ended more than this number of days ago. Resolves with the number of deleted runs. */
  @PeriodicTask({ name: 'sweep of old runs', processes: 'worker', everySeconds: HOURLY, dutyCycle: BACKGROUND })
  deleteExpired(days = this.config.retention.runsDays): Promise<number> {
    const isExpired = 'completed_at < now() - make_interval(days => $1)';
    return this.database.deleteBatch('workflow_runs', isExpired, 'completed_at', [days]);
  }
}

export type RunKey = Pick<WorkflowRunEntity, 'formId' | 'id'>;

export type CancelledRun = Pick<
  WorkflowRunEntity,
  'status' | 'completedAt' | 'leaseOwner' | 'consumedPoints' | 'releasedPoints' | 'hasUncertain'
>;

const rowOf = (run: NewRun & StartedRun) => ({
  ...wireOf(run, 'id', 'accountId', 'formId', 'workflowId', 'submissionId', 'runKind', 'status', 'input', 'reservedPoints'),
  workflow_version_id: run.version?.id ?? null,
  workflow_version: run.version?.version ?? null,
  draft_revision: run.draft?.revision ?? null,
  definition: run.draft?.definition ?? null,
  retry_of_run_id: run.retryOf?.id ?? null,
  origin_run_id: run.retryOf?.originRunId ?? null,
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

const END_STEPS = `
  update workflow_run_steps s
  set status = step_end.status, error_code = step_end.error_code, billed_points = step_end.billed_points, due_at = null, completed_at = $2
  from json_to_recordset($1) as step_end (id uuid, status text, error_code text, billed_points int)
  where s.run_id = $3 and s.form_id = $4 and s.id = step_end.id`;

/** The time is never before the end of the run, which may be by the clock of another machine. Runs are locked in the order of their ids. */
const DISMISS = `
  with listed as materialized (
    select form_id, id from workflow_runs
    where id = any($1::uuid[]) and ${IS_UNDECIDED} order by id for no key update
  )
  update workflow_runs r set dismissed_at = greatest(now(), r.completed_at)
  from listed where r.form_id = listed.form_id and r.id = listed.id`;

const OF_TRASHED = `select from workflow_runs r where r.form_id = $1 and r.id = $2 and not (${IS_OF_KEPT})`;

const MAKE_DUE = `
  with steps as (
    update workflow_run_steps set due_at = now() where form_id = $1 and run_id = $2 and status = 'waiting' returning form_id, run_id
  )
  update workflow_runs r set due_at = now()
  where r.form_id = $1 and r.id = $2 and exists (select from steps) returning r.id`;

/** Ids sort by the time at which they were made. The index of runs that need attention has them all. */
const FAILED_AT = `
  select r.id from workflow_runs r
  where r.form_id = $1 and r.status in ('failed', 'partially_failed') and r.run_kind = 'production'
    and ($3::uuid is null or r.id < $3) and ${IS_UNDECIDED} and ${IS_OF_KEPT}
    and not exists (select from workflow_runs retry where retry.retry_of_run_id = r.id)
    and exists (
      select from workflow_run_steps s where s.run_id = r.id and s.form_id = r.form_id and s.node_id = $2 and s.status = 'failed')
  order by r.id desc limit $4`;
