import { ApiProperty, ApiPropertyOptional, IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { WORD } from '../../../api/validation/decorators.rules';
import { wireOf } from '../../../platform/text/wire.rules';
import { DefinitionView } from '../../definition.dto';
import type { Definition } from '../../model/definition.types';
import { RUN_STATUSES, type RunStatus } from '../../definition/state-machine.rules';
import { MAX_NODES } from '../../definition/structure.rules';
import { RUN_KINDS, type RunKind, type WorkflowRunEntity } from '../store/workflow-run.entity';
import type { RunOfForm } from '../store/run-list.repository';
import { isFailure, RunCauseView, RunFailureView, shortText } from './run-cause-view.dto';
import { RunStepView } from './run-step-view.dto';

/** A run in a list. */
export class RunSummaryView {
  /** The id. @example '019aa2c4-7c20-7d4e-8f5a-0a1b2c3d4e5f' */
  id: string;

  /** Null for a test that was not started from a submission. @example '019aa2c4-6a10-7b3c-8d4e-0a1b2c3d4e5f' */
  submission_id: string | null;

  /** `test` for a test of the draft, `production` for a submission. @example 'production' */
  @ApiProperty({ enum: RUN_KINDS })
  run_kind: RunKind;

  /** The status. @example 'succeeded' */
  @ApiProperty({ enum: RUN_STATUSES })
  status: RunStatus;

  /** Null for a test. @example 1 */
  workflow_version: number | null;

  /** Null for a test. @example '019aa2c4-6f11-7d02-8c3d-2c3d4e5f6071' */
  workflow_version_id: string | null;

  /** The `draft.revision` that a test executes, here as a text: "2" for the revision 2. Null in production. */
  @ApiProperty({ pattern: '^[0-9]+$' })
  draft_revision: string | null;

  /** Reserved when the run was created. @example 1 */
  reserved_compute_points: number;

  /** The points that were consumed. @example 1 */
  consumed_compute_points: number;

  /** Released when the run ended. @example 0 */
  released_compute_points: number;

  /** The reason why the run did not succeed, from the first node that failed or is uncertain. */
  @ApiProperty(WORD)
  error_code: string | null;

  /** The run that this one retries. */
  @ApiProperty({ format: 'uuid' })
  retry_of_run_id: string | null;

  /** The time when somebody took it off the list of runs that need attention; null before, and after a retry. */
  dismissed_at: string | null;

  /** The time when it began; null before. @example '2026-11-20T21:26:00.000Z' */
  started_at: string | null;

  /** The time when it ended; null before. @example '2026-11-20T21:26:01.000Z' */
  completed_at: string | null;

  /** The time when it was created. @example '2026-11-20T21:26:00.000Z' */
  created_at: string;

  static from(run: WorkflowRunEntity): RunSummaryView {
    return {
      ...wireOf(run, 'id', 'submissionId', 'runKind', 'status', 'workflowVersion', 'workflowVersionId'),
      draft_revision: run.draftRevision?.toString() ?? null,
      reserved_compute_points: run.reservedPoints,
      consumed_compute_points: run.consumedPoints,
      released_compute_points: run.releasedPoints,
      ...wireOf(run, 'errorCode', 'retryOfRunId', 'dismissedAt', 'startedAt', 'completedAt', 'createdAt'),
    };
  }
}

/** A run in a list of several forms. */
export class RunOfFormView extends RunSummaryView {
  /** The id of the form. @example '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f' */
  form_id: string;

  /** @example 'Contact' */
  form_name: string;

  /** The steps that have failed, in the order in which they began; present with `attention=true`. */
  @ApiPropertyOptional({ type: [RunFailureView] })
  failures?: RunFailureView[];

  /** The failures, or else the step that has ended the run as failed, with what is known of why; present with `attention=true`. */
  @ApiPropertyOptional({ type: [RunCauseView] })
  causes?: RunCauseView[];

  /** The first value that was submitted, in the order of the form, as a text of at most 120 characters; present with `attention=true`. Null without any, and for keys without `submissions:read`. @example 'Ada' */
  first_value?: string | null;

  /** The version of the workflow that is published now; present with `attention=true`. @example 2 */
  published_version?: number;

  static of(run: RunOfForm, mayReadContent: boolean): RunOfFormView {
    const { failedSteps, publishedVersion } = run;
    const failures = failedSteps?.filter(isFailure) ?? [];
    const causes = failures.length > 0 ? failures : failedSteps;
    return {
      ...RunSummaryView.from(run),
      ...wireOf(run, 'formId', 'formName'),
      ...(causes && {
        failures: failures.map((step) => RunFailureView.from(step)),
        causes: causes.map((step) => RunCauseView.of(step, mayReadContent)),
        first_value: mayReadContent ? shortText(run.firstValue) : null,
        ...(publishedVersion !== undefined && { published_version: publishedVersion }),
      }),
    };
  }
}

/** A run with its steps, in the order of the definition. */
export class RunView extends RunSummaryView {
  /** The version of the workflow that is published now; null before the first. @example 2 */
  published_version: number | null;

  /** The definition that the run executes, which later edits do not change. */
  @ApiProperty({ type: DefinitionView })
  definition: Definition;

  /** The nodes that the run has reached, in their order. */
  @ApiProperty({ type: [RunStepView], maxItems: MAX_NODES })
  steps: RunStepView[];
}

const MINIMAL = ['id', 'run_kind', 'status'] as const;

/** A run that somebody has changed. Keys without `workflows:read` get only `id`, `run_kind` and `status`. */
export class ChangedRunView extends IntersectionType(PickType(RunView, MINIMAL), PartialType(OmitType(RunView, MINIMAL))) {
  static minimal({ id, runKind, status }: WorkflowRunEntity): ChangedRunView {
    return { id, run_kind: runKind, status };
  }
}
