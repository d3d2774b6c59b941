import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import type { Config } from '../../platform/config/config';
import { ApiError } from '../errors/api-error';
import type { ErrorCode } from '../errors/api-error';
import { errorBody } from '../errors/error.filter';
import { newRequestId } from './request-id';
import { Readiness } from '../../platform/lifecycle/readiness';
import { requestMiddleware, SECURITY_HEADERS } from './request.middleware';
import { RouteTable } from '../operation/route-table';

/** Sets up what every request meets before it reaches a controller. */
export function configureHttp(app: NestExpressApplication, config: Config, log: Logger): void {
  const express = app.getHttpAdapter().getInstance();
  express.disable('x-powered-by');
  express.disable('etag');
  express.enable('case sensitive routing');
  express.enable('strict routing');
  express.set('query parser', 'simple');
  express.set('trust proxy', config.trustProxy);
  app.use(requestMiddleware(log, config.baseUrl.startsWith('https:')));
  app.use(closeWhileDraining(app.get(Readiness)));
  app.use(refuseUnclearHost);
  app.use(refuseLongAddress);
  app.use(app.get(RouteTable).middleware(SERVED_ELSEWHERE));
  limitConnections(app.getHttpServer());
}

/** Swagger UI and the API document are no controllers of ours. */
const SERVED_ELSEWHERE = /^\/(docs(\/.*)?|openapi\.json)$/;

/** During a shutdown closes kept-alive connections, so that clients open the next one to another process. */
function closeWhileDraining(readiness: Readiness) {
  return (_: Request, response: Response, next: NextFunction) => {
    if (readiness.isDraining) response.setHeader('Connection', 'close');
    next();
  };
}

/** Readers of a request without exactly one Host may disagree on whom it is for (RFC 9112, section 3.2). HTTP/1.0 needs none. */
function refuseUnclearHost(request: Request, _: Response, next: NextFunction): void {
  const hosts = request.headersDistinct.host?.length ?? 0;
  const isClear = hosts === 1 || (hosts === 0 && request.httpVersion === '1.0');
  if (!isClear) throw new ApiError('malformed_request', { message: ONE_HOST, headers: { Connection: 'close' } });
  next();
}

const ONE_HOST = 'Send exactly one Host header.';

function refuseLongAddress(request: Request, _: Response, next: NextFunction): void {
  if (request.originalUrl.length > MAX_ADDRESS_LENGTH) throw new ApiError('uri_too_long');
  next();
}

const MAX_ADDRESS_LENGTH = 8 * 1024;

/**
 * Slow senders are cut off long before they can use up the connections. Kept-alive connections last longer than those of common
 * proxies (60 s), since a proxy that sends on a connection that we close at that moment sees an error.
 */
function limitConnections(server: Server): void {
  server.headersTimeout = 15_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 72_000;
  server.maxHeadersCount = 100;
  server.maxConnections = 10_000;
  Object.assign(server, UNTYPED_OPTIONS);
  server.on('clientError', answerUnreadable);
  server.on('connect', (_, socket) => refuse(socket as Socket, new ApiError('method_not_allowed', NOTHING_ALLOWED)));
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** Read when the server begins to listen, and not in the types. */
const UNTYPED_OPTIONS = {
  connectionsCheckingInterval: 5_000,
  /** Node would answer without a body. */
  requireHostHeader: false,
  /** Who has sent everything may close that half of the connection and still wait for the answer. */
  httpAllowHalfOpen: true,
};

/** CONNECT asks for a tunnel to another host, which allows no method of ours (RFC 9110, section 10.2.1). */
const NOTHING_ALLOWED = { headers: { Allow: '' } };

/** What Node's parser refuses never becomes a request, and still gets an answer of the usual shape. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  refuse(socket, new ApiError(UNREADABLE[error.code ?? ''] ?? 'malformed_request'));
}

function refuse(socket: Socket, failure: ApiError): void {
  const requestId = newRequestId();
  const body = JSON.stringify(errorBody(failure, requestId));
  const headers = {
    ...SECURITY_HEADERS,
    ...failure.headers,
    'X-Request-Id': requestId,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${failure.status} Refused\r\n${lines.join('')}\r\n${body}`);
}

const UNREADABLE: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};
