import type { Server } from 'node:http';
import { Server as Listener } from 'node:net';

/**
 * Takes no new connections, and resolves when all requests that have begun are answered. A kept-alive connection may send once more
 * within a second, so that no request meets a connection that is just being closed. What stays silent or takes too long is cut off.
 */
export async function stopServing(server: Server): Promise<void> {
  server.headersTimeout = GRACE_MS;
  const idle = setInterval(() => server.closeIdleConnections(), GRACE_MS);
  const cutOff = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  // The close of an HTTP server would end idle connections at once, and no longer look for silent ones.
  await new Promise((resolve) => Listener.prototype.close.call(server, resolve));
  clearInterval(idle);
  clearTimeout(cutOff);
}

const GRACE_MS = 1_000;
const DRAIN_MS = 25_000;
