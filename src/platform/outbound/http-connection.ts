import type { Socket } from 'node:net';
import { Client } from 'undici';

/** An HTTP/1.1 connection over a socket to a checked address, for one request at a time. */
export class HttpConnection {
  readonly client: Client;
  private readonly openedAtMs = performance.now();
  private onClose = (): void => undefined;

  /** @param idleTimeoutMs the time that the connection may be idle between two requests; null for a connection that is used once */
  constructor(
    readonly socket: Socket,
    readonly origin: string,
    private readonly idleTimeoutMs: number | null,
  ) {
    const times = { headersTimeout: 0, bodyTimeout: 0, ...keepAlive(idleTimeoutMs) };
    this.client = new Client(origin, { connect: connectorOf(socket), ...times });
    socket.once('close', () => this.onClose());
  }

  /**
   * True when another request may follow a complete answer. The client has closed the socket if the peer asked for that, speaks HTTP/1.0
   * without `keep-alive`, or sent more than one answer. An answer before the end of the request leaves bytes to write.
   */
  get isReusable(): boolean {
    const isKept = this.idleTimeoutMs !== null && performance.now() - this.openedAtMs < MAX_AGE_MS;
    return isKept && !this.socket.destroyed && this.socket.writableLength === 0;
  }

  setCloseListener(listener: () => void): void {
    this.onClose = listener;
  }

  close(): void {
    this.socket.destroy();
    void this.client.destroy();
  }
}

/** The age at which even a connection in steady use is closed, so that changed addresses of the name are noticed. */
const MAX_AGE_MS = 60_000;

/** The options for an idle timeout, which the peer's `Keep-Alive: timeout` can shorten. `pipelining: 0` sends `connection: close`. */
function keepAlive(idleTimeoutMs: number | null): Client.Options {
  if (idleTimeoutMs === null) return { pipelining: 0 };
  return {
    pipelining: 1,
    keepAliveTimeout: idleTimeoutMs,
    keepAliveMaxTimeout: idleTimeoutMs,
    keepAliveTimeoutThreshold: KEEP_ALIVE_MARGIN_MS,
  };
}

/** The time by which the connection is closed before the peer would close it, so that no request meets a closing connection. */
const KEEP_ALIVE_MARGIN_MS = 1000;

/** Gives the client the checked socket once. When that socket is lost, the client must not open another one by itself. */
function connectorOf(socket: Socket) {
  const sockets = [socket];
  return (_options: unknown, accept: (...args: [null, Socket] | [Error, null]) => void) => {
    const next = sockets.pop();
    queueMicrotask(() => (next ? accept(null, next) : accept(new Error('The connection is lost.'), null)));
  };
}
