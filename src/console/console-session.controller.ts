import { Controller, Delete, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { PublicRoute } from '../api/operation/operation';
import { contextOf } from '../api/operation/request-context';
import { type Config, CONFIG } from '../platform/config/config';
import { bodyOf } from './console-body';
import { setCookie } from './console-cookies.rules';
import { ConsoleSessionsService } from './console-sessions.service';
import { OwnerService } from './owner/owner.service';
import { requireOwnPage } from './own-page';
import { SecretSignInService } from './secret-sign-in.service';
import { answered, answerWithSession } from './session-answer';
import { SessionListService } from './sessions/session-list.service';
import { currentSessionView } from './sessions/session.view';
import { SignInDto, SwitchAccountDto } from './sign-in.dto';
import { SignInOffers } from './sign-in-offers';

/** Signs in with a link or a key and out, and shows who is signed in. */
@ApiExcludeController()
@Controller('console/session')
export class ConsoleSessionController {
  constructor(
    private readonly sessions: ConsoleSessionsService,
    private readonly secretSignIns: SecretSignInService,
    private readonly list: SessionListService,
    private readonly owner: OwnerService,
    private readonly offers: SignInOffers,
    @Inject(CONFIG) private readonly config: Pick<Config, 'baseUrl'>,
  ) {}

  @Post()
  @HttpCode(201)
  @PublicRoute()
  async signIn(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<object> {
    requireOwnPage(request, this.config.baseUrl);
    const body = await bodyOf(request, SignInDto);
    const session = await this.secretSignIns.signIn(request, body, contextOf(request).requestId);
    return answerWithSession(request, response, session);
  }

  /** The key is null for a session that began with a console link of the account. */
  @Get()
  @PublicRoute()
  async show(@Req() request: Request): Promise<object> {
    const session = await this.sessions.current(request);
    const accounts = await this.list.accountsOf(session);
    const asksOwner = await this.owner.isAsked(session);
    return answered(request, { ...currentSessionView(session, accounts), asks_owner: asksOwner, offers: this.offers.view() });
  }

  /** Goes to another account of the same person. */
  @Post('account')
  @HttpCode(200)
  @PublicRoute()
  async switchAccount(@Req() request: Request): Promise<object> {
    const session = await this.sessions.current(request, 'write');
    const { account } = await bodyOf(request, SwitchAccountDto);
    const { expiresAt } = await this.list.switchTo(session, account, contextOf(request).requestId);
    return answered(request, { expires_at: expiresAt.toISOString() });
  }

  @Delete()
  @PublicRoute()
  async signOut(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<object> {
    requireOwnPage(request, this.config.baseUrl);
    await this.sessions.signOut(request);
    response.setHeader('Set-Cookie', setCookie('session', null, this.config.baseUrl));
    return {};
  }
}
