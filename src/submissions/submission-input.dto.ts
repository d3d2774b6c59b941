import { PagedDto } from '../api/pagination/page.dto';
import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsObject } from 'class-validator';
import type { FieldError } from '../api/errors/api-error';
import { parseIsoTimestamp } from '../api/validation/date.rules';
import type { CrossFieldValidated, ReadOnlyMembers } from '../api/validation/validate-dto.rules';
import { IsId, IsSearchText, MayBeAbsent, ToBoolean, TRUE_OR_FALSE } from '../api/validation/decorators.rules';
import { instantOf, IsTimestamp, periodErrors } from '../api/validation/period.rules';
import { isJsonObject } from '../platform/json/json.rules';
import { SUBMISSION_STATES } from './spam.types';
import { SUBMISSION_SOURCES, type SubmissionSource } from './submission.entity';
import type { SubmissionView } from './submission-view.dto';
import {
  DELIVERY_FILTERS,
  type DeliveryFilter,
  SUBMISSION_ORDERS,
  type SubmissionFilter,
  type SubmissionOrder,
} from './submission-filter.types';

const READ_STATUSES = ['read', 'unread', 'all'] as const;
const STATE_FILTERS = [...SUBMISSION_STATES, 'all'] as const;
const TRASH_FILTERS = ['only'] as const;
export const IsFormId = () => IsId('isFormId', 'must be the id of a form');

/** Conditions for the submissions of a form. */
export class SubmissionFilterDto implements CrossFieldValidated {
  /** Only submissions that are read, or only those that are unread. */
  @ApiPropertyOptional({ enum: READ_STATUSES, default: 'all' })
  @MayBeAbsent()
  @IsIn(READ_STATUSES)
  read_status?: (typeof READ_STATUSES)[number];

  /** Received at this moment or later: a timestamp with its zone (ISO 8601). @example '2026-11-20T21:26:00Z' */
  @MayBeAbsent()
  @IsTimestamp()
  received_after?: string;

  /** Received before this moment: a timestamp with its zone (ISO 8601). @example '2026-11-21T00:00:00+01:00' */
  @MayBeAbsent()
  @IsTimestamp()
  received_before?: string;

  /** Only submissions of this source. */
  @ApiPropertyOptional({ enum: SUBMISSION_SOURCES })
  @MayBeAbsent()
  @IsIn(SUBMISSION_SOURCES)
  source?: SubmissionSource;

  /** Only submissions that were imported from a file, or only those that were submitted. A list looks at 20,000 submissions in a request. */
  @ApiPropertyOptional({ type: 'boolean' })
  @MayBeAbsent()
  @ToBoolean()
  @IsBoolean()
  imported?: boolean;

  /** Only submissions whose visitor has confirmed the address, or only the others. A list looks at 20,000 submissions in a request. */
  @ApiPropertyOptional({ type: 'boolean' })
  @MayBeAbsent()
  @ToBoolean()
  @IsBoolean()
  confirmed?: boolean;

  /** Quarantined submissions look like spam, or wait for the confirmation of an address, and are listed only when they are asked for. */
  @ApiPropertyOptional({ enum: STATE_FILTERS, default: 'accepted' })
  @MayBeAbsent()
  @IsIn(STATE_FILTERS)
  state?: (typeof STATE_FILTERS)[number];

  crossFieldErrors(): FieldError[] {
    return filterErrors(this);
  }

  static toFilter(query: SubmissionFilterDto): SubmissionFilter {
    const { read_status: status = 'all', state = 'accepted' } = query;
    return {
      isRead: status === 'all' ? undefined : status === 'read',
      receivedAfter: instantOf(query.received_after, parseIsoTimestamp),
      receivedBefore: instantOf(query.received_before, parseIsoTimestamp),
      source: query.source,
      isImported: query.imported,
      isConfirmed: query.confirmed,
      state: state === 'all' ? undefined : state,
    };
  }
}

const filterErrors = (filter: SubmissionFilterDto): FieldError[] =>
  periodErrors(filter, 'received_after', 'received_before', parseIsoTimestamp);

/** The same with what no index has, so that submissions are looked at one by one. */
export class SearchFilterDto extends SubmissionFilterDto {
  /** Words that the values have in any order, each as a part of any value, and phrases in quotation marks: in upper or lower case, with and without diacritics, in NFC or NFD, with any line break for another; numbers as they are written. Where its index does not serve it, and like the next filters, a list looks at 20,000 submissions in a request, so that a page may be short, or empty, and have a `next_cursor`. */
  @ApiPropertyOptional({ minLength: 1, maxLength: 100 })
  @MayBeAbsent()
  @IsSearchText(1, 100)
  search?: string;

