import { IsOptional, IsString, MaxLength } from 'class-validator';

/** The notifications to send again. */
export class RetryNotificationsDto {
  /** Only those that failed with this code, as the list of unsent notifications names it. By default, all. */
  @IsOptional()
  @IsString()
  @MaxLength(64)
  error_code?: string;
}
