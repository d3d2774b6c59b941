import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived. */
export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** Names and values in turn, as they came over the wire. */
  rawHeaders: string[];
  body: string;
  atMs: number;
}

/** What the receiver does about a request. It may close the connection without an answer, or keep silent until it is closed itself. */
export type Reaction = { status: number; headers?: Record<string, string>; body?: string } | 'reset' | 'silence';

type React = (request: Received, index: number) => Reaction | Promise<Reaction>;

/** An HTTP server of a test, whose answers the test sets. */
export class Receiver {
  readonly requests: Received[] = [];
  /** How many connections were ever opened, with or without a request. */
  connections = 0;
  /** How many requests waited for their answer at the same time, at most. */
  mostAtOnce = 0;
  private waiting = 0;
  private react: React = () => ({ status: 200 });

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(): Promise<Receiver> {
    const server = createServer((request, response) => void receiver.receive(request, response));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const receiver = new Receiver(server, (server.address() as AddressInfo).port);
    server.on('connection', () => (receiver.connections += 1));
    return receiver;
  }

  url(path = '/hook'): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  /** From now on it reacts like this. */
  reacts(react: React): void {
    this.react = react;
  }

  /** It answers these one after the other, and goes on with the last one. */
  answers(...reactions: Reaction[]): void {
    const first = this.requests.length;
    this.react = (_, index) => reactions[Math.min(index - first, reactions.length - 1)]!;
  }

  to(path: string): Received[] {
    return this.requests.filter((request) => request.path === path);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers, rawHeaders } = request;
    const received = {
      method,
      path,
      headers,
      rawHeaders,
      body: Buffer.concat(chunks).toString(),
      atMs: performance.now(),
    };
    this.requests.push(received);
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.waiting);
    const reaction = await this.react(received, this.requests.length - 1);
    if (reaction === 'silence') return;
    this.waiting -= 1;
    if (reaction === 'reset') request.socket.resetAndDestroy();
    else response.writeHead(reaction.status, reaction.headers).end(reaction.body);
  }
}

/** Holds back until it is opened. */
export function aGate(): { opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}
