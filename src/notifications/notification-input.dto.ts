import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsSingleLine, MayBeAbsent, singleLineSchema } from '../api/validation/decorators.rules';

/** The notifications to send again. */
export class RetryNotificationsDto {
  /** Only those that failed with this code, as the list of unsent notifications names it. By default, all. */
  @MayBeAbsent()
  @IsSingleLine(1, 64)
  @ApiPropertyOptional(singleLineSchema(1, 64))
  error_code?: string;
}

/** The notifications about which nothing more has to be done. */
export class DismissNotificationsDto extends RetryNotificationsDto {}
