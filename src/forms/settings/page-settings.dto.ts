import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches, MaxLength } from 'class-validator';
import {
  IsPlainText,
  IsSingleLine,
  IsZone,
  message,
  plainTextSchema,
  singleLineSchema,
  textRule,
  TrimToNull,
} from '../../api/validation/decorators.rules';
import { LANGUAGE_SETTINGS, type LanguageSetting } from '../languages.types';
import { MAX_REDIRECT_LENGTH, redirectTarget } from '../origin.rules';
import { ChoiceSetting, Setting, ShowsDefaults } from './setting.rules';

/** The pages that may show the hosted page of a form in a frame: those of its allowed origins, or none. */
const FRAME_SETTINGS = ['allowed_origins', 'none'] as const;
export type FrameSetting = (typeof FRAME_SETTINGS)[number];

/** A setting with one line of text. An empty text is stored as null. */
const LineSetting = () => applyDecorators(Setting(singleLineSchema(0, 255)), TrimToNull(), IsSingleLine(0, 255));
const TextSetting = () => applyDecorators(Setting(plainTextSchema(4_000)), TrimToNull(), IsPlainText(4_000));

const MAX_TIME_ZONE_LENGTH = 64;
const COLOR = /^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/;

/** Settings of the hosted page. What is left out stays as it is; null sets the default. */
export class PageSettingsDto {
  /** The heading of the page. By default the name of the form. @example 'Write to us' */
  @LineSetting()
  title?: string | null;

  /** A text below the heading. By default none. */
  @TextSetting()
  intro?: string | null;

  /** The text of the button. By default "Send" in the language of the page. */
  @LineSetting()
  submit_label?: string | null;

  /** The heading of the page that follows a submission. By default "Thank you" in the language of the page. */
  @LineSetting()
  thanks_title?: string | null;

  /** The text of the page that follows a submission. By default a sentence in the language of the page. */
  @TextSetting()
  thanks_text?: string | null;

  /**
   * An address of your own that visitors are redirected to after a submission. By default the page that says thank you. Its origin must be
   * admitted by an entry of `allowed_origins` other than `*`.
   */
  @Setting({ maxLength: MAX_REDIRECT_LENGTH })
  @IsString()
  @textRule('isWebAddress', (text) => redirectTarget(text) !== null, 'must be a full http or https address')
  redirect_url?: string | null;

  /** The language of all texts that are not your own. `auto`, the default, follows the browser of each visitor. */
  @ChoiceSetting(LANGUAGE_SETTINGS)
  language?: LanguageSetting | null;

  /** The IANA time zone in which the page and mails about the form tell times. By default that of the account, which is UTC unless its operator sets one. @example 'Europe/Berlin' */
  @Setting({ maxLength: MAX_TIME_ZONE_LENGTH })
  @IsString()
  @MaxLength(MAX_TIME_ZONE_LENGTH)
  @IsZone()
  time_zone?: string | null;

  /** The color of buttons and links, made darker or lighter where its contrast is too low to read. @example '#0b6e4f' */
  @Setting({ pattern: COLOR.source })
  @Matches(COLOR, message('must be a color such as #0a7 or #00aa77'))
  accent_color?: string | null;

  /** The pages that may show the form in a frame: those of `allowed_origins`, the default, or none. */
  @ChoiceSetting(FRAME_SETTINGS)
  frame?: FrameSetting | null;
}

/** Settings of the hosted page. Texts that are null have a default in the language of the page. */
@ShowsDefaults()
export class PageSettingsView {
  static readonly DEFAULTS: PageSettingsView = {
    title: null,
    intro: null,
    submit_label: null,
    thanks_title: null,
    thanks_text: null,
    redirect_url: null,
    language: 'auto',
    time_zone: null,
    accent_color: null,
    frame: 'allowed_origins',
  };

  /** Null for the name of the form. @example 'Write to us' */
  @ApiProperty({ maxLength: 255 })
  title: string | null;

  /** The text above the fields; null for none. @example 'We answer within two days.' */
  @ApiProperty({ maxLength: 4000 })
  intro: string | null;

  /** The label of the button; null for that of the language. */
  @ApiProperty({ maxLength: 255 })
  submit_label: string | null;

  /** The title after sending; null for that of the language. */
  @ApiProperty({ maxLength: 255 })
  thanks_title: string | null;

  /** The text after sending; null for that of the language. */
  @ApiProperty({ maxLength: 4000 })
  thanks_text: string | null;

  /** Null for the page that says thank you. @example 'https://www.example.com/thanks' */
  redirect_url: string | null;

  /** The language of the page; `auto` for that of the visitor. @example 'auto' */
  @ApiProperty({ enum: LANGUAGE_SETTINGS })
  language: LanguageSetting;

  /** The IANA time zone in which times are told; null for that of the account, or else UTC. @example 'Europe/Berlin' */
  @ApiProperty({ maxLength: MAX_TIME_ZONE_LENGTH })
  time_zone: string | null;

  /** The color of buttons; null for the default. @example '#0b6e4f' */
  accent_color: string | null;

  /** The pages that may embed it. @example 'allowed_origins' */
  @ApiProperty({ enum: FRAME_SETTINGS })
  frame: FrameSetting;
}
