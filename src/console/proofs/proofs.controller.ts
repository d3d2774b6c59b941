import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { PublicRoute } from '../../api/operation/operation';
import { contextOf } from '../../api/operation/request-context';
import { bodyOf } from '../console-body';
import { ConsoleSessionsService } from '../console-sessions.service';
import { answered } from '../session-answer';
import { ProofDto } from './proof.dto';
import { ProofsService } from './proofs.service';

/** Lets people who are signed in prove again who is there. */
@ApiExcludeController()
@Controller('console/proof')
export class ProofsController {
  constructor(
    private readonly sessions: ConsoleSessionsService,
    private readonly proofs: ProofsService,
  ) {}

  @Post('mail')
  @HttpCode(202)
  @PublicRoute()
  async sendCode(@Req() request: Request): Promise<object> {
    const session = await this.sessions.current(request, 'write');
    return answered(request, { expires_at: (await this.proofs.sendCode(session)).toISOString() });
  }

  @Post('passkey/options')
  @HttpCode(200)
  @PublicRoute()
  async askPasskey(@Req() request: Request): Promise<object> {
    const session = await this.sessions.current(request, 'write');
    return answered(request, { options: await this.proofs.askPasskey(session) });
  }

  @Post()
  @HttpCode(200)
  @PublicRoute()
  async prove(@Req() request: Request): Promise<object> {
    const session = await this.sessions.current(request, 'write');
    const { code, response } = await bodyOf(request, ProofDto);
    const provedAt = await (code === undefined
      ? this.proofs.proveByPasskey(session, response!, contextOf(request).requestId)
      : this.proofs.proveByCode(session, code));
    return answered(request, { proved_at: provedAt.toISOString() });
  }
}
