import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { type FormSettings, FRAME_SETTINGS, type FrameSetting, LANGUAGE_SETTINGS, type LanguageSetting } from '../form-settings.types';
import { IntakeSettingsView } from './intake-settings.dto';
import type { SettingsState } from '../settings-effects';
import { RetentionSettingsView } from './retention-settings.dto';
import { SpamSettingsView } from './spam-settings.dto';

/** Settings of the hosted page. Texts that are null have a default in the language of the page. */
export class PageSettingsView {
  /** Null for the name of the form. @example 'Write to us' */
  title: string | null;

  /** @example 'We answer within two days.' */
  intro: string | null;

  submit_label: string | null;

  thanks_title: string | null;

  thanks_text: string | null;

  /** Null for the page that says thank you. @example 'https://www.example.com/thanks' */
  redirect_url: string | null;

  /** @example 'auto' */
  @ApiProperty({ enum: LANGUAGE_SETTINGS })
  language: LanguageSetting;

  /** @example '#0b6e4f' */
  accent_color: string | null;

  /** @example 'allowed_origins' */
  @ApiProperty({ enum: FRAME_SETTINGS })
  frame: FrameSetting;
}

/** Settings of the mails that tell of new submissions. */
export class NotificationSettingsView {
  /** Empty for the address of the account. @example ['office@example.com'] */
  to: string[];

  /** @example 'email' */
  reply_to_field: string | null;
}

/** All settings of a form, defaults included. */
export class FormSettingsView {
  /** What the page of the form shows. */
  page: PageSettingsView;

  /** Who is told of new submissions. */
  notifications: NotificationSettingsView;

  /** The checks of submissions that come without a token. */
  spam: SpamSettingsView;

  /** The limits within which the form accepts submissions. */
  intake: IntakeSettingsView;

  /** For how long submissions are kept. */
  retention: RetentionSettingsView;

  /** The submissions that are quarantined. @example 0 */
  @ApiProperty({ type: 'integer' })
  quarantined: number;

  /** The submissions that the retention will delete within the next hour, counted up to 10,000. Absent without a retention. @example 12 */
  @ApiPropertyOptional({ type: 'integer' })
  retention_due?: number;

  /** True once names and types of fields are locked: the form has been enabled, or has received a submission. @example false */
  fields_locked: boolean;

  /** Settings that have no effect, or more than their owner may know, each with the reason; absent when there are none. */
  @ApiPropertyOptional({
    type: [String],
    example: ['page.redirect_url is not used, since no entry of allowed_origins other than * admits its origin any more.'],
  })
  warnings?: string[];

  static from(
    { page, notifications, spam, intake, retention }: FormSettings,
    { quarantined, retentionDue, warnings, areFieldsLocked }: SettingsState,
  ): FormSettingsView {
    return {
      page: {
        title: page.title,
        intro: page.intro,
        submit_label: page.submitLabel,
        thanks_title: page.thanksTitle,
        thanks_text: page.thanksText,
        redirect_url: page.redirectUrl,
        language: page.language,
        accent_color: page.accentColor,
        frame: page.frame,
      },
      notifications: { to: [...notifications.to], reply_to_field: notifications.replyToField },
      spam: SpamSettingsView.from(spam),
      intake: IntakeSettingsView.from(intake),
      retention: RetentionSettingsView.from(retention),
      quarantined,
      ...(retentionDue !== undefined && { retention_due: retentionDue }),
      fields_locked: areFieldsLocked,
      ...(warnings.length > 0 && { warnings }),
    };
  }
}
