import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsString } from 'class-validator';
import { MayBeAbsent, MayBeNull, textRule, WORD } from '../api/validation/decorators.rules';
import { canonicalText } from '../fields/values/coercion.rules';
import { countCodePoints } from '../platform/text/text-parsers.rules';
import { wireOf } from '../platform/text/wire.rules';
import { NODE_ID } from '../workflows/definition/structure.rules';
import type { ErasureEntity } from './erasure.entity';
import { type DataReceiver, ERASURE_STATUSES, type ErasureStatus, LEFT_BY_ERASURES } from './erasure.types';
import type { ErasureRequest } from './erasures.service';

const MAX_VALUE = 65_536;
const MAX_FIELD = 64;

/** A value that is to be erased. */
export class CreateErasureDto {
  /**
   * A value by which a person is found, such as an e-mail address. It equals a submitted one whatever its case and white space, and an
   * element of a list or a member of an object as well. It is kept encrypted until the erasure has ended. @example 'ada@example.com'
   */
  @ApiProperty({ minLength: 1, maxLength: MAX_VALUE })
  @textRule('isShortEnough', (text) => countCodePoints(text) <= MAX_VALUE, `must have at most ${MAX_VALUE} characters`)
  @textRule('isNotEmpty', (text) => canonicalText(text) !== '', 'must have a character that people see')
  value: string;

  /** The name of the only field to look in; null for all. @example null */
  @ApiPropertyOptional({ type: String, nullable: true, minLength: 1, maxLength: MAX_FIELD })
  @MayBeAbsent()
  @MayBeNull()
  @IsString()
  @textRule('isName', (text) => text.length >= 1 && text.length <= MAX_FIELD, `must have 1 to ${MAX_FIELD} characters`)
  field?: string | null;

  /** True, which it is by default, only counts, and tells who has got the data. */
  @ApiPropertyOptional({ type: 'boolean' })
  @MayBeAbsent()
  @IsBoolean()
  dry_run?: boolean;

  static toRequest({ value, field = null, dry_run: isDryRun = true }: CreateErasureDto): ErasureRequest {
    return { value, field, isDryRun };
  }
}

/** The numbers of rows that were found so far, and deleted unless it is a dry run. */
export class ErasureCountsView {
  /** @example 2 */
  forms: number;
  /** Quarantined ones too. @example 5 */
  submissions: number;
  /** @example 1 */
  files: number;
  /** Of workflows, tests too. @example 6 */
  runs: number;
  /** Notifications of forms. @example 5 */
  mails: number;
}

/** Somebody to whom erased data went. */
export class DataReceiverView {
  /** The type of the destination; `notification` for mails to the owner of the form, `export_link` for whoever reads one. @example 'webhook' */
  @ApiProperty(WORD)
  channel_type: string;

  /** The host with its port, or the domain of the mail addresses; null where it is not known. @example 'crm.example.com' */
  host: string | null;

  /** The id of the form. @example '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f' */
  form_id: string;

  /** The node of the workflow, or the id of the export link; null for notifications. @example 'crm' */
  @ApiProperty({ pattern: NODE_ID.source })
  node_id: string | null;

  /** The number of times that a body was sent, whatever was answered. @example 3 */
  deliveries: number;

  /** @example '2026-11-20T21:26:00.000Z' */
  last_delivered_at: string;

  static from(receiver: DataReceiver): DataReceiverView {
    const lastDeliveredAt = new Date(receiver.lastDeliveredAt);
    return wireOf({ ...receiver, lastDeliveredAt }, 'channelType', 'host', 'formId', 'nodeId', 'deliveries', 'lastDeliveredAt');
  }
}

/** An erasure with its report, which says nothing of the person. */
export class ErasureView {
  /** The id. @example '019aa2c4-6a10-7b3c-8d4e-0a1b2c3d4e5f' */
  id: string;

  /** The status. @example 'done' */
  @ApiProperty({ enum: ERASURE_STATUSES })
  status: ErasureStatus;

  /** The cause of the failure; null otherwise. What it had deleted before is in its counts. @example null */
  error: string | null;

  /** @example false */
  dry_run: boolean;

  /** The name of the only field that was looked in; null for all. @example null */
  field: string | null;

  counts: ErasureCountsView;

  /** Those who have got the data, and have to be told to erase it. */
  @ApiProperty({ type: [DataReceiverView] })
  receivers: DataReceiverView[];

  /** The time from which runs are kept, where receivers of older submissions are not known; else null. @example null */
  receivers_since: string | null;

  /** The lists that an erasure leaves, since they keep mails from the person: the one of visitors who want none, which has digests of addresses. */
  @ApiProperty({ enum: LEFT_BY_ERASURES, isArray: true })
  kept: readonly (typeof LEFT_BY_ERASURES)[number][];

  /** The time when it was created. @example '2026-11-20T21:26:00.000Z' */
  created_at: string;

  /** Null before. @example '2026-11-20T21:26:02.000Z' */
  completed_at: string | null;

  static from(erasure: ErasureEntity): ErasureView {
    return {
      ...wireOf(erasure, 'id', 'status', 'error', 'dryRun', 'field', 'receiversSince', 'createdAt', 'completedAt'),
      counts: { forms: erasure.matchedFormIds.length, ...erasure.counts },
      kept: LEFT_BY_ERASURES,
      receivers: erasure.receivers.map((receiver) => DataReceiverView.from(receiver)),
    };
  }
}
