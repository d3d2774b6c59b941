import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { v7 } from 'uuid';
import { newRoot } from '../../platform/tracing/spans';
import type { Tracing } from '../../platform/tracing/tracing';
import { contextOf, openContext } from '../operation/request-context';
import { Injectable } from '@nestjs/common';
import { Metrics, SECONDS_BUCKETS } from '../../platform/metrics/metrics';

export const SECURITY_HEADERS = {
  'Cache-Control': 'no-store, no-transform',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

const STRICT_TRANSPORT = { 'Strict-Transport-Security': 'max-age=31536000' };

export interface RequestRecords {
  log: Logger;
  metrics: HttpMetrics;
  tracing: Tracing;
}

/** The first middleware: sets the id of a request and the headers that every answer has, and records the request when it has ended. */
export function requestMiddleware(records: RequestRecords, isHsts: boolean): RequestHandler {
  const headers = Object.entries(isHsts ? { ...SECURITY_HEADERS, ...STRICT_TRANSPORT } : SECURITY_HEADERS);
  return (request: Request, response: Response, next: NextFunction) => {
    const requestId = newRequestId();
    openContext(request, { requestId, clientRequestId: clientRequestIdOf(request), startedAt: performance.now() });
    response.setHeader('X-Request-Id', requestId);
    for (const [name, value] of headers) response.setHeader(name, value);
    response.once('close', () => recordRequest(records, request, response));
    next();
  };
}

/** A new request id, which sorts by time: a UUID of version 7 in Crockford's base32, and so also a ULID. */
export const newRequestId = (): string => `req_${base32Of(v7(undefined, new Uint8Array(16)))}`;

/** Encodes 128 bits in 26 digits. The first digit has two leading zero bits. */
function base32Of(bytes: Uint8Array): string {
  let [text, value, count] = ['', 0, 2];
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    for (count += 8; count >= 5; count -= 5) text += BASE32[(value >> (count - 5)) & 31]!;
  }
  return text;
}

const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function recordRequest({ log, metrics, tracing }: RequestRecords, request: Request, response: Response): void {
  const { requestId, clientRequestId, startedAt, caller, route = 'none', span } = contextOf(request);
  const { method } = request;
  const status = response.writableFinished ? response.statusCode : 'aborted';
  const ms = performance.now() - startedAt;
  log.info({
    request_id: requestId,
    client_request_id: clientRequestId ?? undefined,
    method,
    route,
    status,
    ms: Math.round(ms * 10) / 10,
    key_id: caller?.keyId,
  });
  metrics.count({ method, route, status, seconds: ms / 1000 });
  if (!tracing.isOn) return;
  const attributes = { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status, request_id: requestId };
  const hasFailed = status === 'aborted' || status >= 500;
  tracing.end({ name: `${method} ${route}`, kind: 'server', ...(span ?? newRoot()), attributes, hasFailed }, ms);
}

/** The client's own id for the request, for the log. An id with characters that could forge log lines is ignored. */
function clientRequestIdOf(request: Request): string | null {
  const id = request.headers['x-request-id'];
  return typeof id === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(id) ? id : null;
}

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
  route: string;
  status: number | 'aborted';
  seconds: number;
}

/** The methods that the metrics name. Node's parser accepts more. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
