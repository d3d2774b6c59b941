import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../api/auth/caller';
import { ofVisibleForm } from '../../../forms/form-visibility.rules';
import { Database } from '../../../platform/database/database';
import type { Definition } from '../../definition/definition.types';
import type { SubmittedFields } from './run-sources.repository';
import type { WorkflowRunStepEntity } from './workflow-run-step.entity';
import { WorkflowRunEntity } from './workflow-run.entity';

/** A run with everything that is shown of it. */
export interface RunDetails {
  run: WorkflowRunEntity;
  /** What the run executes: the copy of a test, or the definition of its version. */
  definition: Definition;
  /** Nodes that the run has not reached have none. */
  steps: WorkflowRunStepEntity[];
  /** The submission of a production run; null for a test and when it is deleted. */
  submission: SubmittedFields | null;
}

/** Reads single runs together with their steps, their definition and their submission. */
@Injectable()
export class RunDetailsRepository {
  constructor(private readonly database: Database) {}

  /** The run, if it belongs to the form and the caller may see the form. One statement. */
  async visible(caller: Caller, formId: string, id: string): Promise<RunDetails | null> {
    const query = this.database
      .repository(WorkflowRunEntity)
      .createQueryBuilder('r')
      .where({ formId, id })
      .andWhere(...ofVisibleForm(caller, 'r'));
    for (const [name, sql] of Object.entries(SELECTED)) query.addSelect(sql, name);
    const { entities, raw } = await query.getRawAndEntities<Selected>();
    if (!entities[0] || !raw[0]) return null;
    const { executed, steps, submission } = raw[0];
    return {
      run: entities[0],
      definition: executed,
      steps: steps.map(stepFromJson),
      submission: submission && { ...submission, receivedAt: new Date(submission.receivedAt) },
    };
  }
}

/** The times of a step are text in JSON. */
type Time = 'dueAt' | 'startedAt' | 'completedAt';
type StepAsJson = Omit<WorkflowRunStepEntity, Time> & Record<Time, string | null>;

interface Selected {
  executed: Definition;
  steps: StepAsJson[];
  submission: (Omit<SubmittedFields, 'receivedAt'> & { receivedAt: string }) | null;
}

const stepFromJson = ({ dueAt, startedAt, completedAt, ...step }: StepAsJson): WorkflowRunStepEntity => ({
  ...step,
  dueAt: dateOf(dueAt),
  startedAt: dateOf(startedAt),
  completedAt: dateOf(completedAt),
});

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

const SELECTED: Record<keyof Selected, string> = {
  executed: 'coalesce(r.definition, (select v.definition from workflow_versions v where v.id = r.workflow_version_id))',
  steps: `(
    select coalesce(json_agg(json_build_object('id', step.id, 'formId', step.form_id, 'runId', step.run_id, 'nodeId', step.node_id, 'nodeType', step.node_type,
      'nodeKind', step.node_kind, 'status', step.status, 'port', step.port, 'output', step.output, 'changes', step.changes,
      'billedPoints', step.billed_points, 'attemptCount', step.attempt_count, 'errorCode', step.error_code, 'dueAt', step.due_at,
      'startedAt', step.started_at, 'completedAt', step.completed_at)), '[]')
    from workflow_run_steps step where step.run_id = r.id and step.form_id = r.form_id)`,
  submission: `(
    select json_build_object('id', s.id, 'source', s.source, 'receivedAt', s.received_at, 'fileCount', s.file_count, 'fields', s.fields)
    from submissions s where s.form_id = r.form_id and s.id = r.submission_id and r.input is null)`,
};
