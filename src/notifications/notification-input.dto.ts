import { IsString, MaxLength } from 'class-validator';
import { MayBeAbsent } from '../api/validation/decorators.rules';

/** The notifications to send again. */
export class RetryNotificationsDto {
  /** Only those that failed with this code, as the list of unsent notifications names it. By default, all. */
  @MayBeAbsent()
  @IsString()
  @MaxLength(64)
  error_code?: string;
}
