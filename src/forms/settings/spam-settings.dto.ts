import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsObject, IsString, Max, Min, ValidateNested } from 'class-validator';
import {
  IsSingleLine,
  MayBeAbsent,
  MayBeNull,
  singleLineSchema,
  TrimToNull,
} from '../../api/validation/decorators.rules';
import {
  CHECK_LEVELS,
  type CheckLevel,
  HONEYPOT_LEVELS,
  type HoneypotLevel,
  PROOF_OF_WORK_LEVELS,
  type ProofOfWorkLevel,
  SITEVERIFY_LEVELS,
  SITEVERIFY_PROVIDERS,
  type SiteverifyLevel,
  type SiteverifyProvider,
  type SpamSettings,
} from '../form-settings.types';

/** Settings of the service that judges visitors. What is left out stays as it is; null sets the default. */
export class SiteverifySettingsDto {
  /** Above `off` it needs the other three members. */
  @ApiPropertyOptional({ nullable: true })
  @MayBeAbsent()
  @MayBeNull()
  @IsIn(SITEVERIFY_LEVELS)
  level?: SiteverifyLevel | null;

  @ApiPropertyOptional({ nullable: true })
  @MayBeAbsent()
  @MayBeNull()
  @IsIn(SITEVERIFY_PROVIDERS)
  provider?: SiteverifyProvider | null;

  /** The public key that the provider gave you for your site. */
  @ApiPropertyOptional({ ...singleLineSchema(0, 255), nullable: true })
  @MayBeAbsent()
  @TrimToNull()
  @MayBeNull()
  @IsSingleLine(0, 255)
  site_key?: string | null;

  /** The name of the secret of your account that holds the provider's secret key. @example 'turnstile' */
  @ApiPropertyOptional({ maxLength: 64, nullable: true })
  @MayBeAbsent()
  @MayBeNull()
  @IsString()
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

  /** The browser has not solved a puzzle that takes it a moment. By default `off`. */
  @ApiPropertyOptional({ nullable: true })
  @MayBeAbsent()
  @MayBeNull()
  @IsIn(PROOF_OF_WORK_LEVELS)
  proof_of_work?: ProofOfWorkLevel | null;

  /** Turnstile, hCaptcha or reCAPTCHA does not vouch for the visitor. By default off. */
  @ApiPropertyOptional({ type: SiteverifySettingsDto, nullable: true })
  @MayBeAbsent()
  @MayBeNull()
  @IsObject()
  @ValidateNested()
  @Type(() => SiteverifySettingsDto)
  siteverify?: SiteverifySettingsDto | null;
}

/** Settings of the service that judges visitors. */
export class SiteverifySettingsView {
  /** @example 'off' */
  @ApiProperty({ enum: SITEVERIFY_LEVELS })
  level: SiteverifyLevel;

  @ApiProperty({ enum: SITEVERIFY_PROVIDERS, nullable: true })
  provider: SiteverifyProvider | null;

  site_key: string | null;

  secret_name: string | null;
}

/** The checks of submissions that come without a token. */
export class SpamSettingsView {
  /** @example 'quarantine' */
  @ApiProperty({ enum: HONEYPOT_LEVELS })
  honeypot: HoneypotLevel;

  /** @example 'off' */
  @ApiProperty({ enum: CHECK_LEVELS })
  too_fast: CheckLevel;

  /** @example 3 */
  @ApiProperty({ type: 'integer' })
  min_seconds: number;

  /** @example 'off' */
  @ApiProperty({ enum: CHECK_LEVELS })
  links: CheckLevel;

  /** @example 10 */
  @ApiProperty({ type: 'integer' })
  max_links: number;

  /** @example 'off' */
  @ApiProperty({ enum: CHECK_LEVELS })
  repeated_text: CheckLevel;

  /** @example 'off' */
  @ApiProperty({ enum: PROOF_OF_WORK_LEVELS })
  proof_of_work: ProofOfWorkLevel;

  siteverify: SiteverifySettingsView;

  static from({ siteverify, ...spam }: SpamSettings): SpamSettingsView {
    return {
      honeypot: spam.honeypot,
      too_fast: spam.tooFast,
      min_seconds: spam.minSeconds,
      links: spam.links,
      max_links: spam.maxLinks,
      repeated_text: spam.repeatedText,
      proof_of_work: spam.proofOfWork,
      siteverify: {
        level: siteverify.level,
        provider: siteverify.provider,
        site_key: siteverify.siteKey,
        secret_name: siteverify.secretName,
      },
    };
  }
}
