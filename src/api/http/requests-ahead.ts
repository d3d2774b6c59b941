import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { onClosed } from './open-responses';

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

export interface AheadLimits {
  /** Requests that wait for another one, of a connection and of all connections. */
  maxWaiting: { connection: number; process: number };
  /** The time for which a connection with requests ahead is kept without one. */
  idleMs: number;
}

/**
 * The requests of clients that send several over a connection without waiting for answers. Each waits until the answer before it has been
 * taken, so that a client that reads nothing makes work by its first request only, and nothing is done that follows an answer which ends the
 * connection (RFC 9112, section 9.6). The connection of one that sends too many is closed.
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

  /** Takes a request that is tracked already, on a connection with another open response, and begins it when that is closed. */
  add(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const line = this.lineOf(socket);
    const { maxWaiting } = this.limits;
    if (line.length >= maxWaiting.connection || this.waiting >= maxWaiting.process) return void socket.destroy();
    this.waiting += 1;
    line.push({ request, response });
  }

  /** Notes a request that was refused at once. A client that has sent several ahead gets the refusals in one turn. */
  noteRefused({ socket }: IncomingMessage, response: ServerResponse): void {
    // Node sets a timeout of its own when it has sent an answer.
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

/** Clients that read send ten or twenty at a time, and proxies none. A waiting request takes four kilobytes. */
const AHEAD_LIMITS: AheadLimits = {
  maxWaiting: { connection: 100, process: 10_000 },
  idleMs: 30_000, // its answers may be in the buffers of the system still, where nobody sees whether they are read
};
