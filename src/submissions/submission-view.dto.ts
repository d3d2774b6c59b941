import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { WORD } from '../api/validation/decorators.rules';
import { ListedFileView } from '../files/file-view.dto';
import { wireOf } from '../platform/text/wire.rules';
import { DELIVERY_STATUSES } from '../workflows/definition/state-machine.rules';
import { MAX_NODES, NODE_ID } from '../workflows/definition/structure.rules';
import { notificationDelivery } from '../notifications/notification-delivery.rules';
import { type Delivery, type DeliveryHistory, historiesIn } from '../workflows/runs/history/delivery-history.rules';
import type { NotifyingSubmission, SubmissionWithRun } from './submissions.repository';
import { SPAM_CHECKS, type SpamCheck, SUBMISSION_STATES, type SubmissionState } from './spam.types';
import { SUBMISSION_SOURCES, type SubmissionSource } from './submission.entity';

/** The delivery of a submission to one destination. */
export class DeliveryView {
  /** The id of the destination's node in the workflow; null for the notification, and for the storage of a submission whose workflow has no such node. @example 'crm' */
  @ApiProperty({ pattern: NODE_ID.source })
  node_id: string | null;

  /** The display name of the node. @example 'CRM' */
  @ApiProperty({ maxLength: 255 })
  name: string | null;

  /** The type of the destination. @example 'database' */
  @ApiProperty(WORD)
  channel_type: string;

  /** The status. @example 'delivered' */
  @ApiProperty({ enum: DELIVERY_STATUSES })
  status: Delivery['status'];

  /** The time when it was delivered; null before. @example '2026-11-20T21:26:00.000Z' */
  delivered_at: string | null;

  /** The code of the failure, or the reason for which a mail to a visitor was skipped; else null. */
  @ApiProperty(WORD)
  error_code: string | null;

  static from(delivery: Delivery): DeliveryView {
    return wireOf(delivery, 'nodeId', 'name', 'channelType', 'status', 'deliveredAt', 'errorCode');
  }
}

const NO_HISTORY: DeliveryHistory = { storage: null, deliveries: [] };

/** A reason for which a submission was held. */
export class SpamReasonView {
  /** The check that found it. @example 'links' */
  @ApiProperty({ enum: SPAM_CHECKS })
  check: SpamCheck;

  /** For people; it names no value of the visitor. @example 'It has 14 links; 10 are allowed.' */
  @ApiProperty({ maxLength: 255 })
  detail: string;
}

/** A submission to a form. */
export class SubmissionView {
  /** The id. @example '019aa2c4-6a10-7b3c-8d4e-0a1b2c3d4e5f' */
  id: string;

  /** The id of the form. @example '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f' */
  form_id: string;

  /** `form_submit`: from a page. `api`: from a server with the submission token, or imported. `hosted_form`: from the form's own page. @example 'form_submit' */
  @ApiProperty({ enum: SUBMISSION_SOURCES })
  source: SubmissionSource;

  /** Values by field name, without files. */
  @ApiProperty({ type: 'object', additionalProperties: true, example: { email: 'ada@example.com' } })
  fields: Record<string, unknown>;

  /** Values under names that no field of the form has. Only there when such values were sent. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true, example: { company: 'Analytical Engines' } })
  other_values?: Record<string, unknown>;

  /** The names of further such values, which were not kept: beyond 200 names, 255 characters of a name, or 64 KiB together. Only there when there are any; a longer name is cut. @example ['utm_content'] */
  @ApiPropertyOptional({ type: [String] })
  other_values_dropped?: string[];

  /** Null: unread. @example '2026-11-20T21:26:00.000Z' */
  read_at: string | null;

  /** The time when it was received. @example '2026-11-20T21:26:00.000Z' */
  received_at: string;

  /** The time when the owner of the form imported it from a file; missing from what was submitted. @example '2026-11-20T21:26:00.000Z' */
  @ApiPropertyOptional()
  imported_at?: string;

  /** The time when the visitor confirmed the address of the submission. Only there when that is so. @example '2026-11-20T21:27:00.000Z' */
  @ApiPropertyOptional()
  address_confirmed_at?: string;

  /** The time of the last correction by the owner, and the id of the key that made it. Only there when it was corrected. @example '2026-11-21T09:00:00.000Z' */
  @ApiPropertyOptional()
  edited_at?: string;

