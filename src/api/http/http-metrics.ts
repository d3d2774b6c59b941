import { Injectable } from '@nestjs/common';
import { Metrics, SECONDS_BUCKETS } from '../../platform/metrics/metrics';

/** The metrics of requests. Routes are path templates; all unknown paths share one. */
@Injectable()
export class HttpMetrics {
  private readonly requests = this.metrics.counter<'method' | 'route' | 'status'>({
    name: 'http_requests_total',
    help: 'Requests by path template and status. The status "aborted" means that the client did not get the whole answer.',
    labels: ['method', 'route', 'status'],
  });
  private readonly durations = this.metrics.histogram<'method' | 'route'>(
    {
      name: 'http_request_duration_seconds',
      help: 'Time from the header of a request to the end of its answer.',
      labels: ['method', 'route'],
    },
    SECONDS_BUCKETS,
  );

  constructor(private readonly metrics: Metrics) {}

  count(request: FinishedRequest): void {
    const { route, status, seconds } = request;
    const method = METHODS.has(request.method) ? request.method : 'other';
    this.requests.inc({ method, route, status });
    this.durations.observe({ method, route }, seconds);
  }
}

export interface FinishedRequest {
  method: string;
  /** The path template, or `none`. */
  route: string;
  status: number | 'aborted';
  seconds: number;
}

/** Clients may send any of the methods that Node's parser knows. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
