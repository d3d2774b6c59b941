import { ApiPropertyOptional } from '@nestjs/swagger';
import { FromDigits, MayBeAbsent, Text, WholeNumber } from '../validation/decorators.rules';

/** How many entries a list has that does not say. */
export const DEFAULT_LIMIT = 20;

/** A list that is cut off. */
export class LimitedDto {
  /** How many, from 1 to 50; 20 when left out. */
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 50, default: DEFAULT_LIMIT })
  @MayBeAbsent()
  @FromDigits()
  @WholeNumber(1, 50)
  limit?: number;
}

/** A list that goes on. */
export class PagedDto extends LimitedDto {
  /** A cursor from the `meta` of another page with the same filters. */
  @MayBeAbsent()
  @Text()
  cursor?: string;
}
