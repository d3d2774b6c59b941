import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { atEnd } from './at-end';

/** A TCP proxy that can drop all traffic: open connections then stay open and silent, as after a network failure without a reset. */
export interface BlackholeProxy {
  /** The address of the server through the proxy. */
  url: string;
  /** Drops all traffic, also of new connections. */
  blackhole(): void;
  /** Forwards new connections again. */
  restore(): void;
  close(): Promise<void>;
}

export async function startBlackholeProxy(serverUrl: string): Promise<BlackholeProxy> {
  const { hostname, port } = new URL(serverUrl);
  const open = new Set<Socket>();
  let isLost = false;
  const proxy = createServer((near) => {
    keep(near);
    if (isLost) return;
    const far = keep(connect(Number(port), hostname));
    near.pipe(far).pipe(near);
  });
  const keep = (socket: Socket): Socket => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    return socket.once('close', () => open.delete(socket));
  };
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(serverUrl);
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    blackhole() {
      isLost = true;
      open.forEach((socket) => socket.unpipe().pause());
    },
    restore: () => void (isLost = false),
    close: atEnd(() => {
      const closed = once(proxy, 'close');
      proxy.close();
      open.forEach((socket) => socket.destroy());
      return closed;
    }),
  };
}
