import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { type Config, CONFIG } from '../config/config';
import { sameDigest, sha256Of } from '../crypto/digests.rules';
import { isLoopback, isLoopbackHost } from '../ip.rules';
import { Metrics } from './metrics';

/** Serves `/metrics` and `/healthz` of a worker, which has no other HTTP server. */
@Injectable()
export class MetricsServer implements OnApplicationShutdown {
  private readonly log = new Logger('Metrics');
  private readonly server: Server;

  constructor(
    private readonly metrics: Metrics,
    @Inject(CONFIG) private readonly config: Pick<Config, 'workerMetricsPort' | 'metricsToken' | 'host'>,
  ) {
    this.server = createServer((request, response) => void this.answer(request, response));
  }

  /** Resolves with the port, or with null when none is set for the metrics; 0 selects a free port. */
  async listen(): Promise<number | null> {
    const { workerMetricsPort, host } = this.config;
    if (workerMetricsPort === null) return null;
    this.server.listen(workerMetricsPort, host);
    await once(this.server, 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  async onApplicationShutdown(): Promise<void> {
    if (!this.server.listening) return;
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      response.setHeader('Cache-Control', 'no-store');
      await this.route(request, response);
    } catch (error) {
      this.log.error(error, 'A scrape failed.');
      response.writeHead(500).end();
    }
  }

  private async route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split('?', 1)[0];
    if (request.method !== 'GET' && request.method !== 'HEAD') return end(response, 405);
    if (path === '/healthz') return end(response, 200, 'application/json', '{"status":"ok"}');
    if (path !== '/metrics') return end(response, 404);
    const access = metricsAccessOf(request, this.config.metricsToken);
    if (access === 'not_local') return end(response, 404);
    if (access === 'granted') return end(response, 200, this.metrics.contentType, await this.metrics.text());
    response.setHeader('WWW-Authenticate', METRICS_CHALLENGE);
    return end(response, 401);
  }
}

function end(response: ServerResponse, status: number, type = 'text/plain', body = ''): void {
  response.writeHead(status, { 'Content-Type': type }).end(body);
}

export const METRICS_CHALLENGE = 'Bearer realm="metrics"';

/**
 * The access of a client to the metrics: with a token, for clients that send it; without one, for programs on this machine. A request that
 * a proxy forwards does not count as local, and neither does one for another host name: a website whose name leads to this machine could
 * make a browser send it.
 */
export type MetricsAccess = 'granted' | 'wrong_token' | 'not_local';

export function metricsAccessOf({ headers, socket }: IncomingMessage, token: string | null): MetricsAccess {
  if (token !== null) return isBearer(headers.authorization, token) ? 'granted' : 'wrong_token';
  const isForwarded = FORWARDING_HEADERS.some((name) => headers[name] !== undefined);
  return !isForwarded && isLoopback(socket.remoteAddress) && isLoopbackHost(hostIn(headers.host)) ? 'granted' : 'not_local';
}

/** Compares digests, whose lengths are equal, so that the duration reveals nothing about the token. */
const isBearer = (authorization = '', token: string): boolean =>
  sameDigest(sha256Of(/^bearer +(.*)$/i.exec(authorization)?.[1] ?? ''), sha256Of(token));

const hostIn = (header = ''): string => header.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1');

const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];
