import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { atEnd } from '../../support/at-end.mjs';

/**
 * A TCP proxy in front of a port of the loopback interface. `mode` is that of new connections and, except for `refuse`, also of open ones:
 * - `pass`: forwards;
 * - `delay`: forwards after `delayMs`, in each direction;
 * - `silent`: drops everything, without closing a connection, as after a network failure; connections that were silent stay so;
 * - `refuse`: closes new connections.
 */
export async function startProxy(targetPort) {
  const proxy = { mode: 'pass', delayMs: 0, port: 0, cut: () => undefined };
  const open = new Set();
  const keep = (socket) => {
    open.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    return socket.once('close', () => open.delete(socket));
  };
  const server = createServer((near) => {
    keep(near);
    if (proxy.mode === 'refuse') return near.destroy();
    if (proxy.mode === 'silent') return near.resume();
    const link = { isLost: false };
    const far = keep(connect(targetPort, '127.0.0.1'));
    forward(near, far, proxy, link);
    forward(far, near, proxy, link);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy.port = server.address().port;
  /** Resets all connections. */
  proxy.cut = () => open.forEach((socket) => socket.destroy());
  atEnd(() => {
    server.close();
    proxy.cut();
  });
  return proxy;
}

function forward(from, to, proxy, link) {
  let lastAt = 0;
  const later = (deliver) => {
    const at = Math.max(lastAt, performance.now() + (proxy.mode === 'delay' ? proxy.delayMs : 0));
    lastAt = at;
    const waitMs = at - performance.now();
    if (waitMs < 1) deliver();
    else setTimeout(deliver, waitMs);
  };
  from.on('data', (chunk) => {
    if (proxy.mode === 'silent') link.isLost = true;
    if (link.isLost) return;
    later(() => to.write(chunk));
  });
  from.on('end', () => later(() => !link.isLost && to.end()));
  from.on('close', () => later(() => to.destroy()));
}
