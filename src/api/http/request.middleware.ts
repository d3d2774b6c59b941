import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { newRequestId } from './request-id';
import { contextOf, openContext } from './request-context';

export const SECURITY_HEADERS = {
  'Cache-Control': 'no-store, no-transform',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** The first thing a request meets: its id, the headers that every answer carries, and a line in the log when it is done. */
export function requestMiddleware(log: Logger, isTls: boolean): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const requestId = newRequestId();
    openContext(request, { requestId, clientRequestId: clientRequestIdOf(request), startedAt: performance.now() });
    response.setHeader('X-Request-Id', requestId);
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
    if (isTls) response.setHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
    response.once('close', () => logRequest(log, request, response));
    next();
  };
}

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

/** A client may name its request for the log; anything odd could forge log lines and is dropped. */
function clientRequestIdOf(request: Request): string | null {
  const id = request.headers['x-request-id'];
  return typeof id === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(id) ? id : null;
}
