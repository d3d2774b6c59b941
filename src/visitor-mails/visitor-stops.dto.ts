import { ApiProperty } from '@nestjs/swagger';
import { Trim, textRule } from '../api/validation/decorators.rules';
import { mailAddressOf } from '../platform/mail/mail-address.rules';
import { wireOf } from '../platform/text/wire.rules';

/** An address that is to be taken off the list. */
export class RemoveVisitorStopDto {
  /** One e-mail address. What follows a `+` before the `@` does not count. @example 'zoe@example.com' */
  @ApiProperty({ maxLength: 254 })
  @Trim()
  @textRule('isMailAddress', (text) => mailAddressOf(text) !== null, 'must be one e-mail address')
  address: string;
}

/** An address that gets no mail as a visitor any more. It is kept as a digest, so that nobody can read it here. */
export class VisitorStopView {
  /** The id. @example '019aa2c4-6b11-7b3c-8d4e-0a1b2c3d4e5f' */
  id: string;

  /** The time when the visitor stopped the mails. @example '2026-11-20T21:26:00.000Z' */
  created_at: string;

  static from(stop: { id: string; createdAt: Date }): VisitorStopView {
    return wireOf(stop, 'id', 'createdAt');
  }
}
