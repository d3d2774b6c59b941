import { ApiProperty } from '@nestjs/swagger';
import { WORD } from '../../../api/validation/decorators.rules';
import { wireOf } from '../../../platform/text/wire.rules';
import { STEP_STATUSES, type StepStatus } from '../../definition/state-machine.rules';
import { NODE_ID } from '../../definition/structure.rules';
import type { StepAttempt, WorkflowRunStepEntity } from '../store/workflow-run.entity';

const ATTEMPT_STATUSES = ['succeeded', 'failed', 'uncertain'] as const;

/** One attempt of a destination to deliver. */
export class StepAttemptView {
  /** The time when it began; null before. @example '2026-11-20T21:26:00.000Z' */
  started_at: string;

  /** Null while it is in flight, and when its worker crashed. @example '2026-11-20T21:26:01.000Z' */
  completed_at: string | null;

  /** Null while it is in flight. `uncertain`: it may have arrived. @example 'failed' */
  @ApiProperty({ enum: ATTEMPT_STATUSES, nullable: true })
  status: (typeof ATTEMPT_STATUSES)[number] | null;

  /** The code of the failure; null when it has not failed. @example 'http_5xx' */
  @ApiProperty(WORD)
  error_code: string | null;

  /** The status of the answer. Null without an answer, and for mail. @example 503 */
  http_status: number | null;

  /** The beginning of the answer, at most 1,024 bytes, with blanks for control characters and `***` for secrets of the request. Null without an answer that is a text, and for mail. @example '{"error":"The key has expired."}' */
  response_excerpt: string | null;

  /** The last attempt of a step that was ended while it was in flight may have arrived. */
  static from(attempt: StepAttempt, { completedAt, errorCode }: WorkflowRunStepEntity): StepAttemptView {
    const hasNoEnd = attempt.status === null && completedAt !== null;
    return {
      ...wireOf(attempt, 'startedAt', 'completedAt', 'httpStatus'),
      status: hasNoEnd ? 'uncertain' : attempt.status,
      error_code: hasNoEnd ? errorCode : attempt.errorCode,
      response_excerpt: attempt.responseExcerpt ?? null,
    };
  }
}

/** The execution of one node in a run. */
export class RunStepView {
  /** The id. @example '019aa2c4-7c21-7f00-9a6b-3d4e5f607182' */
  id: string;

  /** The id of a node of the workflow. @example 'crm' */
  @ApiProperty({ pattern: NODE_ID.source })
  node_id: string;

  /** The type of the node. @example 'webhook' */
  @ApiProperty(WORD)
  node_type: string;

  /** The role of the node. @example 'destination' */
  @ApiProperty(WORD)
  node_kind: string;

  /** The status. @example 'succeeded' */
  @ApiProperty({ enum: STEP_STATUSES })
  status: StepStatus;

  /** The state that the node read. Null until it starts, and for keys without `submissions:read`. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true, example: { fields: { email: 'ada@example.com' } } })
  input: unknown;

  /** The result of the node. Null for keys without `submissions:read`. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true, example: { status: 200 } })
  output: unknown;

  /** True when input and output are withheld because the key lacks `submissions:read`. @example false */
  content_restricted: boolean;

  /** The points that were billed. @example 1 */
  billed_compute_points: number;

  /** The number of attempts. @example 1 */
  attempt_count: number;

  /** The attempts of a destination, oldest first; empty in a test and for steps that were begun before attempts were kept. Null for keys without `submissions:read`. */
  @ApiProperty({ type: [StepAttemptView], nullable: true })
  attempts: StepAttemptView[] | null;

  /** The code of the failure, or the reason why the step was skipped: `already_delivered`, `left_out`, or that of a mail to a visitor which was not sent or did not arrive; else null. */
  @ApiProperty(WORD)
  error_code: string | null;

  /** The time when a waiting step continues. */
  due_at: string | null;

  /** The time when it began; null before. @example '2026-11-20T21:26:00.000Z' */
  started_at: string | null;

  /** The time when it ended; null before. @example '2026-11-20T21:26:01.000Z' */
  completed_at: string | null;

  static from(step: WorkflowRunStepEntity, input: unknown, mayReadContent: boolean): RunStepView {
    return {
      ...wireOf(step, 'id', 'nodeId', 'nodeType', 'nodeKind', 'status'),
      input: mayReadContent ? input : null,
      output: mayReadContent ? step.output : null,
      content_restricted: !mayReadContent,
      billed_compute_points: step.billedPoints,
      attempts: mayReadContent ? (step.attempts ?? []).map((attempt) => StepAttemptView.from(attempt, step)) : null,
      ...wireOf(step, 'attemptCount', 'errorCode', 'dueAt', 'startedAt', 'completedAt'),
    };
  }
}
