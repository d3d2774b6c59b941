import { Controller, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { PublicRoute } from '../../api/operation/operation';
import { contextOf } from '../../api/operation/request-context';
import { type Config, CONFIG } from '../../platform/config/config';
import { bodyOf } from '../console-body';
import { requireOwnPage } from '../own-page';
import { answered, answerWithSession } from '../session-answer';
import { SignInOffers } from '../sign-in-offers';
import { AskForLinkDto, OpenLinkDto, TypeCodeDto } from './mail-sign-in.dto';
import { MailSignInService, type OpenedLink } from './mail-sign-in.service';

/** Signs in by mail. A GET of the page changes nothing: the page itself sends what stands behind the # of a link. */
@ApiExcludeController()
@Controller('console/sign-in')
export class MailSignInController {
  constructor(
    private readonly mailSignIns: MailSignInService,
    private readonly offers: SignInOffers,
    @Inject(CONFIG) private readonly config: Pick<Config, 'baseUrl'>,
  ) {}

  /** The ways to sign in that this service offers. */
  @Get()
  @PublicRoute()
  show(@Req() request: Request): object {
    requireOwnPage(request, this.config.baseUrl);
    return answered(request, this.offers.view());
  }

  /** The same answer for each address, whether or not somebody has it. */
  @Post()
  @HttpCode(202)
  @PublicRoute()
  async ask(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<object> {
    requireOwnPage(request, this.config.baseUrl);
    const body = await bodyOf(request, AskForLinkDto);
    const cookie = await this.mailSignIns.ask(request, AskForLinkDto.addressIn(body), body.only_today ?? false);
    response.append('Set-Cookie', cookie);
    return answered(request, { expires_in: 600 });
  }

  @Post('open')
  @HttpCode(201)
  @PublicRoute()
  async open(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<object> {
    requireOwnPage(request, this.config.baseUrl);
    const { secret, join = false } = await bodyOf(request, OpenLinkDto);
    const opened = await this.mailSignIns.open(request, secret, join, contextOf(request).requestId);
    if ('session' in opened) return answerWithSession(request, response, opened.session, { signed_in: true });
    response.status(200);
    return answered(request, { signed_in: false, ...viewOf(opened) });
  }

  @Post('code')
  @HttpCode(201)
  @PublicRoute()
  async typeCode(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<object> {
    requireOwnPage(request, this.config.baseUrl);
    const { code } = await bodyOf(request, TypeCodeDto);
    const session = await this.mailSignIns.typeCode(request, code, contextOf(request).requestId);
    return answerWithSession(request, response, session, { signed_in: true });
  }
}

function viewOf(opened: Exclude<OpenedLink, { session: unknown }>): object {
  if ('code' in opened) return opened;
  const { accountName, name, address } = opened.invitation;
  return { invitation: { account: { name: accountName }, person: { name, address } } };
}
