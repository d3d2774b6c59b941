import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../api/auth/caller';
import { Clock } from '../platform/clock';
import { Operation } from '../api/operation/operation';
import { CurrentCaller } from '../api/resource/parameters';
import { CapabilitiesView } from './capabilities-view.dto';

@ApiTags('Capabilities')
@Controller('v1/capabilities')
export class CapabilitiesController {
  constructor(private readonly clock: Clock) {}

  @Get()
  @Operation({
    operationId: 'getCapabilities',
    summary: 'Get the rights and limits of the API key',
    bucket: 'read',
    reply: { type: CapabilitiesView },
  })
  read(@CurrentCaller() caller: Caller): CapabilitiesView {
    return CapabilitiesView.from(caller, this.clock.now());
  }
}
