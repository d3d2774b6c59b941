import { LimitedDto } from '../../../api/pagination/page.dto';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsObject } from 'class-validator';
import type { FieldError } from '../../../api/errors/field-error.types';
import { parseDateOrTimestamp } from '../../../api/validation/date.rules';
import type { CrossFieldValidated } from '../../../api/validation/validate-dto.rules';
import {
  FromDigits,
  FromFlag,
  MayBeAbsent,
  OneOf,
  message,
  TrueOrFalse,
  WholeNumber,
} from '../../../api/validation/decorators.rules';
import { DateOrTimestamp, momentOf, periodFaults } from '../../../api/validation/period.rules';
import { isId } from '../../../platform/id.rules';
import { RUN_STATUSES } from '../../definition/state-machine.rules';
import type { RunStatus } from '../../definition/state-machine.rules';
import { RUN_KINDS } from '../store/workflow-run.entity';
import type { RunKind } from '../store/workflow-run.entity';
import type { RunFilter } from '../store/runs.repository';

const MAX_INTEGER = 2_147_483_647;

/** Which runs to list. */
export class ListRunsDto extends LimitedDto implements CrossFieldValidated {
  /** Only runs for submissions, or only tests of the draft. */
  @ApiPropertyOptional({ enum: RUN_KINDS })
  @MayBeAbsent()
  @OneOf(RUN_KINDS)
  run_kind?: RunKind;

  /** Only runs that are in this state now. */
  @ApiPropertyOptional({ enum: RUN_STATUSES })
  @MayBeAbsent()
  @OneOf(RUN_STATUSES)
  status?: RunStatus;

  /** Only runs of this published version; never a test. */
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MAX_INTEGER })
  @MayBeAbsent()
  @FromDigits()
  @WholeNumber(1, MAX_INTEGER)
  workflow_version?: number;

  /** Only runs of this submission. */
  @MayBeAbsent()
  submission_id?: string;

  /** Made on this day (from its first moment in UTC) or at this moment, or later. */
  @MayBeAbsent()
  @DateOrTimestamp()
  created_after?: string;

  /** Made before this day or moment. */
  @MayBeAbsent()
  @DateOrTimestamp()
  created_before?: string;

  /** Consumed at least so many. */
  @ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: MAX_INTEGER })
  @MayBeAbsent()
  @FromDigits()
  @WholeNumber(0, MAX_INTEGER)
  min_compute_points?: number;

  /** Consumed at most so many. */
  @ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: MAX_INTEGER })
  @MayBeAbsent()
  @FromDigits()
  @WholeNumber(0, MAX_INTEGER)
  max_compute_points?: number;

  /** Whether a delivery of the run ended without knowing if it arrived. */
  @MayBeAbsent()
  @FromFlag()
  @TrueOrFalse()
  delivery_uncertain?: boolean;

  crossFieldErrors(): FieldError[] {
    return [
      ...idFaults(this.submission_id),
      ...periodFaults(this, 'created_after', 'created_before', parseDateOrTimestamp),
      ...rangeFaults(this),
    ];
  }

  static toFilter(query: ListRunsDto): RunFilter {
    return {
      runKind: query.run_kind,
      status: query.status,
      workflowVersion: query.workflow_version,
      submissionId: query.submission_id,
      createdAfter: momentOf(query.created_after, parseDateOrTimestamp),
      createdBefore: momentOf(query.created_before, parseDateOrTimestamp),
      minConsumedPoints: query.min_compute_points,
      maxConsumedPoints: query.max_compute_points,
      hasUncertain: query.delivery_uncertain,
    };
  }
}

/** Says that what may have arrived may be sent once more. */
export class ConfirmationDto {
  /** True only after accepting that a delivery may arrive twice. */
  @MayBeAbsent()
  @TrueOrFalse()
  confirm_delivery_uncertainty?: boolean;
}

/** The same as a query parameter. */
export class ConfirmationQueryDto {
  /** Checked and without effect, since reading sends nothing. */
  @MayBeAbsent()
  @FromFlag()
  @TrueOrFalse()
  confirm_delivery_uncertainty?: boolean;
}

export const TEST_SOURCES = ['sample', 'manual', 'recent_submission'] as const;

/** What a test of the draft runs through. */
export class StartTestDto implements CrossFieldValidated {
  /** `sample`: made-up values. `manual`: the `fields` sent. `recent_submission`: a stored submission, the newest when none is named; needs `submissions:read`. */
  @ApiProperty({ enum: TEST_SOURCES })
  @OneOf(TEST_SOURCES)
  source: (typeof TEST_SOURCES)[number];

  /** Only with `recent_submission`. */
  @MayBeAbsent()
  submission_id?: string;

  /** Only with `manual`: values by field name. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  @MayBeAbsent()
  @IsObject(message('must be an object'))
  fields?: Record<string, unknown>;

  crossFieldErrors(): FieldError[] {
    const faults = idFaults(this.submission_id);
    if (this.source === 'manual' && this.fields === undefined)
      faults.push({ path: 'fields', message: 'must be sent for a manual test' });
    if (this.source !== 'manual' && this.fields !== undefined)
      faults.push({ path: 'fields', message: 'must be left out unless the source is manual' });
    if (this.source !== 'recent_submission' && this.submission_id !== undefined) {
      faults.push({ path: 'submission_id', message: 'must be left out unless the source is recent_submission' });
    }
    return faults;
  }
}

function idFaults(id: unknown): FieldError[] {
  const isFine = id === undefined || (typeof id === 'string' && isId(id));
  return isFine ? [] : [{ path: 'submission_id', message: 'must be the id of a submission' }];
}

function rangeFaults({ min_compute_points: min, max_compute_points: max }: ListRunsDto): FieldError[] {
  const isRange = min === undefined || max === undefined || !(min > max);
  return isRange ? [] : [{ path: 'max_compute_points', message: 'must not be less than min_compute_points' }];
}
