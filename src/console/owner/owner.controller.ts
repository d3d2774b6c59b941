import { Controller, Put, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { PublicRoute } from '../../api/operation/operation';
import { contextOf } from '../../api/operation/request-context';
import { bodyOf } from '../console-body';
import { ConsoleSessionsService } from '../console-sessions.service';
import { answered } from '../session-answer';
import { SetOwnerDto } from './owner.dto';
import { OwnerService } from './owner.service';

@ApiExcludeController()
@Controller('console/owner')
export class OwnerController {
  constructor(
    private readonly sessions: ConsoleSessionsService,
    private readonly owner: OwnerService,
  ) {}

  @Put()
  @PublicRoute()
  async answer(@Req() request: Request): Promise<object> {
    const session = await this.sessions.current(request, 'write');
    const owner = SetOwnerDto.personIn(await bodyOf(request, SetOwnerDto));
    await this.owner.answer(session, owner, contextOf(request).requestId);
    return answered(request, {});
  }
}
