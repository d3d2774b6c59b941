import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../platform/auth/caller';
import { Clock } from '../platform/clock';
import { ApiOperation } from '../platform/http/operation';
import { CurrentCaller } from '../platform/http/parameters';
import { CapabilitiesView } from './capabilities-view.dto';

@ApiTags('Capabilities')
@Controller('v1/capabilities')
export class CapabilitiesController {
  constructor(private readonly clock: Clock) {}

  @Get()
  @ApiOperation({
    summary: 'What the API key is and may do',
    bucket: 'read',
    reply: { type: CapabilitiesView },
  })
  read(@CurrentCaller() caller: Caller): CapabilitiesView {
    return CapabilitiesView.from(caller, this.clock.now());
  }
}
