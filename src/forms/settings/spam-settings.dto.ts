import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, Max, Min } from 'class-validator';
import { MayBeAbsent, MayBeNull } from '../../api/validation/decorators.rules';
import {
  CHECK_LEVELS,
  type CheckLevel,
  HONEYPOT_LEVELS,
  type HoneypotLevel,
  PROOF_LEVELS,
  type ProofLevel,
  type SpamSettings,
} from '../form-settings.types';

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
  @ApiProperty({ enum: PROOF_LEVELS })
  proof_of_work: ProofLevel;

  static from(spam: SpamSettings): SpamSettingsView {
    return {
      honeypot: spam.honeypot,
      too_fast: spam.tooFast,
      min_seconds: spam.minSeconds,
      links: spam.links,
      max_links: spam.maxLinks,
      repeated_text: spam.repeatedText,
      proof_of_work: spam.proofOfWork,
    };
  }
}
