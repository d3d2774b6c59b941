import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { monotonicFactory } from 'ulid';
import { contextOf, openContext } from './request-context';

export const SECURITY_HEADERS = {
  'Cache-Control': 'no-store, no-transform',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

const STRICT_TRANSPORT = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' };

/** The first middleware: gives a request its id and the headers that every answer has, and logs it when it is done. */
export function requestMiddleware(log: Logger, isTls: boolean): RequestHandler {
  const headers = Object.entries(isTls ? { ...SECURITY_HEADERS, ...STRICT_TRANSPORT } : SECURITY_HEADERS);
  return (request: Request, response: Response, next: NextFunction) => {
    const requestId = newRequestId();
    openContext(request, { requestId, clientRequestId: clientRequestIdOf(request), startedAt: performance.now() });
    response.setHeader('X-Request-Id', requestId);
    for (const [name, value] of headers) response.setHeader(name, value);
    response.once('close', () => logRequest(log, request, response));
    next();
  };
}

/** A new request id, sortable by time. Request ids are not secret, so a cheap source of random numbers is enough. */
export const newRequestId = (): string => `req_${nextUlid()}`;

const nextUlid = monotonicFactory(Math.random);

function logRequest(log: Logger, request: Request, response: Response): void {
  const { requestId, clientRequestId, startedAt, caller, route } = contextOf(request);
  log.info({
    request_id: requestId,
    client_request_id: clientRequestId ?? undefined,
    method: request.method,
    route: route ?? 'none',
    status: response.writableFinished ? response.statusCode : 'aborted',
    ms: Math.round((performance.now() - startedAt) * 10) / 10,
    key_id: caller?.keyId,
  });
}

/** The client's own id for the request, for the log. Other characters could forge log lines, so such an id is ignored. */
function clientRequestIdOf(request: Request): string | null {
  const id = request.headers['x-request-id'];
  return typeof id === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(id) ? id : null;
}
