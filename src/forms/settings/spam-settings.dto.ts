import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsObject, Max, Min, ValidateNested } from 'class-validator';
import { IsSingleLine, MayBeAbsent, MayBeNull, singleLineSchema } from '../../api/validation/decorators.rules';
import {
  CHECK_LEVELS,
  type CheckLevel,
  HONEYPOT_LEVELS,
  type HoneypotLevel,
  PROOF_LEVELS,
  type ProofLevel,
  SITEVERIFY_LEVELS,
  SITEVERIFY_PROVIDERS,
  type SiteverifyLevel,
  type SiteverifyProvider,
  type SpamSettings,
} from '../form-settings.types';

const SITE_KEY_SCHEMA = { ...singleLineSchema(1, 255), nullable: true };

/** The check by a provider. What is left out stays as it is; null sets the default. */
export class SiteverifySettingsDto {
  /** The token of the provider's widget is missing or not genuine. `require` refuses with 422. Above `off` the other members are needed. By default `off`. */
  @ApiPropertyOptional({ nullable: true })
  @MayBeAbsent()
  @MayBeNull()
  @IsIn(SITEVERIFY_LEVELS)
  level?: SiteverifyLevel | null;

  /** Cloudflare Turnstile, hCaptcha or Google reCAPTCHA v2. */
  @ApiPropertyOptional({ nullable: true })
  @MayBeAbsent()
  @MayBeNull()
  @IsIn(SITEVERIFY_PROVIDERS)
  provider?: SiteverifyProvider | null;

  /** The public key of the widget. */
  @ApiPropertyOptional(SITE_KEY_SCHEMA)
  @MayBeAbsent()
  @MayBeNull()
  @IsSingleLine(1, 255)
  site_key?: string | null;

  /** The secret of the account with the provider's secret key. An operator sets it. */
  @ApiPropertyOptional({ type: 'string', maxLength: 64, nullable: true })
  @MayBeAbsent()
  @MayBeNull()
  @IsSingleLine(1, 64)
  secret_name?: string | null;
}

/** The checks of submissions that come without a token. What is left out stays as it is; null sets the default. */
export class SpamSettingsDto {
  /** A field that people do not see is filled in. By default `quarantine`. */
  @ApiPropertyOptional({ nullable: true })
  @MayBeAbsent()
  @MayBeNull()
  @IsIn(HONEYPOT_LEVELS)
  honeypot?: HoneypotLevel | null;

  /** Sent less than `min_seconds` after the page was made. By default `off`. */
  @ApiPropertyOptional({ nullable: true })
  @MayBeAbsent()
  @MayBeNull()
  @IsIn(CHECK_LEVELS)
  too_fast?: CheckLevel | null;

  /** By default 3. */
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 3_600, nullable: true })
  @MayBeAbsent()
  @MayBeNull()
  @IsInt()
  @Min(1)
  @Max(3_600)
  min_seconds?: number | null;

  /** More than `max_links` web addresses in all texts. By default `off`. */
  @ApiPropertyOptional({ nullable: true })
  @MayBeAbsent()
  @MayBeNull()
  @IsIn(CHECK_LEVELS)
  links?: CheckLevel | null;

  /** By default 10. */
  @ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: 1_000, nullable: true })
  @MayBeAbsent()
  @MayBeNull()
  @IsInt()
  @Min(0)
  @Max(1_000)
  max_links?: number | null;

  /** The same text in the sixth and each later submission to the forms of the account within an hour. By default `off`. */
  @ApiPropertyOptional({ nullable: true })
  @MayBeAbsent()
  @MayBeNull()
  @IsIn(CHECK_LEVELS)
  repeated_text?: CheckLevel | null;

  /** The challenge of the form is not solved, or was solved for another submission. `require` refuses with 422; `auto` is like `quarantine` while more than half of the last 50 submissions were held for another reason, else off. By default `off`. */
  @ApiPropertyOptional({ nullable: true })
  @MayBeAbsent()
  @MayBeNull()
  @IsIn(PROOF_LEVELS)
  proof_of_work?: ProofLevel | null;

  /** A provider tells people from programs. */
  @ApiPropertyOptional({ type: SiteverifySettingsDto, nullable: true })
  @MayBeAbsent()
  @MayBeNull()
  @IsObject()
  @ValidateNested()
  @Type(() => SiteverifySettingsDto)
  siteverify?: SiteverifySettingsDto | null;
}

/** The check by a provider. */
export class SiteverifySettingsView {
  /** What becomes of a submission that the provider does not confirm. @example 'off' */
  @ApiProperty({ enum: SITEVERIFY_LEVELS })
  level: SiteverifyLevel;

  /** Who confirms visitors; null for nobody. @example 'turnstile' */
  @ApiProperty({ enum: SITEVERIFY_PROVIDERS, nullable: true })
  provider: SiteverifyProvider | null;

  /** The public key of the website at the provider. @example '0x4AAAAAAADnPIDROrmt1Wwj' */
  site_key: string | null;

  /** The name of the account's secret that holds the other key. @example 'TURNSTILE_SECRET' */
  secret_name: string | null;
}

/** The checks of submissions that come without a token. */
export class SpamSettingsView {
  /** A field that people do not see is filled in. @example 'quarantine' */
  @ApiProperty({ enum: HONEYPOT_LEVELS })
  honeypot: HoneypotLevel;

  /** It is sent sooner than a person can fill in the form. @example 'off' */
  @ApiProperty({ enum: CHECK_LEVELS })
  too_fast: CheckLevel;

  /** What is too fast, in seconds. @example 3 */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 3_600 })
  min_seconds: number;

  /** It has too many web addresses. @example 'off' */
  @ApiProperty({ enum: CHECK_LEVELS })
  links: CheckLevel;

  /** The most web addresses that are not too many. @example 10 */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 1_000 })
  max_links: number;

  /** Its text came more than five times within an hour. @example 'off' */
  @ApiProperty({ enum: CHECK_LEVELS })
  repeated_text: CheckLevel;

  /** It comes without the solution of a challenge. @example 'off' */
  @ApiProperty({ enum: PROOF_LEVELS })
  proof_of_work: ProofLevel;

  /** A provider that confirms visitors. */
  siteverify: SiteverifySettingsView;

  static from(spam: SpamSettings): SpamSettingsView {
    return {
      honeypot: spam.honeypot,
      too_fast: spam.tooFast,
      min_seconds: spam.minSeconds,
      links: spam.links,
      max_links: spam.maxLinks,
      repeated_text: spam.repeatedText,
      proof_of_work: spam.proofOfWork,
      siteverify: {
        level: spam.siteverify.level,
        provider: spam.siteverify.provider,
        site_key: spam.siteverify.siteKey,
        secret_name: spam.siteverify.secretName,
      },
    };
  }
}
