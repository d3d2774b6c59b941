import { Controller, Delete, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { readJsonBody } from '../api/body/body-reader';
import { validationFailed } from '../api/errors/api-error';
import { PublicRoute } from '../api/operation/operation';
import { contextOf } from '../api/operation/request-context';
import { checkInput } from '../api/validation/request-input.rules';
import { type Config, CONFIG } from '../platform/config/config';
import { PROOF_HEADER } from './console-proofs';
import { ConsoleSessionsService, sessionCookie } from './console-sessions.service';
import { SignInDto } from './sign-in.dto';

/** Signs in and out, and shows the account and the key of the session. No other controller sets a cookie. */
@ApiExcludeController()
@Controller('console/session')
export class ConsoleSessionController {
  constructor(
    private readonly sessions: ConsoleSessionsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post()
  @HttpCode(201)
  @PublicRoute()
  async signIn(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<object> {
    this.sessions.requireOwnOrigin(request);
    const body = await readJsonBody(request, {});
    const input = checkInput({ body: { type: SignInDto } }, { query: request.query, body });
    if (input.errors.length > 0) throw validationFailed(input.errors);
    const { requestId } = contextOf(request);
    const { text, proof, expiresAt } = await this.sessions.signIn(request, input.body as SignInDto, requestId);
    response.set({ 'Set-Cookie': sessionCookie(text, this.config.baseUrl), [PROOF_HEADER]: proof });
    return { data: { expires_at: expiresAt.toISOString() }, request_id: requestId };
  }

  /** The key is null for a session that began with a console link of the account. */
  @Get()
  @PublicRoute()
  async show(@Req() request: Request): Promise<object> {
    const { accountId, accountName, keyId, keyName, isConsole, expiresAt } = await this.sessions.current(request);
    const account = { id: accountId, name: accountName };
    const key = isConsole ? null : { id: keyId, name: keyName };
    return { data: { account, key, expires_at: expiresAt.toISOString() }, request_id: contextOf(request).requestId };
  }

  @Delete()
  @PublicRoute()
  async signOut(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<object> {
    this.sessions.requireOwnOrigin(request);
    await this.sessions.signOut(request);
    response.setHeader('Set-Cookie', sessionCookie(null, this.config.baseUrl));
    return {};
  }
}
