import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { MayBeAbsent, ToNumber } from '../../api/validation/decorators.rules';
import type { FormDay } from './form-days.repository';

export const DEFAULT_DAYS = 30;

export class FormDaysDto {
  /** The number of days, the present one included: 1 to 90, by default 30. */
  @ApiPropertyOptional({ type: 'integer', default: DEFAULT_DAYS })
  @MayBeAbsent()
  @ToNumber()
  @IsInt()
  @Min(1)
  @Max(90)
  days?: number;
}

/** The submissions of a day of UTC. */
export class FormDayView implements FormDay {
  /** A day of UTC. @example '2026-11-20' */
  @ApiProperty({ format: 'date' })
  date: string;

  /** Those that were accepted when they arrived, also if they were marked as spam or deleted since then. @example 12 */
  @ApiProperty({ type: 'integer', minimum: 0 })
  accepted: number;

  /** Those that were held when they arrived, also if they were released since then. @example 3 */
  @ApiProperty({ type: 'integer', minimum: 0 })
  quarantined: number;

  /** Those that the form refused, for their origin or a value, or because it was closed; counted for 30 days, within ten seconds. @example 1 */
  @ApiProperty({ type: 'integer', minimum: 0 })
  refused: number;
}
