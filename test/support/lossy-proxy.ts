import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { request } from 'undici';
import { atEnd } from './at-end';

/**
 * The fate of a request: it is passed on, its answer is lost or ends in the middle, or the proxy refuses it. A refused request is not
 * passed on.
 */
export type Fate = 'pass' | 'lose' | 'truncate' | { status: number; retryAfter: string };

/** A request that came to the proxy, with the time at which it came. */
export interface Seen {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
  atMs: number;
  fate: Fate;
}

export interface LossyProxy {
  url: string;
  seen: Seen[];
  /** Sets the fates of further requests, by their number since then. A request waits for a fate that is promised. */
  decides(fateOf: (index: number, request: Omit<Seen, 'fate'>) => Fate | Promise<Fate>): void;
  /** Resolves when all requests so far have their fate, also those whose client is gone. */
  idle(): Promise<unknown>;
}

/** Starts a proxy between a client and a service that does what can happen between them. It ends with the test file. */
export async function startLossyProxy(serviceUrl: string): Promise<LossyProxy> {
  const seen: Seen[] = [];
  let first = 0;
  let fateOf: Parameters<LossyProxy['decides']>[0] = () => 'pass';
  const handled: Promise<void>[] = [];
  const server = createServer((incoming, outgoing) => void handled.push(handle(incoming, outgoing)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  atEnd(() => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    decides: (next) => {
      first = seen.length;
      fateOf = next;
    },
    idle: () => Promise.all(handled),
  };

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = incoming;
    const content = await buffer(incoming);
    const arrived = { method, path, headers, body: content.toString(), atMs: performance.now() };
    const entry: Seen = { ...arrived, fate: 'pass' };
    const index = seen.push(entry) - 1 - first;
    const fate = (entry.fate = await fateOf(index, arrived));
    if (typeof fate === 'object') return void outgoing.writeHead(fate.status, { 'retry-after': fate.retryAfter }).end('not now');
    const body = ['GET', 'HEAD'].includes(method) ? null : content;
    const { connection: _connection, 'transfer-encoding': _coding, ...others } = headers;
    const answer = await request(serviceUrl + path, { method: method as 'GET', headers: others, body });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    if (fate === 'lose') return void incoming.socket.resetAndDestroy();
    outgoing.writeHead(answer.statusCode, answer.headers);
    if (fate === 'pass') return void outgoing.end(bytes);
    outgoing.write(bytes.subarray(0, bytes.length / 2), () => incoming.socket.destroy());
  }
}
