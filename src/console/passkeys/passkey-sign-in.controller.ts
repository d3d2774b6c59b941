import { Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { PublicRoute } from '../../api/operation/operation';
import { contextOf } from '../../api/operation/request-context';
import { type Config, CONFIG } from '../../platform/config/config';
import { bodyOf } from '../console-body';
import { requireOwnPage } from '../own-page';
import { answered, answerWithSession } from '../session-answer';
import { PasskeySignInDto } from './passkey.dto';
import { PasskeySignInService } from './passkey-sign-in.service';

/** Signs in with a passkey. */
@ApiExcludeController()
@Controller('console/sign-in/passkey')
export class PasskeySignInController {
  constructor(
    private readonly signIns: PasskeySignInService,
    @Inject(CONFIG) private readonly config: Pick<Config, 'baseUrl'>,
  ) {}

  @Post('options')
  @HttpCode(200)
  @PublicRoute()
  async ask(@Req() request: Request): Promise<object> {
    requireOwnPage(request, this.config.baseUrl);
    return answered(request, { options: await this.signIns.ask() });
  }

  @Post()
  @HttpCode(201)
  @PublicRoute()
  async signIn(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<object> {
    requireOwnPage(request, this.config.baseUrl);
    const body = await bodyOf(request, PasskeySignInDto);
    const session = await this.signIns.signIn(request, body.response, body.only_today ?? false, contextOf(request).requestId);
    return answerWithSession(request, response, session, { signed_in: true });
  }
}
