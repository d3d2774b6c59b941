import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isNote } from '../../src/platform/storage/object-store';

/** A proxy in front of an S3 server that can hold back uploads. */
export class S3Gate {
  private held: { after: number; arrived: () => void } | null = null;

  private constructor(
    private readonly server: Server,
    private readonly upstream: URL,
  ) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => this.handle(request, response));
  }

  static async start(upstream: string, port = 0): Promise<S3Gate> {
    const gate = new S3Gate(createServer(), new URL(upstream));
    gate.server.listen(port, '127.0.0.1');
    await once(gate.server, 'listening');
    return gate;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Lets a number of uploads pass and holds the next one, which never ends. Resolves when that one has arrived. */
  holdPutAfter(count: number): Promise<void> {
    return new Promise((arrived) => (this.held = { after: count, arrived }));
  }

  open(): void {
    this.held = null;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private handle(request: IncomingMessage, response: ServerResponse): void {
    if (this.held && request.method === 'PUT' && !isNote(objectNameIn(request.url!))) {
      if (this.held.after === 0) return this.held.arrived();
      this.held.after -= 1;
    }
    const { hostname, port } = this.upstream;
    const { method, url: path, headers } = request; // the signature covers the Host header
    const forwarded = httpRequest({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    request.on('error', () => forwarded.destroy());
    request.pipe(forwarded);
  }
}

/** The last two segments of the path. */
const objectNameIn = (url: string): string => url.replace(/\?.*/, '').split('/').slice(-2).join('/');
