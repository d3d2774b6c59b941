import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type Socket, Server as Listener } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type OnModuleDestroy, Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { ExpressAdapter } from '@nestjs/platform-express';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { type Config, CONFIG } from '../../platform/config/config';
import { ApiError } from '../errors/api-error';
import { Readiness } from '../../platform/lifecycle/readiness';
import { Tracing } from '../../platform/tracing/tracing';
import { HttpMetrics, requestMiddleware } from './request.middleware';
import { LoadShedding } from './load-shedding';
import { isAnswering } from './open-responses';
import { RequestsAhead } from './requests-ahead';
import { transportMiddleware } from './transport.middleware';
import { endUnread } from './unread-answers';
import { answerUnparsed, answerUnreadable, refuse, watchTransfer } from './unreadable-requests';
import { RouteTable } from '../operation/route-table';

@Injectable()
export class HttpServer implements OnModuleDestroy {
  private readonly connections = new Set<Socket>();

  constructor(
    private readonly host: HttpAdapterHost<ExpressAdapter>,
    private readonly readiness: Readiness,
    private readonly routes: RouteTable,
    private readonly shedding: LoadShedding,
    private readonly metrics: HttpMetrics,
    private readonly tracing: Tracing,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  configure(log: Logger): void {
    const { trustProxy, hsts } = this.config;
    const express = this.host.httpAdapter.getInstance<Express>();
    express.disable('x-powered-by');
    express.disable('etag');
    express.enable('case sensitive routing');
    express.enable('strict routing');
    express.set('query parser', 'simple');
    express.set('trust proxy', trustProxy);
    const records = { log, metrics: this.metrics, tracing: this.tracing };
    express.use(requestMiddleware(records, hsts));
    express.use(transportMiddleware(this.readiness));
    express.use(this.routes.middleware(DOCUMENT_PATHS));
    handleRequests(this.server, this.shedding);
    limitConnections(this.server);
    track(this.connections, this.server);
    endUnread(this.server, this.connections);
  }

  /**
   * Reports the process as not ready, waits until load balancers have noticed, and finishes the open requests. Since this is a hook of the
   * root module, it ends before the hooks of other modules begin. Connections stay open meanwhile, since a proxy's new connection might
   * be in the backlog when the listener closes. A process that has not started yet serves nobody.
   */
  async onModuleDestroy(): Promise<void> {
    if (!this.server.listening || this.readiness.isStarting) return;
    this.readiness.isDraining = true;
    await pause(this.config.shutdownDelaySeconds * 1000);
    this.readiness.isClosing = true;
    await stopServing(this.server, this.connections);
  }

  private get server(): Server {
    return this.host.httpAdapter.getHttpServer();
  }
}

/** The paths that `serveDocument` serves without a controller. */
const DOCUMENT_PATHS = /^\/(docs(\/.*)?|openapi\.json|llms\.txt)$/;

/**
 * Refuses requests in an overload before they reach Express, which takes most of the time of a request. Express calls the handler after its
 * last one, without calling its own handlers, for an address that it cannot parse.
 */
function handleRequests(server: Server, shedding: LoadShedding): void {
  const [express] = server.listeners('request') as [ExpressListener];
  shedding.serve(server, (request, response) => express(request, response, () => answerUnparsed(response)));
  server.off('request', express);
  const ahead = new RequestsAhead((request, response) => shedding.enqueue(request, response));
  server.on('request', (request, response) => {
    if (request.socket.writableEnded) return void request.socket.destroy(); // the previous answer has ended the connection
    if (isAnswering(request.socket)) {
      watchTransfer(request, response);
      ahead.add(request, response);
    } else if (shedding.enqueue(request, response)) {
      watchTransfer(request, response);
    } else {
      ahead.noteRefused(request, response);
    }
  });
}

type ExpressListener = (request: IncomingMessage, response: ServerResponse, last: () => void) => void;

/**
 * Disconnects slow senders before they can use up all connections. The readers of bodies limit the time for a body, which depends on its
 * kind. The keep-alive timeout exceeds that of common proxies (60 s), since a proxy gets an error when it sends on a closing connection.
 */
function limitConnections(server: Server): void {
  server.headersTimeout = 15_000;
  server.requestTimeout = 0;
  server.keepAliveTimeout = 72_000;
  server.maxHeadersCount = 0; // the middleware counts the headers
  server.maxConnections = 10_000;
  // eslint-disable-next-line others/no-patches -- docs/adr/0053-where-we-reach-into-others.md
  Object.assign(server, UNTYPED_OPTIONS);
  server.on('clientError', answerUnreadable);
  server.on('connect', (_, socket) => refuse(socket as Socket, new ApiError('method_not_allowed', NO_METHOD_ALLOWED)));
  server.on('checkContinue', (request, response) => server.emit('request', request, response)); // the reader of the body sends the 100
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** Options that the types of the server lack. The server reads them when it starts to listen. */
const UNTYPED_OPTIONS = {
  connectionsCheckingInterval: 5_000,
  /** With `true`, Node would answer without a body. */
  requireHostHeader: false,
  /** A client may close its half of the connection after the request and still wait for the answer. */
  httpAllowHalfOpen: true,
};

/** Keeps a list of the connections, since Node does not export its own. */
function track(connections: Set<Socket>, server: Server): void {
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
}

/** The headers of the answer to CONNECT, which asks for a tunnel to another host: no method is allowed (RFC 9110, section 10.2.1). */
const NO_METHOD_ALLOWED = { headers: { Allow: '' } };

/**
 * Closes the listener and resolves when all requests in flight are answered. An idle kept-alive connection may send another request for a
 * second, so that a request rarely arrives on a connection that is just being closed. Timeouts close silent and slow connections.
 *
 * The listener and idle connections are closed in the check phase of the event loop, after the poll phase has taken up all connections
 * and requests that have arrived. In any other phase, those would be reset.
 */
export async function stopServing(server: Server, connections: Iterable<Socket> = []): Promise<void> {
  server.headersTimeout = IDLE_TIMEOUT_MS;
  const idle = setInterval(() => setImmediate(() => server.closeIdleConnections()), IDLE_TIMEOUT_MS);
  const drainTimeout = setTimeout(() => cutConnections(server, connections), DRAIN_TIMEOUT_MS);
  await new Promise(setImmediate);
  // http.Server.close would close idle connections at once, and would no longer check for silent ones.
  await new Promise((resolve) => Listener.prototype.close.call(server, resolve));
  clearInterval(idle);
  clearTimeout(drainTimeout);
}

const IDLE_TIMEOUT_MS = 1_000;

export const DRAIN_TIMEOUT_MS = 25_000;

/** Resets the connections, since an HTTP/1.0 client takes any other end of a connection for the end of the answer. */
function cutConnections(server: Server, connections: Iterable<Socket>): void {
  for (const socket of connections) if (isAnswering(socket)) socket.resetAndDestroy();
  server.closeAllConnections();
}
