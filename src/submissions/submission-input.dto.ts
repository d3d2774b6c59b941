import { PagedDto } from '../api/pagination/page.dto';
import { ApiPropertyOptional } from '@nestjs/swagger';
import type { FieldError } from '../api/errors/field-error.types';
import { parseTimestamp } from '../api/validation/date.rules';
import type { CrossFieldValidated } from '../api/validation/validate-dto.rules';
import { MayBeAbsent, OneOf, TrueOrFalse } from '../api/validation/decorators.rules';
import { momentOf, periodFaults, Timestamp } from '../api/validation/period.rules';
import { SUBMISSION_SOURCES } from './submission.entity';
import type { SubmissionSource } from './submission.entity';
import type { SubmissionFilter } from './submissions.repository';

export const READ_STATUSES = ['read', 'unread', 'all'] as const;

/** Filters of the list of submissions. */
export class ListSubmissionsDto extends PagedDto implements CrossFieldValidated {
  /** Only submissions that are read, or only those that are unread. */
  @ApiPropertyOptional({ enum: READ_STATUSES, default: 'all' })
  @MayBeAbsent()
  @OneOf(READ_STATUSES)
  read_status?: (typeof READ_STATUSES)[number];

  /** Received at this moment or later: a timestamp with its zone (RFC 3339). */
  @ApiPropertyOptional({ format: 'date-time' })
  @MayBeAbsent()
  @Timestamp()
  received_after?: string;

  /** Received before this moment: a timestamp with its zone (RFC 3339). */
  @ApiPropertyOptional({ format: 'date-time' })
  @MayBeAbsent()
  @Timestamp()
  received_before?: string;

  /** Only submissions of this source. */
  @ApiPropertyOptional({ enum: SUBMISSION_SOURCES })
  @MayBeAbsent()
  @OneOf(SUBMISSION_SOURCES)
  source?: SubmissionSource;

  crossFieldErrors(): FieldError[] {
    return periodFaults(this, 'received_after', 'received_before', parseTimestamp);
  }

  static toFilter(query: ListSubmissionsDto): SubmissionFilter {
    const { read_status: status = 'all' } = query;
    return {
      isRead: status === 'all' ? undefined : status === 'read',
      receivedAfter: momentOf(query.received_after, parseTimestamp),
      receivedBefore: momentOf(query.received_before, parseTimestamp),
      source: query.source,
    };
  }
}

/** The only change of a submission. */
export class MarkSubmissionDto {
  /** True marks the submission as read and keeps the time of the first reading; false marks it as unread. */
  @TrueOrFalse()
  read: boolean;
}
