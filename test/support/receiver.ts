import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd } from './at-end';
import { eventFaults } from './documented';

/** A received request. */
export interface Received {
  method: string;
  /** The path, as in the argument of `url`. */
  path: string;
  headers: IncomingHttpHeaders;
  /** Alternating names and values, as sent. */
  rawHeaders: string[];
  body: string;
  atMs: number;
}

/** The reaction to a request: an answer, a connection reset, or silence until the receiver is closed. */
export type Reaction = { status: number; headers?: Record<string, string>; body?: string } | 'reset' | 'silence';

type React = (request: Received, index: number) => Reaction | Promise<Reaction>;

/** An HTTP server whose answers the test sets. A file can use one for all of its tests when it calls `reset` before each of them. */
export class Receiver {
  readonly requests: Received[] = [];
  readonly close = atEnd(async () => {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
    expect(this.undocumented).toEqual([]);
  });
  /** The faults by the API document of the events that came. */
  private readonly undocumented: string[] = [];
  /** The number of accepted connections, with or without a request. */
  connections = 0;
  /** The maximum number of concurrent requests. */
  maxConcurrent = 0;
  private waiting = 0;
  private resets = 0;
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
    return `http://127.0.0.1:${this.port}/${this.resets}${path}`;
  }

  /**
   * Forgets all requests, closes idle connections and answers 200, so that the next request has a connection that was not used before.
   * Requests to a URL from before, such as retries of an earlier test, are answered 410 and not counted.
   */
  reset(): void {
    this.server.closeIdleConnections();
    this.requests.length = 0;
    this.resets += 1;
    this.answers({ status: 200 });
  }

  /** Sets the reaction to further requests. */
  reacts(react: React): void {
    this.react = react;
  }

  /** Answers further requests in this order, and repeats the last answer. */
  answers(...reactions: Reaction[]): void {
    const first = this.requests.length;
    this.react = (_, index) => reactions[Math.min(index - first, reactions.length - 1)]!;
  }

  to(path: string): Received[] {
    return this.requests.filter((request) => request.path === path);
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers, rawHeaders } = request;
    const [, resets, path] = /^\/(\d+)(\/.*)$/.exec(url) ?? [url, String(this.resets), url];
    if (resets !== String(this.resets)) return void response.writeHead(410, { connection: 'close' }).end();
    const received = {
      method,
      path,
      headers,
      rawHeaders,
      body: Buffer.concat(chunks).toString(),
      atMs: performance.now(),
    };
    this.requests.push(received);
    this.undocumented.push(...eventFaults(received.body));
    this.maxConcurrent = Math.max(this.maxConcurrent, ++this.waiting);
    const reaction = await this.react(received, this.requests.length - 1);
    if (reaction === 'silence') return;
    this.waiting -= 1;
    if (reaction === 'reset') request.socket.resetAndDestroy();
    else response.writeHead(reaction.status, reaction.headers).end(reaction.body);
  }
}

/** A promise that `open` resolves. */
export function aGate(): { opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}
