import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { ToNumber } from '../../api/validation/decorators.rules';

/** A retention that is only asked about. */
export class RetentionPreviewDto {
  /** The days that would be set. @example 30 */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 3_650 })
  @ToNumber()
  @IsInt()
  @Min(1)
  @Max(3_650)
  days: number;
}

/** The effect that a retention would have. */
export class RetentionPreviewView {
  /** The days that were asked about. @example 30 */
  @ApiProperty({ type: 'integer' })
  days: number;

  /** The submissions that are older now, counted up to 10,000. @example 200 */
  @ApiProperty({ type: 'integer' })
  due: number;

  /** The time at which the retention would begin, a day after it was set; null when it has effect at once, since it deletes nothing that is kept now. @example '2026-11-21T21:26:00.000Z' */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  begins_at: string | null;
}
