import type { Definition } from '../../model/definition.types';
import type { RunStatus, StepStatus } from '../../definition/state-machine.rules';

/** The newest production run of each submission, with the definitions of the versions that these runs use. */
export interface NewestRuns {
  runs: NewestRun[];
  definitions: { id: string; definition: Definition }[];
}

export interface NewestRun {
  submissionId: string;
  versionId: string;
  status: RunStatus;
  steps: DestinationStep[];
}

/** The step of a destination; a destination that has not started has none. */
export interface DestinationStep {
  nodeId: string;
  status: StepStatus;
  attempts: number;
  errorCode: string | null;
  completedAt: string | null;
}

/** A query for the `NewestRuns` of submissions. Both parameters are SQL expressions; `formId` may be `any(...)` of several. */
export const newestRunsOf = (formId: string, submissionIds: string): string => `
  with newest as (
    select distinct on (submission_id) id, submission_id, workflow_version_id, status
    from workflow_runs where form_id = ${formId} and submission_id = any(${submissionIds}) and run_kind = 'production'
    order by submission_id, created_at desc, id desc
  )
  select
    coalesce((select json_agg(json_build_object('submissionId', r.submission_id, 'versionId', r.workflow_version_id, 'status', r.status,
      'steps', coalesce((select json_agg(json_build_object('nodeId', s.node_id, 'status', s.status, 'attempts', s.attempt_count,
          'errorCode', s.error_code, 'completedAt', s.completed_at))
        from workflow_run_steps s where s.run_id = r.id and s.form_id = ${formId} and s.node_kind = 'destination'), '[]'))) from newest r), '[]') as runs,
    coalesce((select json_agg(json_build_object('id', v.id, 'definition', v.definition))
      from workflow_versions v where v.id in (select workflow_version_id from newest)), '[]') as definitions`;