  /** @example '019aa2c4-6a10-7b3c-8d4e-0a1b2c3d4e5f' */
  @ApiPropertyOptional()
  edited_by?: string;

  /** The time when it was moved to the trash. Only there while it is in the trash. @example '2026-11-21T09:00:00.000Z' */
  @ApiPropertyOptional()
  deleted_at?: string;

  /** True when there are files. @example false */
  has_files: boolean;

  /** The number of files. @example 0 */
  file_count: number;

  /** The files in the order in which they were sent, each with its field. Only there when there are any. */
  @ApiPropertyOptional({ type: [ListedFileView] })
  files?: ListedFileView[];

  /** The storage of the submission itself comes first, the notification of the form's owner last. */
  @ApiProperty({ type: [DeliveryView], maxItems: MAX_NODES + 2 })
  deliveries: DeliveryView[];

  /** The time when it was created. @example '2026-11-20T21:26:00.000Z' */
  created_at: string;

  /** Present, like the next two members, when it was asked for, and where it is not simply `accepted`. @example 'quarantined' */
  @ApiPropertyOptional({ enum: SUBMISSION_STATES })
  state?: SubmissionState;

  /** The reasons that held the submission, or would have at a higher level. */
  @ApiPropertyOptional({ type: [SpamReasonView] })
  spam_reasons?: SpamReasonView[];

  /** The time when it was released from quarantine. */
  @ApiPropertyOptional({ type: String, format: 'date-time', nullable: true })
  released_at?: string | null;

  static of({ submission, newestRuns }: SubmissionWithRun, withState = false): SubmissionView {
    return SubmissionView.from(submission, historiesIn(newestRuns).get(submission.id), withState);
  }

  static from(submission: NotifyingSubmission, history: DeliveryHistory = NO_HISTORY, withState = false): SubmissionView {
    const receivedAt = submission.receivedAt.toISOString();
    const notification = submission.notification ? [notificationDelivery(submission.notification)] : [];
    return {
      id: submission.id,
      form_id: submission.formId,
      source: submission.source,
      fields: submission.fields,
      ...(submission.otherValues && { other_values: submission.otherValues }),
      ...(submission.otherValuesDropped && { other_values_dropped: submission.otherValuesDropped }),
      read_at: submission.readAt?.toISOString() ?? null,
      received_at: receivedAt,
      ...(submission.importedAt && { imported_at: submission.importedAt.toISOString() }),
      ...(submission.addressConfirmedAt && { address_confirmed_at: submission.addressConfirmedAt.toISOString() }),
      ...(submission.editedAt && { edited_at: submission.editedAt.toISOString(), edited_by: submission.editedBy! }),
      ...(submission.deletedAt && { deleted_at: submission.deletedAt.toISOString() }),
      has_files: submission.fileCount > 0,
      file_count: submission.fileCount,
      ...(submission.files && { files: submission.files }),
      deliveries: [stored(receivedAt, history), ...[...history.deliveries, ...notification].map((delivery) => DeliveryView.from(delivery))],
      created_at: receivedAt,
      ...((withState || isRemarkable(submission)) && {
        state: submission.stateBefore ?? submission.state,
        spam_reasons: submission.spamReasons ?? [],
        released_at: submission.releasedAt?.toISOString() ?? null,
      }),
    };
  }
}

/** A submission in a list of several forms. */
export class SubmissionOfFormView extends SubmissionView {
  /** @example 'Contact' */
  form_name: string;
}

/** The `meta` of a page. */
export const pageMetaOf = ({ nextCursor, searchedTo }: { nextCursor: string | null; searchedTo: Date | null }) => ({
  next_cursor: nextCursor,
  searched_to: searchedTo?.toISOString() ?? null,
});

const isRemarkable = ({ state, spamReasons, releasedAt }: NotifyingSubmission): boolean =>
  state !== 'accepted' || spamReasons !== null || releasedAt !== null;

/** The delivery to the database, which every submission that can be read has completed. */
const stored = (at: string, { storage }: DeliveryHistory): DeliveryView => ({
  node_id: storage?.nodeId ?? null,
  name: storage?.name ?? null,
  channel_type: 'database',
  status: 'delivered',
  delivered_at: at,
  error_code: null,
});
