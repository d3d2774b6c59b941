import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { FieldError } from '../api/errors/api-error';
import { PagedDto } from '../api/pagination/page.dto';
import { parseDateOrTimestamp } from '../api/validation/date.rules';
import { IsSearchText, MayBeAbsent, ToId } from '../api/validation/decorators.rules';
import { instantOf, IsDateOrTimestamp, periodErrors } from '../api/validation/period.rules';
import type { CrossFieldValidated } from '../api/validation/validate-dto.rules';
import { wireOf } from '../platform/text/wire.rules';
import { IsKeyId } from './key-input.dto';

const AUDIT_ACTORS = ['key', 'console', 'operator'] as const;

/** An event of the audit trail as its account sees it. */
export interface TrailEvent {
  /** A bigint in decimal digits. */
  id: string;
  action: string;
  resourceId: string | null;
  formId: string | null;
  keyId: string | null;
  keyName: string | null;
  actor: (typeof AUDIT_ACTORS)[number];
  requestId: string | null;
  revisionBefore: number | null;
  revisionAfter: number | null;
  /** As the operation has stored it. */
  details: Record<string, unknown> | null;
  createdAt: Date;
}

/** The filter of a list of events; times are ISO 8601. */
export interface AuditFilter {
  resourceId?: string;
  action?: string;
  keyId?: string;
  createdAfter?: string;
  createdBefore?: string;
}

/** The query of the audit trail. */
export class ListAuditEventsDto extends PagedDto implements CrossFieldValidated {
  /** Only changes of the form, key or other resource with this id. */
  @ApiPropertyOptional({ minLength: 1, maxLength: 255 })
  @MayBeAbsent()
  @ToId()
  @IsSearchText(1, 255)
  resource?: string;

  /** Only changes by this operation, such as `PATCH /v1/forms/:id` or `keys revoke`. */
  @ApiPropertyOptional({ minLength: 1, maxLength: 255 })
  @MayBeAbsent()
  @IsSearchText(1, 255)
  action?: string;

  /** Only changes with this key. */
  @ApiPropertyOptional({ format: 'uuid' })
  @MayBeAbsent()
  @IsKeyId()
  key?: string;

  /** Changed on this day (from its first moment in UTC) or at this moment, or later. @example '2026-11-20' */
  @MayBeAbsent()
  @IsDateOrTimestamp()
  created_after?: string;

  /** Changed before this day or moment. @example '2026-11-21T00:00:00Z' */
  @MayBeAbsent()
  @IsDateOrTimestamp()
  created_before?: string;

  crossFieldErrors(): FieldError[] {
    return periodErrors(this, 'created_after', 'created_before', parseDateOrTimestamp);
  }

  static toFilter({ resource, action, key, created_after: after, created_before: before }: ListAuditEventsDto): AuditFilter {
    return {
      resourceId: resource,
      action,
      keyId: key,
      createdAfter: instantOf(after, parseDateOrTimestamp)?.toISOString(),
      createdBefore: instantOf(before, parseDateOrTimestamp)?.toISOString(),
    };
  }
}

/** The revisions around a change. */
export class RevisionsView {
  /** Null for what has none, or did not exist. @example 3 */
  before: number | null;

  /** Null for what has none, or does not exist any more. @example 4 */
  after: number | null;
}

/** A change of many things at once. */
export class AuditDetailsView {
  /** The action, such as `read` or `delete`; null where the operation has a single one. @example 'delete' */
  @ApiProperty({ type: String, nullable: true })
  action: string | null;

  /** The number of those that were changed. @example 3 */
  @ApiProperty({ type: 'integer', minimum: 0 })
  count: number;

  /** The ids of the first 50; empty where only the number is known. @example ['019aa2c4-6a10-7b3c-8d4e-0a1b2c3d4e5f'] */
  @ApiProperty({ type: [String], maxItems: 50 })
  ids: string[];

  /** Null for details without a number. What a task has changed or deleted has it under these names. */
  static from(details: Record<string, unknown> | null): AuditDetailsView | null {
    const { action = null, count, changed, deleted, ids = [] } = details ?? {};
    const counted = [count, changed, deleted].find((each) => typeof each === 'number');
    return counted === undefined ? null : { action: action as string | null, count: counted, ids: ids as string[] };
  }
}

/** A change and who has made it, without its content. */
export class AuditEventView {
  /** The id: a number, which is higher for later events. @example '4711' */
  @ApiProperty({ pattern: '^[0-9]+$' })
  id: string;

  /** The operation: its method and path, or words such as `keys revoke`. @example 'PATCH /v1/forms/:id' */
  action: string;

  /** The id of what was changed: a number for a field, the id of the node for a signing secret, and else a UUID; null when there is no single one. @example '17' */
  @ApiProperty({ type: String, nullable: true })
  resource_id: string | null;

  /** The form to which it belongs; null for what belongs to none. @example '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f' */
  form_id: string | null;

  /** The key that was used; null for the operator, and for a session of a link to the console. @example '019aa2c4-6a10-7b3c-8d4e-0a1b2c3d4e5f' */
  key_id: string | null;

  /** The name that the key or the person has now; null without a key. @example 'Lena Example' */
  @ApiProperty({ type: String, nullable: true })
  key_name: string | null;

  /** `key` for a program with a key, `console` for a person who is signed in, `operator` for the service and its commands. @example 'key' */
  @ApiProperty({ enum: AUDIT_ACTORS })
  actor: TrailEvent['actor'];

  /** The id of the request; null for the operator. @example 'req_01K9ZW3QG5V6T0H0J9D7V4N2XF' */
  request_id: string | null;

  /** The revisions of what was changed. */
  revisions: RevisionsView;

  /** The extent of a change of many; null for any other change. */
  @ApiProperty({ type: AuditDetailsView, nullable: true })
  details: AuditDetailsView | null;

  /** The time of the change. @example '2026-11-20T21:26:00.000Z' */
  created_at: string;

  static from(event: TrailEvent): AuditEventView {
    return {
      ...wireOf(event, 'id', 'action', 'resourceId', 'formId', 'keyId', 'keyName', 'actor', 'requestId', 'createdAt'),
      details: AuditDetailsView.from(event.details),
      revisions: { before: event.revisionBefore, after: event.revisionAfter },
    };
  }
}
