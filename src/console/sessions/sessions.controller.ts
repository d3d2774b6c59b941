import { Controller, Delete, Get, HttpCode, Param, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { PublicRoute } from '../../api/operation/operation';
import { contextOf } from '../../api/operation/request-context';
import { ConsoleSessionsService } from '../console-sessions.service';
import { answered } from '../session-answer';
import { SessionListService } from './session-list.service';
import { sessionView } from './session.view';

/** The sessions that belong together with that of the request, which people look through and end. */
@ApiExcludeController()
@Controller('console/sessions')
export class SessionsController {
  constructor(
    private readonly sessions: ConsoleSessionsService,
    private readonly list: SessionListService,
  ) {}

  @Get()
  @PublicRoute()
  async show(@Req() request: Request): Promise<object> {
    const { sessionId } = await this.sessions.current(request);
    return answered(request, (await this.list.of(sessionId)).map(sessionView));
  }

  @Delete()
  @HttpCode(204)
  @PublicRoute()
  async endOthers(@Req() request: Request): Promise<void> {
    const session = await this.sessions.current(request, 'write');
    await this.list.endOthers(session, contextOf(request).requestId);
  }

  @Delete(':session')
  @HttpCode(204)
  @PublicRoute()
  async endOne(@Req() request: Request, @Param('session') id: string): Promise<void> {
    const session = await this.sessions.current(request, 'write');
    await this.list.endOne(session, id, contextOf(request).requestId);
  }
}
