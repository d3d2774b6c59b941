import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { atEnd } from './at-end';

/** A TCP proxy that drops the first data in which a client sends a text, so that a test can stop the server just before it reads that. */
export interface TripwireProxy {
  /** The address of the server through the proxy. */
  url: string;
  /** The next data with this text is dropped. Returns a function that says whether that has happened. */
  isTrippedBy(text: string): () => boolean;
  /** The number of connections so far, also of those that the server did not accept. */
  connections(): number;
}

export async function startTripwireProxy(serverUrl: string): Promise<TripwireProxy> {
  const { hostname, port } = new URL(serverUrl);
  const open = new Set<Socket>();
  let connections = 0;
  let wire: string | null = null;
  const proxy = createServer((near) => {
    connections++;
    const far = connect(Number(port), hostname);
    for (const [socket, peer] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        open.delete(socket);
        peer.destroy();
      });
    }
    far.pipe(near);
    near.on('data', (chunk: Buffer) => {
      if (wire && chunk.includes(wire)) wire = null;
      else far.write(chunk);
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  atEnd(() => {
    const closed = once(proxy, 'close');
    proxy.close();
    open.forEach((socket) => socket.destroy());
    return closed;
  });
  const url = new URL(serverUrl);
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    connections: () => connections,
    isTrippedBy(text) {
      wire = text;
      return () => wire !== text;
    },
  };
}
