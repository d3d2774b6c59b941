import { ApiProperty, ApiPropertyOptional, IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { DefinitionView } from '../../definition.dto';
import type { Definition } from '../../model/definition.types';
import { RUN_STATUSES, type RunStatus, STEP_STATUSES, type StepStatus } from '../../definition/state-machine.rules';
import {
  RUN_KINDS,
  type RunKind,
  type StepAttempt,
  type WorkflowRunEntity,
  type WorkflowRunStepEntity,
} from '../store/workflow-run.entity';
import type { RunOfForm, StepFailure } from '../store/run-list.repository';
import type { StartedRun } from '../store/run.types';

/** A run in a list. */
export class RunSummaryView {
  /** @example '019aa2c4-7c20-7d4e-8f5a-0a1b2c3d4e5f' */
  id: string;

  /** Null for a test that was not started from a submission. @example '019aa2c4-6a10-7b3c-8d4e-0a1b2c3d4e5f' */
  submission_id: string | null;

  /** @example 'production' */
  @ApiProperty({ enum: RUN_KINDS })
  run_kind: RunKind;

  /** @example 'succeeded' */
  @ApiProperty({ enum: RUN_STATUSES })
  status: RunStatus;

  /** Null for a test. @example 1 */
  workflow_version: number | null;

  /** Null for a test. @example '019aa2c4-6f11-7d02-8c3d-2c3d4e5f6071' */
  workflow_version_id: string | null;

  /** The `draft.revision` that a test executes, here as a text: "2" for the revision 2. Null in production. */
  draft_revision: string | null;

  /** Reserved when the run was created. @example 1 */
  reserved_compute_points: number;

  /** @example 1 */
  consumed_compute_points: number;

  /** Released when the run ended. @example 0 */
  released_compute_points: number;

  /** The reason why the run did not succeed, from the first node that failed or is uncertain. */
  error_code: string | null;

  /** The run that this one retries. */
  retry_of_run_id: string | null;

  /** @example '2026-11-20T21:26:00.000Z' */
  started_at: string | null;

  /** @example '2026-11-20T21:26:01.000Z' */
  completed_at: string | null;

  /** @example '2026-11-20T21:26:00.000Z' */
  created_at: string;

  static from(run: WorkflowRunEntity): RunSummaryView {
    return {
      id: run.id,
      submission_id: run.submissionId,
      run_kind: run.runKind,
      status: run.status,
      workflow_version: run.workflowVersion,
      workflow_version_id: run.workflowVersionId,
      draft_revision: run.draftRevision?.toString() ?? null,
      reserved_compute_points: run.reservedPoints,
      consumed_compute_points: run.consumedPoints,
      released_compute_points: run.releasedPoints,
      error_code: run.errorCode,
      retry_of_run_id: run.retryOfRunId,
      started_at: run.startedAt?.toISOString() ?? null,
      completed_at: run.completedAt?.toISOString() ?? null,
      created_at: run.createdAt.toISOString(),
    };
  }
}

/** A step that has failed, or of which nobody knows whether it has. */
export class RunFailureView {
  /** @example 'crm' */
  node_id: string;

  /** The display name of the node. @example 'CRM' */
  name: string | null;

  /** The type of the node. @example 'webhook' */
  channel_type: string;

  /** @example 'failed' */
  @ApiProperty({ enum: ['failed', 'uncertain'] })
  status: 'failed' | 'uncertain';

  /** @example 'http_5xx' */
  error_code: string | null;

  /** @example 8 */
  attempt_count: number;

  static from({ nodeId, name, nodeType, status, errorCode, attemptCount }: StepFailure): RunFailureView {
    return {
      node_id: nodeId,
      name,
      channel_type: nodeType,
      status,
      error_code: errorCode,
      attempt_count: attemptCount,
    };
  }
}

/** A run in a list of several forms. */
export class RunOfFormView extends RunSummaryView {
  /** @example '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f' */
  form_id: string;

  /** @example 'Contact' */
  form_name: string;

  /** What has failed, in the order in which it began; present with `attention=true`. */
  @ApiPropertyOptional({ type: [RunFailureView] })
  failures?: RunFailureView[];

  static of(run: RunOfForm, failures?: readonly StepFailure[]): RunOfFormView {
    return {
      ...RunSummaryView.from(run),
      form_id: run.formId,
      form_name: run.formName,
      ...(failures && {
        failures: failures.filter(({ runId }) => runId === run.id).map((failure) => RunFailureView.from(failure)),
      }),
    };
  }
}

export const ATTEMPT_STATUSES = ['succeeded', 'failed', 'uncertain'] as const;

/** One attempt of a destination to deliver. */
export class StepAttemptView {
  /** @example '2026-11-20T21:26:00.000Z' */
  started_at: string;

  /** Null while it is in flight, and when its worker crashed. @example '2026-11-20T21:26:01.000Z' */
  completed_at: string | null;

  /** Null while it is in flight. `uncertain`: it may have arrived. @example 'failed' */
  @ApiProperty({ enum: ATTEMPT_STATUSES, nullable: true })
  status: (typeof ATTEMPT_STATUSES)[number] | null;

  /** @example 'http_5xx' */
  error_code: string | null;

  /** The status of the answer. Null without an answer, and for mail. @example 503 */
  http_status: number | null;

  /** The last attempt of a step that was ended while it was in flight may have arrived. */
  static from(attempt: StepAttempt, { completedAt, errorCode }: WorkflowRunStepEntity): StepAttemptView {
    const hasNoEnd = attempt.status === null && completedAt !== null;
    return {
      started_at: attempt.startedAt,
      completed_at: attempt.completedAt,
      status: hasNoEnd ? 'uncertain' : attempt.status,
      error_code: hasNoEnd ? errorCode : attempt.errorCode,
      http_status: attempt.httpStatus,
    };
  }
}

/** The execution of one node in a run. */
export class RunStepView {
  /** @example '019aa2c4-7c21-7f00-9a6b-3d4e5f607182' */
  id: string;

  /** @example 'crm' */
  node_id: string;

  /** @example 'webhook' */
  node_type: string;

  /** @example 'destination' */
  node_kind: string;

  /** @example 'succeeded' */
  @ApiProperty({ enum: STEP_STATUSES })
  status: StepStatus;

  /** The state that the node read. Null until it starts, and for keys without `submissions:read`. */
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    example: { fields: { email: 'ada@example.com' } },
  })
  input: unknown;

  /** The result of the node. Null for keys without `submissions:read`. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true, example: { status: 200 } })
  output: unknown;

  /** True when input and output are withheld because the key lacks `submissions:read`. @example false */
  content_restricted: boolean;

  /** @example 1 */
  billed_compute_points: number;

  /** @example 1 */
  attempt_count: number;

  /** The attempts of a destination, oldest first; empty in a test and for steps that were begun before attempts were kept. Null for keys without `submissions:read`. */
  @ApiProperty({ type: [StepAttemptView], nullable: true })
  attempts: StepAttemptView[] | null;

  error_code: string | null;

  /** The time when a waiting step continues. */
  due_at: string | null;

  /** @example '2026-11-20T21:26:00.000Z' */
  started_at: string | null;

  /** @example '2026-11-20T21:26:01.000Z' */
  completed_at: string | null;

  static from(step: WorkflowRunStepEntity, input: unknown, mayReadContent: boolean): RunStepView {
    return {
      id: step.id,
      node_id: step.nodeId,
      node_type: step.nodeType,
      node_kind: step.nodeKind,
      status: step.status,
      input: mayReadContent ? input : null,
      output: mayReadContent ? step.output : null,
      content_restricted: !mayReadContent,
      billed_compute_points: step.billedPoints,
      attempt_count: step.attemptCount,
      attempts: mayReadContent ? (step.attempts ?? []).map((attempt) => StepAttemptView.from(attempt, step)) : null,
      error_code: step.errorCode,
      due_at: step.dueAt?.toISOString() ?? null,
      started_at: step.startedAt?.toISOString() ?? null,
      completed_at: step.completedAt?.toISOString() ?? null,
    };
  }
}

