import { Controller, Delete, Get, HttpCode, Param, Patch, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { PublicRoute } from '../../api/operation/operation';
import { contextOf } from '../../api/operation/request-context';
import { browserOf } from '../browser.rules';
import { bodyOf } from '../console-body';
import { ConsoleSessionsService } from '../console-sessions.service';
import { answered } from '../session-answer';
import { AddPasskeyDto, passkeyView, RenamePasskeyDto } from './passkey.dto';
import { PasskeysService } from './passkeys.service';

/** The passkeys of the person who is signed in. */
@ApiExcludeController()
@Controller('console/passkeys')
export class PasskeysController {
  constructor(
    private readonly sessions: ConsoleSessionsService,
    private readonly passkeys: PasskeysService,
  ) {}

  @Get()
  @PublicRoute()
  async show(@Req() request: Request): Promise<object> {
    const session = await this.sessions.current(request);
    return answered(request, (await this.passkeys.list(session)).map(passkeyView));
  }

  @Post('options')
  @HttpCode(200)
  @PublicRoute()
  async ask(@Req() request: Request): Promise<object> {
    const session = await this.sessions.current(request, 'write');
    return answered(request, { options: await this.passkeys.ask(session) });
  }

  @Post()
  @HttpCode(201)
  @PublicRoute()
  async add(@Req() request: Request): Promise<object> {
    const session = await this.sessions.current(request, 'write');
    const { name = browserOf(request.headers['user-agent']) ?? 'Passkey', response } = await bodyOf(request, AddPasskeyDto);
    return answered(request, passkeyView(await this.passkeys.add(session, name, response, contextOf(request).requestId)));
  }

  @Patch(':passkey')
  @PublicRoute()
  async rename(@Req() request: Request, @Param('passkey') id: string): Promise<object> {
    const session = await this.sessions.current(request, 'write');
    const { name } = await bodyOf(request, RenamePasskeyDto);
    return answered(request, passkeyView(await this.passkeys.rename(session, id, name)));
  }

  @Delete(':passkey')
  @HttpCode(204)
  @PublicRoute()
  async remove(@Req() request: Request, @Param('passkey') id: string): Promise<void> {
    const session = await this.sessions.current(request, 'write');
    await this.passkeys.remove(session, id, contextOf(request).requestId);
  }
}
