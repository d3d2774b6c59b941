import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AccountsService } from '../accounts/accounts.service';
import type { Caller } from '../api/auth/caller';
import { Clock } from '../platform/time';
import { Operation } from '../api/operation/operation';
import { CurrentCaller } from '../api/operation/request-context';
import { CapabilitiesView } from './capabilities-view.dto';

@ApiTags('Capabilities')
@Controller('v1/capabilities')
export class CapabilitiesController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Operation({
    operationId: 'getCapabilities',
    summary: 'Get the rights and limits of the API key',
    bucket: 'read',
    reply: { type: CapabilitiesView },
  })
  async read(@CurrentCaller() caller: Caller): Promise<CapabilitiesView> {
    return CapabilitiesView.from(caller, await this.accounts.usageOf(caller.accountId), this.clock.now());
  }
}
