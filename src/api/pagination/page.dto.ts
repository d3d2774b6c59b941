import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsString, Max, Min } from 'class-validator';
import { MayBeAbsent, ToNumber } from '../validation/decorators.rules';

/** The number of entries in an answer when the request does not set a limit. */
export const DEFAULT_LIMIT = 20;

/** The query of a list that is cut off at a limit. */
export class LimitedDto {
  /** The size of the page: 1 to 50, by default 20. */
  @ApiPropertyOptional({ type: 'integer', default: DEFAULT_LIMIT })
  @MayBeAbsent()
  @ToNumber()
  @IsInt()
  @Min(1)
  @Max(50)
  limit?: number;
}

/** The query of a list that is read page by page. */
export class PagedDto extends LimitedDto {
  /** A cursor from the `meta` of another page with the same filters. */
  @ApiPropertyOptional({ maxLength: 256 })
  @MayBeAbsent()
  @IsString()
  cursor?: string;
}
