import { IsObject } from 'class-validator';
import type { FieldError } from '../../api/errors/api-error';
import { MayBeAbsent, message } from '../../api/validation/decorators.rules';
import { IsCode } from '../mail/mail-sign-in.dto';

/** A proof of who is there: the code of a mail, or what a passkey has signed. */
export class ProofDto {
  @MayBeAbsent()
  @IsCode()
  code?: string;

  /** The result of `navigator.credentials.get`, as JSON. */
  @MayBeAbsent()
  @IsObject(message('must be what the browser has answered'))
  response?: object;

  crossFieldErrors(): FieldError[] {
    const hasOne = (this.code === undefined) !== (this.response === undefined);
    return hasOne ? [] : [{ path: 'body', message: 'must have exactly one of "code" and "response"' }];
  }
}
