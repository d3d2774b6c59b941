import type { Server } from 'node:http';
import { Server as Listener } from 'node:net';

/**
 * Closes the listener and resolves when all requests in flight are answered. An idle kept-alive connection may still send a request within
 * a second, so that no request arrives on a connection that is just being closed. Silent and slow connections are closed by timeouts.
 */
export async function stopServing(server: Server): Promise<void> {
  server.headersTimeout = IDLE_TIMEOUT_MS;
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_TIMEOUT_MS);
  const drainTimeout = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
  // http.Server.close would close idle connections at once and stop checking for silent ones.
  await new Promise((resolve) => Listener.prototype.close.call(server, resolve));
  clearInterval(idle);
  clearTimeout(drainTimeout);
}

const IDLE_TIMEOUT_MS = 1_000;
const DRAIN_TIMEOUT_MS = 25_000;
