import type { Server } from 'node:http';
import { Server as Listener } from 'node:net';

/**
 * Closes the listener and resolves when all requests in flight are answered. An idle kept-alive connection may still send a request within
 * a second, so that no request arrives on a connection that is just being closed. Silent and slow connections are closed by timeouts.
 *
 * The listener and idle connections are closed in the check phase of the event loop, right after the poll phase: connections and requests
 * that have arrived until then have been taken up, while in any other phase they would be reset.
 */
export async function stopServing(server: Server): Promise<void> {
  server.headersTimeout = IDLE_TIMEOUT_MS;
  const idle = setInterval(() => setImmediate(() => server.closeIdleConnections()), IDLE_TIMEOUT_MS);
  const drainTimeout = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
  await new Promise(setImmediate);
  // http.Server.close would close idle connections at once and stop checking for silent ones.
  await new Promise((resolve) => Listener.prototype.close.call(server, resolve));
  clearInterval(idle);
  clearTimeout(drainTimeout);
}

const IDLE_TIMEOUT_MS = 1_000;
const DRAIN_TIMEOUT_MS = 25_000;
