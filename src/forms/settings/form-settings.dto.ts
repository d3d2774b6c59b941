import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { ReadOnlyMembers } from '../../api/validation/validate-dto.rules';
import { IntakeSettingsDto, IntakeSettingsView } from './intake-settings.dto';
import { NoticeSettingsDto, NoticeSettingsView } from './notice-settings.dto';
import { NotificationSettingsDto, NotificationSettingsView } from './notification-settings.dto';
import { PageSettingsDto, PageSettingsView } from './page-settings.dto';
import { RespondentSettingsDto, RespondentSettingsView } from './respondent-settings.dto';
import { NumberSetting, SettingsSection, ShowsDefaults } from './setting.rules';
import { SpamSettingsDto, SpamSettingsView } from './spam-settings.dto';

/** For how long submissions are kept. What is left out stays as it is; null sets the default. */
export class RetentionSettingsDto {
  /**
   * Submissions that were received longer ago are deleted, quarantined ones too, with their files, runs and mails, without a way back. A
   * retention that deletes what is kept now begins after a day, and can be taken back until then; a longer one has effect at once. By
   * default they are kept for ever. @example 365
   */
  @NumberSetting({ type: 'integer', minimum: 1, maximum: 3_650 })
  days?: number | null;
}

/** For how long submissions are kept. */
@ShowsDefaults()
export class RetentionSettingsView {
  static readonly DEFAULTS: RetentionSettingsView = { days: null };

  /** Null: for ever. @example 365 */
  @ApiProperty({ type: 'integer', nullable: true })
  days: number | null;
}

/** A shorter retention that has not begun yet. To take it back, set `retention.days` to what is in force. */
export class WaitingRetentionView {
  /** The days that are in force until then; null: for ever. @example 365 */
  @ApiProperty({ type: 'integer', nullable: true })
  days_in_force: number | null;

  /** The time at which `retention.days` comes into force. @example '2026-11-21T21:26:00.000Z' */
  begins_at: string;
}

/** A merge patch of the settings of a form (RFC 7396). A section that is left out stays as it is. */
export class UpdateFormSettingsDto {
  static readonly readOnly: ReadOnlyMembers<FormSettingsView, UpdateFormSettingsDto> = {
    quarantined: true,
    retention_due: true,
    retention_waits: true,
    fields_locked: true,
    unmatched: true,
    warnings: true,
    warning_details: true,
  };

  /** The content and the look of the hosted page. */
  @SettingsSection(() => PageSettingsDto)
  page?: PageSettingsDto;

  /** Those who are told of new submissions. */
  @SettingsSection(() => NotificationSettingsDto)
  notifications?: NotificationSettingsDto;

  /** The checks of submissions that come without a token. */
  @SettingsSection(() => SpamSettingsDto)
  spam?: SpamSettingsDto;

  /** The limits within which the form accepts submissions. */
  @SettingsSection(() => IntakeSettingsDto)
  intake?: IntakeSettingsDto;

  /** The mails that tell of what goes wrong with the form. */
  @SettingsSection(() => NoticeSettingsDto)
  notices?: NoticeSettingsDto;

  /** For how long submissions are kept. */
  @SettingsSection(() => RetentionSettingsDto)
  retention?: RetentionSettingsDto;

  /** The visitor who is written to, and the confirmation of the address. */
  @SettingsSection(() => RespondentSettingsDto)
  respondent?: RespondentSettingsDto;
}

/** A name under which values were sent and that no field of the form has. */
export class UnmatchedNameView {
  /** Without control characters, and cut to 64 characters. @example 'phone' */
  @ApiProperty({ minLength: 1, maxLength: 64 })
  name: string;

  /** The addresses from which it came in the last 30 days, by refused submissions too. Of a day at most 32 count, and of IPv6 the network (/64). @example 12 */
  @ApiProperty({ type: 'integer', minimum: 1 })
  count: number;

  /** The time when it was sent last. @example '2026-11-20T21:26:00.000Z' */
  last_seen_at: string;
}

/** A setting that has no effect, or more than its owner may know. */
export class SettingWarningView {
  /** The path of the setting, or `allowed_origins` of the form; null where it is about no setting. @example 'page.redirect_url' */
  path: string | null;

  /** The reason, which follows the name of the setting; without a path a sentence. @example 'is not used, since its origin is not among the allowed origins of the form any more, where * does not count.' */
  message: string;
}

/** All settings of a form, defaults included. */
export class FormSettingsView {
  /** The content and the look of the hosted page. */
  page: PageSettingsView;

  /** Those who are told of new submissions. */
  notifications: NotificationSettingsView;

  /** The checks of submissions that come without a token. */
  spam: SpamSettingsView;

  /** The limits within which the form accepts submissions. */
  intake: IntakeSettingsView;

  /** The mails that tell of what goes wrong with the form. */
  notices: NoticeSettingsView;

  /** For how long submissions are kept. */
  retention: RetentionSettingsView;

  /** The visitor who is written to, and the confirmation of the address. */
  respondent: RespondentSettingsView;

  /** The submissions that are quarantined, without those that wait for the confirmation of an address. @example 0 */
  @ApiProperty({ type: 'integer' })
  quarantined: number;

  /** The submissions that are older than `retention.days`, counted up to 10,000: they are deleted within the hour, or from `retention_waits.begins_at` on. Absent without a retention. @example 12 */
  @ApiPropertyOptional({ type: 'integer' })
  retention_due?: number;

  /** A shorter retention that begins later, so that it can be taken back. Absent when the settings are in force. */
  @ApiPropertyOptional({ type: WaitingRetentionView })
  retention_waits?: WaitingRetentionView;

  /** True once names and types of fields are locked: the form has been enabled, or has received a submission. @example false */
  fields_locked: boolean;

  /**
   * The names that submissions of the last 30 days had and no field of the form has, the most frequent first: at most 50. They are counted
   * within ten seconds, and only while the form validates and has fields. Empty when pages and the form agree.
   */
  @ApiProperty({ type: [UnmatchedNameView], maxItems: 50 })
  unmatched: UnmatchedNameView[];

  /** Settings that have no effect, or more than their owner may know, each with the reason; absent when there are none. */
  @ApiPropertyOptional({
    type: [String],
    example: [
      'page.redirect_url is not used, since its origin is not among the allowed origins of the form any more, where * does not count.',
    ],
  })
  warnings?: string[];

  /** The warnings by the setting that each is about, in the same order; absent when there are none. */
  @ApiPropertyOptional({ type: [SettingWarningView] })
  warning_details?: SettingWarningView[];

  static from(settings: FormSettings, { warning_details: details, ...state }: SettingsState): FormSettingsView {
    const warnings = details.map(({ path, message }) => (path === null ? message : `${path} ${message}`));
    return { ...settings, ...state, ...(details.length > 0 && { warnings, warning_details: details }) };
  }
}

/** The settings of a form with its defaults filled in. */
export type FormSettings = Pick<FormSettingsView, keyof UpdateFormSettingsDto>;

/** The members that are read beside the settings. */
export type SettingsState = Omit<FormSettingsView, keyof FormSettings | 'warnings' | 'warning_details'> & {
  warning_details: SettingWarningView[];
};

/** A patch of settings, which is also the stored form. An absent or null member has its default. */
export type StoredSettings = { [Section in keyof FormSettings]?: MergePatch<FormSettings[Section]> };

type MergePatch<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { [Member in keyof Value]?: MergePatch<Value[Member]> | null }
    : Value;
