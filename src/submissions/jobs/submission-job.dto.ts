import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsObject, ValidateNested } from 'class-validator';
import type { Scope } from '../../api/auth/caller';
import type { FieldError } from '../../api/errors/api-error';
import { MayBeAbsent } from '../../api/validation/decorators.rules';
import type { CrossFieldValidated } from '../../api/validation/validate-dto.rules';
import { wireOf } from '../../platform/text/wire.rules';
import { BATCH_ACTIONS, type BatchAction, IsPermanently, permanenceErrors, SubmissionBatchDto } from '../batch/submission-batch.dto';
import { IsFormId, SearchFilterDto } from '../submission-input.dto';
import { JOB_STATUSES, type JobStatus, type SubmissionJobEntity } from './submission-job.entity';

/** The filters of the list of the submissions of all forms. */
export class JobFilterDto extends SearchFilterDto {
  /** Only submissions of this form. */
  @ApiPropertyOptional({ format: 'uuid' })
  @MayBeAbsent()
  @IsFormId()
  form?: string;
}

/** One action on all submissions that fit a filter. */
export class CreateSubmissionJobDto implements CrossFieldValidated {
  /** `read` and `unread` mark, `release` accepts what is quarantined, `spam` quarantines, `delete` moves to the trash, `restore` takes out of it. */
  @ApiProperty({ enum: BATCH_ACTIONS })
  @IsIn(BATCH_ACTIONS)
  action: BatchAction;

  /** Of `delete`: true deletes for good. */
  @IsPermanently()
  permanently?: boolean;

  /** The filters of the submissions, as those of the list; by default all accepted ones of all forms that the key sees. `restore` looks in the trash, as with `trash`. */
  @MayBeAbsent()
  @Type(() => JobFilterDto)
  @IsObject()
  @ValidateNested()
  filters?: JobFilterDto;

  crossFieldErrors(): FieldError[] {
    return permanenceErrors(this);
  }

  /** The filters of the action. `restore` is always about the trash, so that it needs none. */
  static toFilter({ action, filters = new JobFilterDto() }: CreateSubmissionJobDto): JobFilterDto {
    return action === 'restore' ? ({ ...filters, trash: 'only' } as JobFilterDto) : filters;
  }

  /** The scope of the single action; null for a body without a known one. */
  static scopeOf(body: unknown): Scope | null {
    return SubmissionBatchDto.scopeOf(body);
  }
}

/** The submissions that fit a filter. */
export class SubmissionCountView {
  /** The number, at least: exactly where `complete` is true. @example 10000 */
  @ApiProperty({ type: 'integer' })
  count: number;

  /** False where more than 20,000 submissions would have to be looked at one by one, or more than 1,000,000 counted. @example true */
  complete: boolean;
}

/** An action on many submissions, and how far it is. */
export class SubmissionJobView {
  /** The id. @example '019aa2c4-6a10-7b3c-8d4e-0a1b2c3d4e5f' */
  id: string;

  /** The action. @example 'read' */
  @ApiProperty({ enum: BATCH_ACTIONS })
  action: BatchAction;

  /** True for a deletion that goes past the trash. @example false */
  permanently: boolean;

  /** The id of the form; null for all forms that the key saw. @example '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f' */
  form_id: string | null;

  /** `stopped` means that the key may not do it any more, or that it has failed: see `reason`. @example 'running' */
  @ApiProperty({ enum: JOB_STATUSES })
  status: JobStatus;

  /** The code of the error for which it has stopped; else null. @example null */
  reason: string | null;

  /** The submissions that fitted when it was asked for; null where too many had to be looked at. @example 10000 */
  @ApiProperty({ type: 'integer', nullable: true })
  total: number | null;

  /** Those that were found until now. @example 400 */
  @ApiProperty({ type: 'integer' })
  found: number;

  /** Those of them that the action has changed; others were already as it would make them. @example 400 */
  @ApiProperty({ type: 'integer' })
  changed: number;

  /** Those that the single action would refuse, since their value is taken or no places are left. @example 0 */
  @ApiProperty({ type: 'integer' })
  refused: number;

  /** The time when it was asked for. @example '2026-11-20T21:26:00.000Z' */
  created_at: string;

  /** The time when it ended; null before. @example null */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  completed_at: string | null;

  static from(job: SubmissionJobEntity): SubmissionJobView {
    const members = [
      'id',
      'action',
      'permanently',
      'formId',
      'status',
      'reason',
      'total',
      'found',
      'changed',
      'refused',
      'createdAt',
      'completedAt',
    ] as const;
    return wireOf(job, ...members);
  }
}