  /** The name of the only field whose values are searched; also one that the form has no more, or never had. Without `search` it has no effect. */
  @ApiPropertyOptional({ minLength: 1, maxLength: 255 })
  @MayBeAbsent()
  @IsSearchText(1, 255)
  search_field?: string;

  /** Only submissions with files, or only those without. */
  @ApiPropertyOptional(TRUE_OR_FALSE)
  @MayBeAbsent()
  @ToBoolean()
  @IsBoolean()
  has_files?: boolean;

  /** Only submissions of which a delivery has this status now; `pending` includes `retrying`. */
  @ApiPropertyOptional({ enum: DELIVERY_FILTERS })
  @MayBeAbsent()
  @IsIn(DELIVERY_FILTERS)
  delivery?: DeliveryFilter;

  /** `only`: what is in the trash instead, in both states unless `state` says which one it had. Everything else leaves the trash out. */
  @ApiPropertyOptional({ enum: TRASH_FILTERS })
  @MayBeAbsent()
  @IsIn(TRASH_FILTERS)
  trash?: (typeof TRASH_FILTERS)[number];

  static override toFilter(query: SearchFilterDto): SubmissionFilter {
    const { search, search_field: searchField, has_files: hasFiles, delivery } = query;
    const filter = { search, searchField, hasFiles, delivery };
    if (query.trash === undefined) return { ...SubmissionFilterDto.toFilter(query), ...filter };
    const { state = 'all' } = query;
    return { ...SubmissionFilterDto.toFilter({ ...query, state } as SubmissionFilterDto), ...filter, isTrashed: true };
  }
}

class PagedFilterDto extends IntersectionType(PagedDto, SearchFilterDto) implements CrossFieldValidated {
  override crossFieldErrors(): FieldError[] {
    return filterErrors(this);
  }
}

/** The order of the submissions of one form. */
export const IsOrder = () =>
  applyDecorators(ApiPropertyOptional({ enum: SUBMISSION_ORDERS, default: 'newest' }), MayBeAbsent(), IsIn(SUBMISSION_ORDERS));

/** Filters and order of the list of submissions. */
export class ListSubmissionsDto extends PagedFilterDto {
  /** The submissions that come first. A cursor is valid for its order only. */
  @IsOrder()
  order?: SubmissionOrder;

  static toFilter(query: ListSubmissionsDto): SubmissionFilter {
    return { ...SearchFilterDto.toFilter(query), order: query.order };
  }
}

/** Filters of the list of the submissions of all forms. */
export class ListAllSubmissionsDto extends PagedFilterDto {
  /** Only submissions of this form. */
  @ApiPropertyOptional({ format: 'uuid' })
  @MayBeAbsent()
  @IsFormId()
  form?: string;
}

/** A deletion, into the trash or for good. */
export class DeleteSubmissionDto {
  /** True deletes it for good, also one that is in the trash. By default it can be restored for as long as the plan keeps the trash. */
  @ApiPropertyOptional({ type: 'boolean', default: false })
  @MayBeAbsent()
  @ToBoolean()
  @IsBoolean()
  permanently?: boolean;
}

/** Corrected values, and whether it is read. */
export class UpdateSubmissionDto implements CrossFieldValidated {
  static readonly readOnly: ReadOnlyMembers<SubmissionView, UpdateSubmissionDto> = {
    ...{
      id: true,
      form_id: true,
      source: true,
      other_values: true,
      other_values_dropped: true,
      read_at: true,
      received_at: true,
      imported_at: true,
      address_confirmed_at: true,
      edited_at: true,
      edited_by: true,
      deleted_at: true,
      created_at: true,
    },
    ...{ has_files: true, file_count: true, files: true, deliveries: true },
    ...{ state: true, spam_reasons: true, released_at: true },
  };

  /** True marks the submission as read and keeps the time of the first reading; false marks it as unread. */
  @MayBeAbsent()
  @IsBoolean()
  read?: boolean;

  /** Corrected values by field name; null removes a value. Needs `If-Match`, and `submissions:read` besides. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  @MayBeAbsent()
  @IsObject()
  fields?: Record<string, unknown>;

  crossFieldErrors(): FieldError[] {
    const isEmpty = this.read === undefined && this.fields === undefined;
    return isEmpty ? [{ path: 'read', message: 'must be there unless "fields" is' }] : [];
  }

  /** True for a body with corrected values. */
  static isCorrection(body: unknown): boolean {
    return isJsonObject(body) && body.fields !== undefined;
  }
}
