import { applyDecorators } from '@nestjs/common';
import { LimitedDto } from '../../../api/pagination/page.dto';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, IsObject, IsString, Max, Min } from 'class-validator';
import type { Scope } from '../../../api/auth/caller';
import type { FieldError } from '../../../api/errors/api-error';
import { parseDateOrTimestamp } from '../../../api/validation/date.rules';
import type { CrossFieldValidated } from '../../../api/validation/validate-dto.rules';
import { IsId, MayBeAbsent, message, ToBoolean, ToId, ToNumber, TRUE_OR_FALSE } from '../../../api/validation/decorators.rules';
import { IdListDto } from '../../../api/validation/id-list.dto';
import { IS_REQUIRED } from '../../../api/validation/messages.rules';
import { instantOf, IsDateOrTimestamp, periodErrors } from '../../../api/validation/period.rules';
import { isUuid } from '../../../platform/ids.rules';
import { MAX_NODES } from '../../definition/structure.rules';
import { RUN_STATUSES, type RunStatus } from '../../definition/state-machine.rules';
import { RUN_KINDS, type RunKind } from '../store/workflow-run.entity';
import { RETRIED_WORKFLOWS, type RetriedWorkflow } from './retry.rules';
import type { RunFilter } from '../store/run-list.repository';

const MAX_INTEGER = 2_147_483_647;

/** The scope that a retry needs besides: the published workflow may send a submission to a receiver that has come after it. */
export function scopeOfRetry(body: unknown): Scope | null {
  const { workflow } = (body ?? {}) as { workflow?: unknown };
  return workflow === 'published' ? 'submissions:read' : null;
}

const MayBeWholeNumber = (least: number) =>
  applyDecorators(
    ApiPropertyOptional({ type: 'integer', minimum: least, maximum: MAX_INTEGER }),
    ...[MayBeAbsent(), ToNumber(), IsInt(), Min(least), Max(MAX_INTEGER)],
  );

const MayBeTrueOrFalse = () => applyDecorators(ApiPropertyOptional(TRUE_OR_FALSE), MayBeAbsent(), ToBoolean(), IsBoolean());

const MUST_BE_SUBMISSION = 'must be the id of a submission';
const IsSubmissionId = () => IsId('isSubmissionId', MUST_BE_SUBMISSION);

/** The query of the list of runs. */
export class ListRunsDto extends LimitedDto implements CrossFieldValidated {
  /** Only runs for submissions, or only tests of the draft. */
  @MayBeAbsent()
  @IsIn(RUN_KINDS)
  run_kind?: RunKind;

  /** Only runs that are in this state now. */
  @MayBeAbsent()
  @IsIn(RUN_STATUSES)
  status?: RunStatus;

  /** Only runs of this published version; never a test. */
  @MayBeWholeNumber(1)
  workflow_version?: number;

  /** Only runs of this submission. */
  @ApiPropertyOptional({ format: 'uuid' })
  @MayBeAbsent()
  @IsSubmissionId()
  submission_id?: string;

  /** Made on this day (from its first moment in UTC) or at this moment, or later. @example '2026-11-20' */
  @MayBeAbsent()
  @IsDateOrTimestamp()
  created_after?: string;

  /** Made before this day or moment. @example '2026-11-21T00:00:00Z' */
  @MayBeAbsent()
  @IsDateOrTimestamp()
  created_before?: string;

  /** Consumed at least so many. */
  @MayBeWholeNumber(0)
  min_compute_points?: number;

  /** Consumed at most so many. */
  @MayBeWholeNumber(0)
  max_compute_points?: number;

  /** True for runs in which a delivery ended without knowing if it arrived. */
  @MayBeTrueOrFalse()
  delivery_uncertain?: boolean;

  crossFieldErrors(): FieldError[] {
    return [...periodErrors(this, 'created_after', 'created_before', parseDateOrTimestamp), ...rangeErrors(this)];
  }

  static toFilter(query: ListRunsDto): RunFilter {
    return {
      runKind: query.run_kind,
      status: query.status,
      workflowVersion: query.workflow_version,
      submissionId: query.submission_id,
      createdAfter: instantOf(query.created_after, parseDateOrTimestamp),
      createdBefore: instantOf(query.created_before, parseDateOrTimestamp),
      minConsumedPoints: query.min_compute_points,
      maxConsumedPoints: query.max_compute_points,
      hasUncertain: query.delivery_uncertain,
    };
  }
}

/** The query of the list of the runs of all forms. */
export class ListAllRunsDto extends ListRunsDto {
  /** A cursor from the `meta` of another page with the same filters. */
  @ApiPropertyOptional({ maxLength: 256 })
  @MayBeAbsent()
  @IsString()
  cursor?: string;

