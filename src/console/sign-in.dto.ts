import type { FieldError } from '../api/errors/api-error';
import { IsId, IsSingleLine, MayBeAbsent, Trim } from '../api/validation/decorators.rules';

/** The secret of a link, or an API key, with which somebody signs in to the console. */
export class SignInDto {
  @MayBeAbsent()
  @Trim()
  @IsSingleLine(1, 255)
  secret?: string;

  @MayBeAbsent()
  @Trim()
  @IsSingleLine(1, 255)
  key?: string;

  crossFieldErrors(): FieldError[] {
    const hasOne = (this.secret === undefined) !== (this.key === undefined);
    return hasOne ? [] : [{ path: 'body', message: 'must have exactly one of "secret" and "key"' }];
  }
}

/** The account to go to. */
export class SwitchAccountDto {
  @IsId('isAccountId', 'must be the id of an account')
  account: string;
}
