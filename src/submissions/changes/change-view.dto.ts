import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { IsBoolean, IsInt, IsString, Max, Min } from 'class-validator';
import { MayBeAbsent, ToBoolean, ToNumber } from '../../api/validation/decorators.rules';
import { wireOf } from '../../platform/text/wire.rules';
import { SubmissionView } from '../submission-view.dto';
import type { Change } from './changes.repository';
import type { AskedChanges } from './changes.service';

const DEFAULT_CHANGES = 50;

/** The position in the changes of a form. */
export class ListChangesDto {
  /** The `next_cursor` of the page before. Without it the feed begins with all submissions. */
  @ApiPropertyOptional({ maxLength: 256 })
  @MayBeAbsent()
  @IsString()
  after?: string;

  /** The size of the page: 0 to 200, by default 50. With 0 the answer has no changes, and the cursor of the end. */
  @ApiPropertyOptional({ type: 'integer', default: DEFAULT_CHANGES })
  @MayBeAbsent()
  @ToNumber()
  @IsInt()
  @Min(0)
  @Max(200)
  limit?: number;

  /** Only submissions that were imported from a file, or only those that were submitted. What is deleted or erased comes with both. A page looks at 20,000 submissions, so that it may be short, or empty, before the end. */
  @ApiPropertyOptional({ type: 'boolean' })
  @MayBeAbsent()
  @ToBoolean()
  @IsBoolean()
  imported?: boolean;

  static toRequest({ after: cursor, limit = DEFAULT_CHANGES, imported: isImported }: ListChangesDto): AskedChanges {
    return { cursor, limit, isImported };
  }
}

/** A submission without its deliveries, which change without a number. */
export class ChangedSubmissionView extends OmitType(SubmissionView, ['deliveries'] as const) {}

const CHANGE_TYPES = ['upserted', 'deleted', 'erased'] as const;

/** The latest change of a submission. */
export class ChangeView {
  /** `upserted`: received, marked, quarantined, released or restored from the trash, or without a file that it had. `deleted`: in the trash, or gone. @example 'upserted' */
  @ApiProperty({ enum: CHANGE_TYPES })
  type: Change['type'];

  /** Its place in the order of all changes of the form. @example 42 */
  @ApiProperty({ type: 'integer', minimum: 1 })
  change_number: number;

  /** The time of the change. @example '2026-11-20T21:26:00.000Z' */
  changed_at: string;

  /** Also of a submission that is gone. @example '019aa2c4-6a10-7b3c-8d4e-0a1b2c3d4e5f' */
  submission_id: string;

  /** Null when it is deleted or erased. */
  @ApiProperty({ type: ChangedSubmissionView, nullable: true })
  submission: ChangedSubmissionView | null;

  static from({ submission, ...change }: Change): ChangeView {
    return {
      ...wireOf(change, 'type', 'changeNumber', 'changedAt', 'submissionId'),
      submission: submission && withoutDeliveries(SubmissionView.from({ ...submission, notification: null }, undefined, true)),
    };
  }
}

const withoutDeliveries = ({ deliveries: _, ...submission }: SubmissionView): ChangedSubmissionView => submission;
