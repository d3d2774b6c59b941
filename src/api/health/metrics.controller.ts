import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { type Config, CONFIG } from '../../platform/config/config';
import { Metrics } from '../../platform/metrics/metrics';
import { METRICS_CHALLENGE, metricsAccessOf } from '../../platform/metrics/metrics-server';
import { ApiError, notFound } from '../errors/api-error';
import { PublicRoute } from '../operation/operation';
import { FailedAuthentications } from '../rate-limit/bucket-store';

/** The metrics of this process for Prometheus, with `METRICS_TOKEN` or from this machine. To all others the address does not exist. */
@ApiExcludeController()
@Controller()
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    private readonly failures: FailedAuthentications,
    @Inject(CONFIG) private readonly config: Pick<Config, 'metricsToken'>,
  ) {}

  @Get('metrics')
  @PublicRoute()
  async read(@Req() request: Request, @Res() response: Response): Promise<void> {
    const access = metricsAccessOf(request, this.config.metricsToken);
    if (access === 'not_local') throw notFound();
    if (access === 'wrong_token') return this.refuse(request);
    response.setHeader('Content-Type', this.metrics.contentType);
    response.end(await this.metrics.text());
  }

  private async refuse({ ip, headers }: Request): Promise<never> {
    if (headers.authorization?.trim()) await this.failures.count(ip);
    throw new ApiError('invalid_api_key', { message: NO_TOKEN, headers: { 'WWW-Authenticate': METRICS_CHALLENGE } });
  }
}

const NO_TOKEN = 'Send the value of METRICS_TOKEN as "Authorization: Bearer <token>".';
