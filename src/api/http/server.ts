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

  /** Configures Express and the middleware that precedes Nest's router. */
  configure(log: Logger): void {
    const { trustProxy, baseUrl } = this.config;
    const express = this.host.httpAdapter.getInstance<Express>();
    express.disable('x-powered-by');
    express.disable('etag');
    express.enable('case sensitive routing');
    express.enable('strict routing');
    express.set('query parser', 'simple');
    express.set('trust proxy', trustProxy);
    const records = { log, metrics: this.metrics, tracing: this.tracing };
    express.use(requestMiddleware(records, baseUrl.startsWith('https:')));
    express.use(transportMiddleware(this.readiness));
    express.use(this.routes.middleware(SWAGGER_PATHS));
    handleRequests(this.server, this.shedding);
    limitConnections(this.server);
    track(this.connections, this.server);
    endUnread(this.server, this.connections);
  }

  /**
   * Reports the process as not ready, waits until load balancers have noticed, and finishes the open requests. As a hook of the root
   * module it ends before those of all other modules begin. Kept connections stay open meanwhile: a proxy that had to open new ones might
   * have one of them in the backlog of the listener when that closes. A process that has not started yet serves nobody.
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

/** Served by `serveDocument`, without a controller. */
const SWAGGER_PATHS = /^\/(docs(\/.*)?|openapi\.json)$/;

/**
 * Requests that are refused for overload never reach Express, whose share of the cost is most of it. Express calls the handler after its
 * last one without any of its own for an address that it cannot parse.
 */
function handleRequests(server: Server, shedding: LoadShedding): void {
  const [express] = server.listeners('request') as [ExpressListener];
  shedding.serve(server, (request, response) => express(request, response, () => answerUnparsed(response)));
  server.off('request', express);
  const ahead = new RequestsAhead((request, response) => shedding.enqueue(request, response));
  server.on('request', (request, response) => {
    if (request.socket.writableEnded) return void request.socket.destroy(); // it follows an answer that has ended the connection
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
 * Slow senders are disconnected before they can exhaust the connections. How long a body may take depends on its kind, so that its reader
 * limits it. The keep-alive timeout exceeds that of common proxies (60 s),
 * since a proxy that sends on a connection that is being closed sees an error.
 */
function limitConnections(server: Server): void {
  server.headersTimeout = 15_000;
  server.requestTimeout = 0;
  server.keepAliveTimeout = 72_000;
  server.maxHeadersCount = 0; // they are counted by the middleware
  server.maxConnections = 10_000;
  // eslint-disable-next-line others/no-patches -- docs/adr/0053-where-we-reach-into-others.md
  Object.assign(server, UNTYPED_OPTIONS);
  server.on('clientError', answerUnreadable);
  server.on('connect', (_, socket) => refuse(socket as Socket, new ApiError('method_not_allowed', NO_METHOD_ALLOWED)));
  server.on('checkContinue', (request, response) => server.emit('request', request, response)); // the reader of the body asks for it
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** The server reads these when it starts to listen; its types lack them. */
const UNTYPED_OPTIONS = {
  connectionsCheckingInterval: 5_000,
  /** Node would answer without a body. */
  requireHostHeader: false,
  /** A client may close its half of the connection after the request and still wait for the answer. */
  httpAllowHalfOpen: true,
};

/** Node keeps a list of the connections for itself. */
function track(connections: Set<Socket>, server: Server): void {
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
}

/** CONNECT asks for a tunnel to another host, for which no method is allowed (RFC 9110, section 10.2.1). */
const NO_METHOD_ALLOWED = { headers: { Allow: '' } };

/**
 * Closes the listener and resolves when all requests in flight are answered. An idle kept-alive connection may still send a request within
 * a second, so that no request arrives on a connection that is just being closed. Silent and slow connections are closed by timeouts.
 *
 * The listener and idle connections are closed in the check phase of the event loop, right after the poll phase: connections and requests
 * that have arrived until then have been taken up, while in any other phase they would be reset.
 */
export async function stopServing(server: Server, connections: Iterable<Socket> = []): Promise<void> {
  server.headersTimeout = IDLE_TIMEOUT_MS;
  const idle = setInterval(() => setImmediate(() => server.closeIdleConnections()), IDLE_TIMEOUT_MS);
  const drainTimeout = setTimeout(() => cutConnections(server, connections), DRAIN_TIMEOUT_MS);
  await new Promise(setImmediate);
  // http.Server.close would close idle connections at once and stop checking for silent ones.
  await new Promise((resolve) => Listener.prototype.close.call(server, resolve));
  clearInterval(idle);
  clearTimeout(drainTimeout);
}

const IDLE_TIMEOUT_MS = 1_000;

/** The time for which a stop waits for the answers that have begun. */
export const DRAIN_TIMEOUT_MS = 25_000;

/** A reader by HTTP/1.0 takes every end of a connection but a reset for the end of the answer. */
function cutConnections(server: Server, connections: Iterable<Socket>): void {
  for (const socket of connections) if (isAnswering(socket)) socket.resetAndDestroy();
  server.closeAllConnections();
}