/** A run with its steps, in the order of the definition. */
export class RunView extends RunSummaryView {
  /** The definition that the run executes, which later edits do not change. */
  @ApiProperty({ type: DefinitionView })
  definition: Definition;

  @ApiProperty({ type: [RunStepView] })
  steps: RunStepView[];
}

const MINIMAL = ['id', 'run_kind', 'status'] as const;

/** A run that has been cancelled. Keys without `workflows:read` get only `id`, `run_kind` and `status`. */
export class CancelledRunView extends IntersectionType(
  PickType(RunView, MINIMAL),
  PartialType(OmitType(RunView, MINIMAL)),
) {
  static minimal({ id, runKind, status }: WorkflowRunEntity): CancelledRunView {
    return { id, run_kind: runKind, status };
  }
}

/** A run that has been started. */
export class StartedRunView {
  /** @example '019aa2c4-7c20-7d4e-8f5a-0a1b2c3d4e5f' */
  run_id: string;

  /** @example 'pending' */
  @ApiProperty({ enum: RUN_STATUSES })
  status: RunStatus;

  /** @example 0 */
  reserved_compute_points: number;

  /** False for a test, which renders what it would send and sends nothing. @example false */
  deliveries_enabled: boolean;

  /** Names of values of a manual test that were dropped, because the form has no such fields; absent when there were none. @example ['utm_source'] */
  ignored_fields?: string[];

  static from(run: StartedRun, kind: RunKind, ignoredFields: string[] = []): StartedRunView {
    return {
      run_id: run.id,
      status: run.status,
      reserved_compute_points: run.reservedPoints,
      deliveries_enabled: kind === 'production',
      ...(ignoredFields.length > 0 && { ignored_fields: ignoredFields }),
    };
  }
}

/** A run that was retried. */
export class RetriedRunView {
  /** The run that was retried. @example '019aa2c4-7c20-7d4e-8f5a-0a1b2c3d4e5f' */
  run_id: string;

  /** The run that repeats what has not succeeded. @example '019aa2c4-7d30-7a5b-9c6d-0a1b2c3d4e5f' */
  new_run_id: string;
}

/** A run that was not retried. */
export class RefusedRunView {
  /** The run as it was asked for. @example '019aa2c4-7c20-7d4e-8f5a-0a1b2c3d4e5f' */
  run_id: string;

  /** The error of the single operation. @example 'delivery_uncertain' */
  code: string;
}

/** What retrying many runs did. */
export class RetriedRunsView {
  /** In the order of the request. */
  @ApiProperty({ type: [RetriedRunView], maxItems: 200 })
  retried: RetriedRunView[];

  /** With the reason of each. */
  @ApiProperty({ type: [RefusedRunView], maxItems: 200 })
  refused: RefusedRunView[];
}
