import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { atEnd } from './at-end';

/** A TCP proxy that can delay what the server sends, as a server far away or a slow disk does. */
export interface SlowProxy {
  /** The address of the server through the proxy. */
  url: string;
  /** Delays all data that the server sends from now on by this time. */
  delayAnswersBy(ms: number): void;
}

export async function startSlowProxy(serverUrl: string): Promise<SlowProxy> {
  const { hostname, port } = new URL(serverUrl);
  const open = new Set<Socket>();
  let delayMs = 0;
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [socket, peer] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket.on('error', () => undefined));
      socket.once('close', () => {
        open.delete(socket);
        peer.destroy();
      });
    }
    near.pipe(far);
    let earlier: Promise<unknown> = Promise.resolve();
    far.on('data', (chunk: Buffer) => {
      const due = Promise.all([earlier, delayMs > 0 && pause(delayMs)]); // later data never overtakes earlier data
      earlier = due.then(() => near.write(chunk));
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
  return { url: url.href, delayAnswersBy: (ms) => void (delayMs = ms) };
}
