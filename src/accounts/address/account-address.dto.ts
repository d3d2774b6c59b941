import { ApiProperty } from '@nestjs/swagger';
import { Trim, textRule } from '../../api/validation/decorators.rules';
import { mailAddressOf } from '../../platform/mail/mail-address.rules';
import { wireOf } from '../../platform/text/wire.rules';
import type { AccountEntity } from '../account.entity';

/** The address that the account shall have. */
export class SetAccountEmailDto {
  /** One e-mail address. @example 'office@example.com' */
  @ApiProperty({ maxLength: 254 })
  @Trim()
  @textRule('isMailAddress', (text) => mailAddressOf(text) !== null, 'must be one e-mail address')
  email: string;

  static addressIn({ email }: SetAccountEmailDto): string {
    return mailAddressOf(email)!.text;
  }
}

/** The account of the key. */
export class AccountView {
  /** The id. @example '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f' */
  id: string;

  /** Its name, which the operator of the service gives. @example 'Example Ltd' */
  name: string;

  /** The address for mails about forms that name no recipients; null for none. @example 'office@example.com' */
  @ApiProperty({ type: 'string', nullable: true })
  email: string | null;

  /** False when the service has no mail server, so that no mails are sent and no address can be confirmed. @example true */
  sends_mails: boolean;

  static from(account: AccountEntity, sendsMails: boolean): AccountView {
    return { ...wireOf(account, 'id', 'name'), email: account.notifyEmail, sends_mails: sendsMails };
  }
}

/** An address that waits for its confirmation. */
export class AskedEmailView {
  /** The address to which the link was sent. @example 'office@example.com' */
  email: string;

  /** The end of the time in which the link confirms the address. @example '2026-11-20T22:26:00.000Z' */
  expires_at: string;
}
