import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { onClosed } from './open-responses';

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

export interface AheadLimits {
  /** The number of requests that may wait for an earlier answer, for one connection and for all. */
  maxWaiting: { connection: number; process: number };
  /** The time for which a connection that has sent requests ahead may be idle. */
  idleMs: number;
}

/**
 * Requests that clients send over a connection without waiting for earlier answers (pipelining). Each request waits until the client has
 * taken the answer before it. So a client that reads nothing causes work by its first request only, and no request is executed after an
 * answer that ends the connection (RFC 9112, section 9.6). A client that sends too many requests ahead is disconnected.
 */
export class RequestsAhead {
  private readonly lines = new WeakMap<Socket, Exchange[]>();
  private waiting = 0;
  /** The connection of the latest request that was refused in this turn of the event loop. */
  private refused: Socket | null = null;

  constructor(
    private readonly begin: RequestListener,
    private readonly limits: AheadLimits = AHEAD_LIMITS,
  ) {}

  /** Queues a request whose connection has an open response, and begins the request when that response is closed. */
  add(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const line = this.lineOf(socket);
    const { maxWaiting } = this.limits;
    if (line.length >= maxWaiting.connection || this.waiting >= maxWaiting.process) return void socket.destroy();
    this.waiting += 1;
    line.push({ request, response });
  }

  /** Limits the idle time of a client that has sent requests ahead: it gets several refusals in one turn of the event loop. */
  noteRefused({ socket }: IncomingMessage, response: ServerResponse): void {
    // Node sets its own timeout when an answer has been sent.
    if (this.refused === socket) response.once('close', () => socket.setTimeout(this.limits.idleMs));
    else if (!this.refused) setImmediate(() => (this.refused = null));
    this.refused = socket;
  }

  private lineOf(socket: Socket): Exchange[] {
    const known = this.lines.get(socket);
    if (known) return known;
    const line: Exchange[] = [];
    this.lines.set(socket, line);
    onClosed(socket, () => this.advance(socket, line));
    socket.once('close', () => (this.waiting -= line.splice(0).length));
    return line;
  }

  private advance(socket: Socket, line: Exchange[]): void {
    if (!socket.writable) return;
    const next = line.shift();
    if (!next) return void socket.setTimeout(this.limits.idleMs);
    this.waiting -= 1;
    this.begin(next.request, next.response);
  }
}

/** Pipelining clients that read their answers send ten or twenty requests ahead, and proxies none. A waiting request takes 4 kB. */
const AHEAD_LIMITS: AheadLimits = {
  maxWaiting: { connection: 100, process: 10_000 },
  idleMs: 30_000, // its last answers may still be in buffers of the system, where reading is not visible
};
