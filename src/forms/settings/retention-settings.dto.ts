import { ApiProperty } from '@nestjs/swagger';
import { NumberSetting } from './setting.rules';

/** For how long submissions are kept. What is left out stays as it is; null sets the default. */
export class RetentionSettingsDto {
  /**
   * Submissions that were received longer ago are deleted, quarantined ones too, with their files, runs and mails: within an hour, without a
   * way back. By default they are kept for ever. @example 365
   */
  @NumberSetting({ type: 'integer', minimum: 1, maximum: 3_650 })
  days?: number | null;
}

/** For how long submissions are kept. */
export class RetentionSettingsView {
  static readonly DEFAULTS: RetentionSettingsView = { days: null };

  /** Null: for ever. @example 365 */
  @ApiProperty({ type: 'integer', nullable: true })
  days: number | null;
}
