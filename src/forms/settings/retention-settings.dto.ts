import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { MayBeAbsent, MayBeNull } from '../../api/validation/decorators.rules';
import type { RetentionSettings } from '../form-settings.types';

const MAX_DAYS = 3_650;

/** For how long submissions are kept. What is left out stays as it is; null sets the default. */
export class RetentionSettingsDto {
  /**
   * Submissions that were received longer ago are deleted, quarantined ones too, with their files, runs and mails: within an hour, without a
   * way back. By default they are kept for ever. @example 365
   */
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MAX_DAYS, nullable: true })
  @MayBeAbsent()
  @MayBeNull()
  @IsInt()
  @Min(1)
  @Max(MAX_DAYS)
  days?: number | null;
}

/** For how long submissions are kept. */
export class RetentionSettingsView {
  /** Null: for ever. @example 365 */
  @ApiProperty({ type: 'integer', nullable: true })
  days: number | null;

  static from({ days }: RetentionSettings): RetentionSettingsView {
    return { days };
  }
}
