import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { atEnd } from './at-end';

/**
 * Starts a TCP proxy and resolves with the address of the server through it. `forward` connects the two sides of each connection; when one
 * side closes, the other one is closed. The proxy ends with the test file.
 */
export async function startTcpProxy(serverUrl: string, forward: (client: Socket, server: Socket) => void): Promise<string> {
  const { hostname, port } = new URL(serverUrl);
  const open = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    for (const [socket, peer] of [
      [client, server],
      [server, client],
    ] as const) {
      open.add(socket.on('error', () => undefined));
      socket.once('close', () => {
        open.delete(socket);
        peer.destroy();
      });
    }
    forward(client, server);
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
  return url.href;
}
