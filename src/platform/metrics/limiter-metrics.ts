import { Injectable } from '@nestjs/common';
import { Metrics } from './metrics';

/** The metrics of limiters that several processes share. */
@Injectable()
export class LimiterMetrics {
  private readonly fallbacks = this.metrics.counter<'limiter'>({
    name: 'rate_limiter_fallbacks_total',
    help: 'Decisions that a limiter made from its own memory because the shared store did not answer in time.',
    labels: ['limiter'],
  });

  constructor(private readonly metrics: Metrics) {}

  /** @param limiter the name of a script, one of a few constants */
  countFallback(limiter: string): void {
    this.fallbacks.inc({ limiter });
  }
}
