import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

/** The way to a server, which can lose everything: what is open then stays open and silent for ever, as after a cut without a word. */
export interface LossyNetwork {
  /** The address of the server by this way. */
  url: string;
  /** From here on all is lost, also of connections that are made now. */
  lose(): void;
  /** From here on new connections lead to the server again. */
  recover(): void;
  close(): Promise<void>;
}

export async function startLossyNetwork(serverUrl: string): Promise<LossyNetwork> {
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
    lose() {
      isLost = true;
      open.forEach((socket) => socket.unpipe().pause());
    },
    recover: () => void (isLost = false),
    async close() {
      open.forEach((socket) => socket.destroy());
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