  /** True for runs that failed, failed in part, have a delivery that ended without knowing if it arrived, or wait for compute points; of a run and its retries only the newest. Each has `failures`. */
  @MayBeTrueOrFalse()
  attention?: boolean;

  static override toFilter(query: ListAllRunsDto): RunFilter {
    return { ...ListRunsDto.toFilter(query), needsAttention: query.attention === true ? true : undefined };
  }
}

/** The confirmation that a delivery may be sent again although it may have arrived. */
export class ConfirmationDto {
  /** True only after accepting that a delivery may arrive twice. */
  @MayBeAbsent()
  @IsBoolean()
  confirm_delivery_uncertainty?: boolean;
}

/** The way in which a run is retried. */
export class RetryRunDto extends ConfirmationDto {
  /** `same`, the default, repeats what has not succeeded with the version of the run. `published` sends the submission through the version that is published now, without the destinations that were delivered already; it needs `submissions:read` besides. */
  @MayBeAbsent()
  @IsIn(RETRIED_WORKFLOWS)
  workflow?: RetriedWorkflow;

  /** The ids of nodes whose destination is left out, such as one that fails again and again: its step is `skipped` with the error code `left_out`, and what stands behind it is carried out. @example ['crm'] */
  @ApiPropertyOptional({ type: [String], maxItems: MAX_NODES })
  @MayBeAbsent()
  @IsString({ each: true })
  @ArrayMaxSize(MAX_NODES)
  @IsArray()
  skip?: string[];

  static toOptions({ workflow = 'same', confirm_delivery_uncertainty: isConfirmed = false, skip = [] }: RetryRunDto) {
    return { workflow, isConfirmed, leftOut: skip };
  }
}

/** Runs to retry. */
export class RetryRunsDto extends IdListDto {
  /** As for one run: `same` is the default, `published` takes the version that is published now, and needs `submissions:read` besides. */
  @MayBeAbsent()
  @IsIn(RETRIED_WORKFLOWS)
  workflow?: RetriedWorkflow;

  /** True only after accepting that deliveries may arrive twice. Without it, runs with an uncertain delivery are refused. */
  @MayBeAbsent()
  @IsBoolean()
  confirm_delivery_uncertainty?: boolean;
}

/** Runs about which nothing more has to be done. */
export class DismissRunsDto extends IdListDto {}

/** `ConfirmationDto` as a query parameter, for clients that send no body with a GET. */
export class ConfirmationQueryDto {
  /** Checked and without effect, since reading sends nothing. */
  @MayBeTrueOrFalse()
  confirm_delivery_uncertainty?: boolean;
}

const TEST_SOURCES = ['sample', 'manual', 'recent_submission'] as const;

/** The submission that a test of the draft runs with. */
export class StartTestDto implements CrossFieldValidated {
  /** `sample`: made-up values. `manual`: the `fields` sent. `recent_submission`: a stored submission, the newest when none is named; needs `submissions:read`. */
  @IsIn(TEST_SOURCES)
  source: (typeof TEST_SOURCES)[number];

  /** The id of a submission. Used when the source is `recent_submission`, and else ignored. */
  @MayBeAbsent()
  @ToId()
  @IsString(message(MUST_BE_SUBMISSION))
  submission_id?: string;

  /** Used when the source is `manual`, and else ignored: values by field name, which are validated like a JSON submission. Names that no field has are listed in `ignored_fields`. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  @MayBeAbsent()
  @IsObject()
  fields?: Record<string, unknown>;

  /** The id of an e-mail step of the draft. Its mail is sent, once: to the address of the account instead of its recipients, with `[Test]` before its subject. Everything else is only rendered. */
  @MayBeAbsent()
  @IsString()
  send_mail?: string;

  crossFieldErrors(): FieldError[] {
    const { source, fields, submission_id: id } = this;
    const isLacking = source === 'manual' && fields === undefined;
    const isMalformed = source === 'recent_submission' && typeof id === 'string' && !isUuid(id);
    return [
      ...(isLacking ? [{ path: 'fields', message: `${IS_REQUIRED} for a manual test` }] : []),
      ...(isMalformed ? [{ path: 'submission_id', message: MUST_BE_SUBMISSION }] : []),
    ];
  }
}

function rangeErrors({ min_compute_points: min, max_compute_points: max }: ListRunsDto): FieldError[] {
  const isRange = min === undefined || max === undefined || !(min > max);
  return isRange ? [] : [{ path: 'max_compute_points', message: 'must not be less than min_compute_points' }];
}
