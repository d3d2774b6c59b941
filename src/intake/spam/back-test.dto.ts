import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { MayBeAbsent } from '../../api/validation/decorators.rules';
import { SettingsSection } from '../../forms/settings/setting.rules';
import { SpamSettingsDto } from '../../forms/settings/spam-settings.dto';
import { wireOf } from '../../platform/text/wire.rules';
import type { BackTestOutcome } from './back-test';

export const MOST_TESTED = 1_000;

export class BackTestDto {
  /** As for the settings of the form: what is left out is as the form has it, and null is the default. */
  @SettingsSection(() => SpamSettingsDto)
  spam?: SpamSettingsDto;

  /** The number of submissions to look at, the newest first. */
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MOST_TESTED, default: MOST_TESTED })
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(MOST_TESTED)
  last?: number;
}

/** The submissions that a check would have held, at any level but `off`. */
export class CheckResultView {
  /** @example 3 */
  @ApiProperty({ type: 'integer' })
  held: number;

  /** Up to 20 of them, the newest first. @example ['0193b2f0-7c1e-7d3a-9f4e-2b6a1c8d5e70'] */
  ids: string[];

  /** Submissions of which the check would need something that was not recorded when they were sent. @example 0 */
  @ApiProperty({ type: 'integer' })
  not_recorded: number;
}

export class CheckResultsView {
  honeypot: CheckResultView;
  too_fast: CheckResultView;
  links: CheckResultView;
  /** Among the submissions that were looked at; those to other forms of the account are not. */
  repeated_text: CheckResultView;
  proof_of_work: CheckResultView;
  /** Also when the provider was not available. */
  siteverify: CheckResultView;
}

export class BackTestView {
  /** @example 200 */
  @ApiProperty({ type: 'integer' })
  looked_at: number;

  checks: CheckResultsView;

  static from({ lookedAt, results }: BackTestOutcome): BackTestView {
    const views = Object.entries(results).map(([check, result]) => [check, wireOf(result, 'held', 'ids', 'notRecorded')]);
    return { looked_at: lookedAt, checks: Object.fromEntries(views) as CheckResultsView };
  }
}
