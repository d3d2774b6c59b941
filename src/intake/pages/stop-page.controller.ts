import { Controller, Get, Inject, Param, Post, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { FailedAuthentications } from '../../api/rate-limit/bucket-store';
import { PublicRoute } from '../../api/operation/operation';
import { type Config, CONFIG } from '../../platform/config/config';
import { publicPath } from '../../platform/text/text.rules';
import { STOP_PATH } from '../../visitor-mails/visitor-mails.service';
import { VisitorStopsService } from '../../visitor-mails/visitor-stops.service';
import { renderStopPage } from './page-renderer';
import { hostedPagePolicy, pageFor, sendPage } from './page-response';
import type { PolicyInput } from './page.types';
import type { StopPageState } from './texts/stop-texts.rules';

/**
 * The page to which mails to visitors lead. Mail servers open links as well, so only its button stops the mails, or the POST that mail
 * programs send in its place (RFC 8058), which has neither cookies nor an origin.
 */
@ApiExcludeController()
@Controller('f/stop')
export class StopPageController {
  constructor(
    private readonly stops: VisitorStopsService,
    private readonly failures: FailedAuthentications,
    @Inject(CONFIG) private readonly config: Pick<Config, 'baseUrl'>,
  ) {}

  @Get(':token')
  @PublicRoute()
  async show(@Param('token') token: string, @Res() response: Response): Promise<void> {
    const opened = await this.stops.open(token);
    if (!opened) return this.refuse(response);
    this.send(response, opened.isStopped ? 'stopped' : 'asked', token);
  }

  @Post(':token')
  @PublicRoute()
  async stop(@Param('token') token: string, @Res() response: Response): Promise<void> {
    const opened = await this.stops.open(token);
    if (!opened) return this.refuse(response);
    await this.stops.stop(opened);
    response.status(200);
    this.send(response, 'stopped', token);
  }

  /** Counts the guess of a link like that of a key. */
  private async refuse(response: Response): Promise<void> {
    await this.failures.count(response.req.ip);
    response.status(404);
    this.send(response, 'unknown', '');
  }

  private send(response: Response, state: StopPageState, token: string): void {
    const { baseUrl } = this.config;
    const page = pageFor(null, response.req, baseUrl);
    response.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' });
    sendPage(response, renderStopPage(page, state, publicPath(baseUrl, `${STOP_PATH}/${token}`)), policyOf(baseUrl));
  }
}

/** The address is the right to stop the mails, so nobody else may get it from a browser. */
const policyOf = (baseUrl: string): PolicyInput => ({ ...hostedPagePolicy(null, baseUrl), referrer: 'no-referrer' });
