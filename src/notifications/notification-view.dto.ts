import { ApiProperty } from '@nestjs/swagger';
import { wireOf } from '../platform/text/wire.rules';
import type { UnsentNotifications } from './unsent-notifications.repository';

/** The mails about submissions of a form that were not sent for the same reason. */
export class UnsentNotificationsView {
  /** @example '019aa2c4-7c20-7d4e-8f5a-0a1b2c3d4e5f' */
  @ApiProperty({ format: 'uuid' })
  form_id: string;

  /** @example 'Contact' */
  form_name: string;

  /** `failed`: the mail was not sent. `uncertain`: the mail server may have it. @example 'failed' */
  @ApiProperty({ enum: ['failed', 'uncertain'] })
  status: 'failed' | 'uncertain';

  /** The reason, as in the deliveries of a submission. @example 'smtp_not_configured' */
  @ApiProperty({ type: String, nullable: true })
  error_code: string | null;

  /** The submissions that nobody was told of, among the newest thousand of the form. @example 3 */
  @ApiProperty({ type: 'integer' })
  count: number;

  /** The newest of these submissions. @example '019aa2c4-7d30-7a5b-9c6d-0a1b2c3d4e5f' */
  @ApiProperty({ format: 'uuid' })
  newest_submission_id: string;

  /** The time at which the newest of them arrived. @example '2026-01-31T14:05:00.000Z' */
  @ApiProperty({ format: 'date-time' })
  newest_received_at: string;

  static from(row: UnsentNotifications): UnsentNotificationsView {
    return wireOf(row, 'formId', 'formName', 'status', 'errorCode', 'count', 'newestSubmissionId', 'newestReceivedAt');
  }
}

/** The notifications that are sent again. */
export class RetriedNotificationsView {
  /** Their number. They go out together, as one mail. @example 3 */
  @ApiProperty({ type: 'integer' })
  retried: number;
}

/** The notifications that are taken off the list. */
export class DismissedNotificationsView {
  /** Their number. @example 3 */
  @ApiProperty({ type: 'integer' })
  dismissed: number;
}
