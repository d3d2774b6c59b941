import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayUnique, IsArray, IsIn, IsObject, IsString, Matches, ValidateNested } from 'class-validator';
import type { FieldError } from '../../api/errors/api-error';
import {
  IsPlainText,
  IsSingleLine,
  MayBeAbsent,
  MayBeNull,
  message,
  plainTextSchema,
  singleLineSchema,
  textRule,
  TrimToNull,
} from '../../api/validation/decorators.rules';
import type { CrossFieldValidated, ReadOnlyMembers } from '../../api/validation/validate-dto.rules';
import { FIELD_NAME_PATTERN } from '../definition/field.types';
import { PRESET_RULES } from '../definition/preset.rules';
import { FRAME_SETTINGS, type FrameSetting, LANGUAGE_SETTINGS, type LanguageSetting, type StoredSettings } from '../form-settings.types';
import { MAX_REDIRECT_LENGTH, redirectTarget } from '../origin.rules';
import type { FormSettingsView } from './form-settings-view.dto';
import { IntakeSettingsDto } from './intake-settings.dto';
import { RetentionSettingsDto } from './retention-settings.dto';
import { SpamSettingsDto } from './spam-settings.dto';

const COLOR = /^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/;
const MAX_RECIPIENTS = 5;

const LINE_SCHEMA = { ...singleLineSchema(0, 255), nullable: true };
const TEXT_SCHEMA = { ...plainTextSchema(4_000), nullable: true };

/** Settings of the hosted page. What is left out stays as it is; null sets the default. */
export class PageSettingsDto {
  /** The heading of the page. By default the name of the form. @example 'Write to us' */
  @ApiPropertyOptional(LINE_SCHEMA)
  @MayBeAbsent()
  @TrimToNull()
  @MayBeNull()
  @IsSingleLine(0, 255)
  title?: string | null;

  /** A text below the heading. By default none. */
  @ApiPropertyOptional(TEXT_SCHEMA)
  @MayBeAbsent()
  @TrimToNull()
  @MayBeNull()
  @IsPlainText(4_000)
  intro?: string | null;

  /** The text of the button. By default "Send" in the language of the page. */
  @ApiPropertyOptional(LINE_SCHEMA)
  @MayBeAbsent()
  @TrimToNull()
  @MayBeNull()
  @IsSingleLine(0, 255)
  submit_label?: string | null;

  /** The heading of the page that follows a submission. By default "Thank you" in the language of the page. */
  @ApiPropertyOptional(LINE_SCHEMA)
  @MayBeAbsent()
  @TrimToNull()
  @MayBeNull()
  @IsSingleLine(0, 255)
  thanks_title?: string | null;

  /** The text of the page that follows a submission. By default a sentence in the language of the page. */
  @ApiPropertyOptional(TEXT_SCHEMA)
  @MayBeAbsent()
  @TrimToNull()
  @MayBeNull()
  @IsPlainText(4_000)
  thanks_text?: string | null;

  /**
   * An address of your own that visitors are redirected to after a submission. By default the page that says thank you. Its origin must be
   * admitted by an entry of `allowed_origins` other than `*`.
   */
  @ApiPropertyOptional({ maxLength: MAX_REDIRECT_LENGTH, nullable: true })
  @MayBeAbsent()
  @MayBeNull()
  @IsString()
  @textRule('isWebAddress', (text) => redirectTarget(text) !== null, 'must be a full http or https address')
  redirect_url?: string | null;

  /** The language of all texts that are not your own. `auto`, the default, follows the browser of each visitor. */
  @ApiPropertyOptional({ nullable: true })
  @MayBeAbsent()
  @MayBeNull()
  @IsIn(LANGUAGE_SETTINGS)
  language?: LanguageSetting | null;

  /** The color of buttons and links, made darker or lighter where its contrast is too low to read. @example '#0b6e4f' */
  @ApiPropertyOptional({ pattern: COLOR.source, nullable: true })
  @MayBeAbsent()
  @MayBeNull()
  @Matches(COLOR, message('must be a color such as #0a7 or #00aa77'))
  accent_color?: string | null;

  /** The pages that may show the form in a frame: those of `allowed_origins`, the default, or none. */
  @ApiPropertyOptional({ nullable: true })
  @MayBeAbsent()
  @MayBeNull()
  @IsIn(FRAME_SETTINGS)
  frame?: FrameSetting | null;
}

/** Settings of the mails that tell of new submissions. What is left out stays as it is; null sets the default. */
export class NotificationSettingsDto implements CrossFieldValidated {
  /** Up to five e-mail addresses. By default the one of the account. @example ['office@example.com'] */
  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', maxLength: 254 },
    maxItems: MAX_RECIPIENTS,
    uniqueItems: true,
    nullable: true,
  })
  @MayBeAbsent()
  @MayBeNull()
  @ArrayUnique((address: unknown) => (typeof address === 'string' ? address.toLowerCase() : address), {
    message: 'must not repeat an address',
  })
  @ArrayMaxSize(MAX_RECIPIENTS)
  @IsArray(message('must be a list of e-mail addresses'))
  to?: string[] | null;

  /** The name of a field of type `string`. When its value is an e-mail address, replies to the mail go there. @example 'email' */
  @ApiPropertyOptional({ pattern: FIELD_NAME_PATTERN.source, nullable: true })
  @MayBeAbsent()
  @MayBeNull()
  @IsString()
  reply_to_field?: string | null;

  crossFieldErrors(): FieldError[] {
    if (!Array.isArray(this.to)) return [];
    return this.to.flatMap((address, index) =>
      PRESET_RULES.email.accepts(address) ? [] : [{ path: `to.${index}`, message: 'must be an e-mail address' }],
    );
  }
}

/** A merge patch of the settings of a form (RFC 7396). A section that is left out stays as it is. */
export class UpdateFormSettingsDto {
  static readonly readOnly: ReadOnlyMembers<FormSettingsView, UpdateFormSettingsDto> = {
    quarantined: true,
    retention_due: true,
    fields_locked: true,
    warnings: true,
  };

  /** What the page of the form shows. */
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => PageSettingsDto)
  page?: PageSettingsDto;

  /** Who is told of new submissions. */
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => NotificationSettingsDto)
  notifications?: NotificationSettingsDto;

  /** The checks of submissions that come without a token. */
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => SpamSettingsDto)
  spam?: SpamSettingsDto;

  /** The limits within which the form accepts submissions. */
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => IntakeSettingsDto)
  intake?: IntakeSettingsDto;

  /** For how long submissions are kept. */
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => RetentionSettingsDto)
  retention?: RetentionSettingsDto;

  static toPatch({ page, notifications, spam, intake, retention }: UpdateFormSettingsDto): StoredSettings {
    return { page, notifications, spam, intake: intake && IntakeSettingsDto.toPatch(intake), retention };
  }
}
