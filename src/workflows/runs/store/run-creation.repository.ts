import { Injectable } from '@nestjs/common';
import type { Row } from '../../../platform/database/database';
import { Database } from '../../../platform/database/database';
import { WorkflowRunStepEntity } from './workflow-run-step.entity';
import type { NewRun, StartedRun } from './run-creation.types';
import { stepIdOf } from './step-id.rules';

export type PublishedWorkflow = Pick<NewRun, 'accountId' | 'formId' | 'workflowId' | 'version' | 'maxCost'>;

/** The statements that make runs. */
@Injectable()
export class RunCreationRepository {
  constructor(private readonly database: Database) {}

  /** By form, those that have a published version. */
  async publishedWorkflows(formIds: string[]): Promise<Map<string, PublishedWorkflow>> {
    const rows = await this.database.query<PublishedWorkflow>(PUBLISHED, [formIds]);
    return new Map(rows.map((row) => [row.formId, row]));
  }

  async insert(runs: readonly (NewRun & StartedRun)[], now: Date): Promise<void> {
    await this.database.query(INSERT, [JSON.stringify(runs.map(rowOf)), now]);
    const steps = runs.flatMap(({ id, steps: taken = [] }) =>
      taken.map((step) => ({ ...step, id: stepIdOf(id, step.nodeId), runId: id })),
    );
    if (steps.length > 0)
      await this.database.repository(WorkflowRunStepEntity).insert(steps as Row<WorkflowRunStepEntity>[]);
  }
}

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

const PUBLISHED = `
  select f.account_id as "accountId", w.form_id as "formId", w.id as "workflowId",
    json_build_object('id', v.id, 'version', v.version) as version, v.max_cost as "maxCost"
  from workflows w
    join workflow_versions v on v.workflow_id = w.id and v.version = w.published_version
    join forms f on f.id = w.form_id
  where w.form_id = any($1::uuid[])`;

const INSERT = `
  insert into workflow_runs (id, account_id, form_id, workflow_id, workflow_version_id, workflow_version, draft_revision, submission_id,
    retry_of_run_id, origin_run_id, run_kind, status, definition, input, reserved_points, created_at)
  select id, account_id, form_id, workflow_id, workflow_version_id, workflow_version, draft_revision, submission_id,
    retry_of_run_id, origin_run_id, run_kind, status, definition, input, reserved_points, $2
  from json_to_recordset($1) as run (id uuid, account_id uuid, form_id uuid, workflow_id uuid, workflow_version_id uuid,
    workflow_version int, draft_revision int, submission_id uuid, retry_of_run_id uuid, origin_run_id uuid, run_kind text, status text,
    definition json, input json, reserved_points int)`;
