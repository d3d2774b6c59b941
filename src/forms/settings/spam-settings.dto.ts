import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import { IsSingleLine, singleLineSchema } from '../../api/validation/decorators.rules';
import { ChoiceSetting, NumberSetting, Setting, ShowsDefaults } from './setting.rules';

/** The effect of a check on a submission that looks like spam: none, a recorded reason, or quarantine. */
const CHECK_LEVELS = ['off', 'observe', 'quarantine'] as const;
/** `drop` answers as for a stored submission, and does not store it. */
const HONEYPOT_LEVELS = [...CHECK_LEVELS, 'drop'] as const;
/** `require` refuses the submission. `auto` is like `quarantine` while the form is attacked, else like `off`. */
const PROOF_LEVELS = [...CHECK_LEVELS, 'require', 'auto'] as const;
export type CheckLevel = (typeof CHECK_LEVELS)[number];
export type HoneypotLevel = (typeof HONEYPOT_LEVELS)[number];
export type ProofLevel = (typeof PROOF_LEVELS)[number];
const SITEVERIFY_LEVELS = [...CHECK_LEVELS, 'require'] as const;
export type SiteverifyLevel = (typeof SITEVERIFY_LEVELS)[number];
/** Services that tell people from programs by a widget in the page, whose token this service sends to them. */
const SITEVERIFY_PROVIDERS = ['turnstile', 'hcaptcha', 'recaptcha'] as const;
export type SiteverifyProvider = (typeof SITEVERIFY_PROVIDERS)[number];

const SECONDS = { type: 'integer', minimum: 1, maximum: 3_600 } as const;
const LINKS = { type: 'integer', minimum: 0, maximum: 1_000 } as const;

/** The check by a provider. What is left out stays as it is; null sets the default. */
export class SiteverifySettingsDto {
  /** The token of the provider's widget is missing or not genuine. `require` refuses with 422. Above `off` the other members are needed. By default `off`. */
  @ChoiceSetting(SITEVERIFY_LEVELS)
  level?: SiteverifyLevel | null;

  /** Cloudflare Turnstile, hCaptcha or Google reCAPTCHA v2. */
  @ChoiceSetting(SITEVERIFY_PROVIDERS)
  provider?: SiteverifyProvider | null;

  /** The public key of the widget. */
  @Setting({ ...singleLineSchema(1, 255) })
  @IsSingleLine(1, 255)
  site_key?: string | null;

  /** The secret of the account with the provider's secret key. An operator sets it. */
  @Setting({ type: 'string', maxLength: 64 })
  @IsSingleLine(1, 64)
  secret_name?: string | null;
}

/** The checks of submissions that come without a token. What is left out stays as it is; null sets the default. */
export class SpamSettingsDto {
  /** A field that people do not see is filled in. By default `quarantine`. */
  @ChoiceSetting(HONEYPOT_LEVELS)
  honeypot?: HoneypotLevel | null;

  /** Sent less than `min_seconds` after the page was made. By default `off`. */
  @ChoiceSetting(CHECK_LEVELS)
  too_fast?: CheckLevel | null;

  /** By default 3. */
  @NumberSetting(SECONDS)
  min_seconds?: number | null;

  /** More than `max_links` web addresses in all texts. By default `off`. */
  @ChoiceSetting(CHECK_LEVELS)
  links?: CheckLevel | null;

  /** By default 10. */
  @NumberSetting(LINKS)
  max_links?: number | null;

  /** The same text in the sixth and each later submission to the forms of the account within an hour. By default `off`. */
  @ChoiceSetting(CHECK_LEVELS)
  repeated_text?: CheckLevel | null;

  /** The challenge of the form is not solved, or was solved for another submission. `require` refuses with 422; `auto` is like `quarantine` while more than half of the last 50 submissions were held for another reason, else off. By default `off`. */
  @ChoiceSetting(PROOF_LEVELS)
  proof_of_work?: ProofLevel | null;

  /** A provider tells people from programs. */
  @Setting({ type: SiteverifySettingsDto })
  @IsObject()
  @ValidateNested()
  @Type(() => SiteverifySettingsDto)
  siteverify?: SiteverifySettingsDto | null;
}

/** The check by a provider. */
@ShowsDefaults()
export class SiteverifySettingsView {
  static readonly DEFAULTS: SiteverifySettingsView = { level: 'off', provider: null, site_key: null, secret_name: null };

  /** The action for a submission that the provider does not confirm. @example 'off' */
  @ApiProperty({ enum: SITEVERIFY_LEVELS })
  level: SiteverifyLevel;

  /** The provider that confirms visitors; null for none. @example 'turnstile' */
  @ApiProperty({ enum: SITEVERIFY_PROVIDERS, nullable: true })
  provider: SiteverifyProvider | null;

  /** The public key of the website at the provider. @example '0x4AAAAAAADnPIDROrmt1Wwj' */
  site_key: string | null;

  /** The name of the account's secret that holds the other key. @example 'TURNSTILE_SECRET' */
  secret_name: string | null;
}

/** The checks of submissions that come without a token. */
@ShowsDefaults()
export class SpamSettingsView {
  static readonly DEFAULTS: SpamSettingsView = {
    honeypot: 'quarantine',
    too_fast: 'off',
    min_seconds: 3,
    links: 'off',
    max_links: 10,
    repeated_text: 'off',
    proof_of_work: 'off',
    siteverify: SiteverifySettingsView.DEFAULTS,
  };

  /** A field that people do not see is filled in. @example 'quarantine' */
  @ApiProperty({ enum: HONEYPOT_LEVELS })
  honeypot: HoneypotLevel;

  /** It is sent sooner than a person can fill in the form. @example 'off' */
  @ApiProperty({ enum: CHECK_LEVELS })
  too_fast: CheckLevel;

  /** A submission that takes fewer seconds is too fast. @example 3 */
  @ApiProperty(SECONDS)
  min_seconds: number;

  /** It has too many web addresses. @example 'off' */
  @ApiProperty({ enum: CHECK_LEVELS })
  links: CheckLevel;

  /** The most web addresses that are not too many. @example 10 */
  @ApiProperty(LINKS)
  max_links: number;

  /** Its text came more than five times within an hour. @example 'off' */
  @ApiProperty({ enum: CHECK_LEVELS })
  repeated_text: CheckLevel;

  /** It comes without the solution of a challenge. @example 'off' */
  @ApiProperty({ enum: PROOF_LEVELS })
  proof_of_work: ProofLevel;

  /** A provider that confirms visitors. */
  siteverify: SiteverifySettingsView;
}
