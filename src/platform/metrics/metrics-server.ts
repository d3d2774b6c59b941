import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import { metricsAccessOf } from './metrics-access';
import type { Metrics } from './metrics';

/** Serves `/metrics` and `/healthz` of a process that serves nothing else. */
export class MetricsServer {
  private readonly log = new Logger('Metrics');
  private readonly server: Server;

  constructor(
    private readonly metrics: Metrics,
    private readonly token: string | null,
  ) {
    this.server = createServer((request, response) => void this.answer(request, response));
  }

  /** Resolves with the port; 0 selects a free one. */
  async listen(port: number, host: string): Promise<number> {
    this.server.listen(port, host);
    await once(this.server, 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
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
    const access = metricsAccessOf(request, this.token);
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
