import type { FieldError } from '../api/errors/api-error';
import { IsSingleLine, MayBeAbsent, Trim } from '../api/validation/decorators.rules';

/** What one signs in to the console with. */
export class SignInDto {
  /** Of a link. */
  @MayBeAbsent()
  @Trim()
  @IsSingleLine(1, 255)
  secret?: string;

  /** An API key. */
  @MayBeAbsent()
  @Trim()
  @IsSingleLine(1, 255)
  key?: string;

  crossFieldErrors(): FieldError[] {
    const hasOne = (this.secret === undefined) !== (this.key === undefined);
    return hasOne ? [] : [{ path: 'body', message: 'must have exactly one of "secret" and "key"' }];
  }
}
