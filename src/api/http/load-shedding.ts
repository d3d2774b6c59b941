import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable, Logger } from '@nestjs/common';
import { Metrics } from '../../platform/metrics/metrics';
import { LoadControl } from './load-control';
import type { Observation } from './load-control';

/** Refuses requests while there are more of them than this process can answer, so that it answers the others in time. */
@Injectable()
export class LoadShedding {
  private readonly log = new Logger('Overload');
  private readonly shed = this.metrics.counter<'kind'>({
    name: 'http_requests_shed_total',
    help: 'Requests that were refused with 503 before anything of them was read, because the process was overloaded.',
    labels: ['kind'],
  });
  private readonly control = new LoadControl();
  private inFlight = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly metrics: Metrics) {}

  /** Begins to observe the event loop. */
  start(): void {
    let lastMs = performance.now();
    this.timer = setInterval(() => {
      const nowMs = performance.now();
      this.observe({ nowMs, lateMs: nowMs - lastMs - INTERVAL_MS, inFlight: this.inFlight });
      lastMs = nowMs;
    }, INTERVAL_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  observe(observation: Observation): void {
    const wasShedding = this.control.isShedding;
    this.control.observe(observation);
    if (this.control.isShedding === wasShedding) return;
    if (wasShedding) this.log.log('The process answers all requests again.');
    else this.log.warn('The process is overloaded. It refuses a part of the requests with 503.');
  }

  /** False for a request that has to be answered, which is counted until then. */
  mustRefuse(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.control.isShedding && this.refuses(request)) return true;
    this.inFlight += 1;
    response.once('close', this.noteAnswered);
    return false;
  }

  private readonly noteAnswered = (): void => {
    this.inFlight -= 1;
  };

  private refuses(request: IncomingMessage): boolean {
    const kind = kindOf(request);
    if (kind === 'probe' || this.control.accepts(kind)) return false;
    this.shed.inc({ kind });
    return true;
  }
}

const INTERVAL_MS = 50;

/** Load balancers and operators need their answers most while the service is overloaded. */
function kindOf({ method, url = '' }: IncomingMessage): 'probe' | 'submission' | 'other' {
  if (PROBES.test(url)) return 'probe';
  return method === 'POST' && SUBMISSIONS.test(url) ? 'submission' : 'other';
}

const PROBES = /^\/(?:healthz|readyz|metrics)(?:\?|$)/;
const SUBMISSIONS = /^\/(?:api\/v1\/forms|f)\//;
