import { IsBoolean, IsObject } from 'class-validator';
import { IsSingleLine, MayBeAbsent, message, Trim } from '../../api/validation/decorators.rules';
import { wireOf } from '../../platform/text/wire.rules';
import type { ListedPasskey } from './passkey.types';

const IsResponse = () => IsObject(message('must be what the browser has answered'));

/** The name by which a person tells passkeys apart. */
export class RenamePasskeyDto {
  @Trim()
  @IsSingleLine(1, 64)
  name: string;
}

/** A new passkey. */
export class AddPasskeyDto {
  /** By default the kind of browser that has made it. */
  @MayBeAbsent()
  @Trim()
  @IsSingleLine(1, 64)
  name?: string;

  /** The result of `navigator.credentials.create`, as JSON. */
  @IsResponse()
  response: object;
}

/** A passkey that signs in. */
export class PasskeySignInDto {
  /** The result of `navigator.credentials.get`, as JSON. */
  @IsResponse()
  response: object;

  /** True when the session is to end with the day. */
  @MayBeAbsent()
  @IsBoolean()
  only_today?: boolean;
}

export const passkeyView = (passkey: ListedPasskey): object => wireOf(passkey, 'id', 'name', 'createdAt', 'lastUsedAt');
