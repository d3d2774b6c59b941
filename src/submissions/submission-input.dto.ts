import { PagedDto } from '../platform/http/page.dto';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn } from 'class-validator';
import type { Fault } from '../platform/errors/fault.types';
import { parseTimestamp } from '../platform/http/date.rules';
import type { CheckedInput } from '../platform/http/checked-input.rules';
import { MayBeAbsent, says } from '../platform/http/dto.rules';
import { SUBMISSION_SOURCES } from './submission.entity';
import type { SubmissionSource } from './submission.entity';

export const READ_STATUSES = ['read', 'unread', 'all'] as const;

/** Which submissions to list. */
export class ListSubmissionsDto extends PagedDto implements CheckedInput {
  /** Only those that are marked as read, or only those that are not. */
  @ApiPropertyOptional({ enum: READ_STATUSES, default: 'all' })
  @MayBeAbsent()
  @IsIn(READ_STATUSES, says(`must be one of ${READ_STATUSES.join(', ')}`))
  read_status?: (typeof READ_STATUSES)[number];

  /** Received at this moment or later: a timestamp with its zone (RFC 3339). */
  @ApiPropertyOptional({ format: 'date-time' })
  @MayBeAbsent()
  received_after?: string;

  /** Received before this moment: a timestamp with its zone (RFC 3339). */
  @ApiPropertyOptional({ format: 'date-time' })
  @MayBeAbsent()
  received_before?: string;

  /** Only those that came in this way. */
  @ApiPropertyOptional({ enum: SUBMISSION_SOURCES })
  @MayBeAbsent()
  @IsIn(SUBMISSION_SOURCES, says(`must be one of ${SUBMISSION_SOURCES.join(', ')}`))
  source?: SubmissionSource;

  faults(): Fault[] {
    return periodFaults('received_after', this.received_after, 'received_before', this.received_before);
  }
}

/** What may be changed about a submission. */
export class MarkSubmissionDto {
  /** True: somebody has read it; the first time is kept. False: it is unread again. */
  @IsBoolean()
  read: boolean;
}

function periodFaults(afterPath: string, after: unknown, beforePath: string, before: unknown): Fault[] {
  const faults = [...momentFaults(afterPath, after), ...momentFaults(beforePath, before)];
  if (faults.length > 0 || after === undefined || before === undefined) return faults;
  const isPeriod = parseTimestamp(after as string)! < parseTimestamp(before as string)!;
  return isPeriod ? [] : [{ path: beforePath, message: `must be later than ${afterPath}` }];
}

function momentFaults(path: string, moment: unknown): Fault[] {
  if (moment === undefined || (typeof moment === 'string' && parseTimestamp(moment))) return [];
  return [{ path, message: 'must be a timestamp with its zone, such as 2026-11-20T21:26:00Z' }];
}
