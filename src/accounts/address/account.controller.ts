import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../api/auth/caller';
import { Operation } from '../../api/operation/operation';
import { Reply } from '../../api/operation/reply';
import { CurrentCaller } from '../../api/operation/request-context';
import { wireOf } from '../../platform/text/wire.rules';
import { AccountView, AskedEmailView, SetAccountEmailDto } from './account-address.dto';
import { AccountAddressService } from './account-address.service';

@ApiTags('Capabilities')
@Controller('v1/account')
export class AccountController {
  constructor(private readonly addresses: AccountAddressService) {}

  @Get()
  @Operation({
    operationId: 'getAccount',
    summary: 'Get the account of the key, with its address',
    scope: 'keys:manage',
    bucket: 'read',
    reply: { type: AccountView },
  })
  async read(@CurrentCaller() { accountId }: Caller): Promise<AccountView> {
    return AccountView.from(await this.addresses.get(accountId), this.addresses.canSendMails());
  }

  /** It only sends a mail, so nothing is stored and no transaction waits for the mail server. */
  @Post('email')
  @Operation({
    operationId: 'setAccountEmail',
    summary: 'Send a link that gives the account an address',
    description:
      'The link goes to the new address, and the address is that of the account once somebody has opened the link, within an hour, and confirmed it there. Another change, or the end of the key, ends the link. The address gets the mails about forms that name no recipients, so the key needs all forms.',
    scope: { allOf: ['keys:manage', 'submissions:read'] },
    bucket: 'read',
    showsSecrets: true,
    body: { type: SetAccountEmailDto, example: { email: 'office@example.com' } },
    reply: { type: AskedEmailView, status: 202 },
    errors: ['mail_not_configured'],
  })
  async ask(@CurrentCaller() caller: Caller, @Body() body: SetAccountEmailDto): Promise<AskedEmailView> {
    return wireOf(await this.addresses.ask(caller, SetAccountEmailDto.addressIn(body)), 'email', 'expiresAt');
  }

  @Delete('email')
  @Operation({
    operationId: 'deleteAccountEmail',
    summary: 'Remove the address of the account',
    description: 'Mails about forms that name no recipients are not sent any more. The key needs all forms.',
    scope: { allOf: ['keys:manage', 'submissions:read'] },
    bucket: 'write',
    reply: { type: null },
  })
  async clear(@CurrentCaller() caller: Caller): Promise<Reply> {
    await this.addresses.clear(caller);
    return Reply.deleted();
  }
}
