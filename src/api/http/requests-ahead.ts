import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { onClosed, openResponses } from './open-responses';

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** The bounds of `RequestsAhead`. */
export interface AheadLimits {
  /** Requests of a connection that are worked on, or whose answers have not been read. */
  maxOpen: number;
  /** Requests that wait for these, of a connection and of all connections. */
  maxWaiting: { connection: number; process: number };
  /** How long a connection with requests ahead is kept without one. */
  idleMs: number;
}

/**
 * The requests of clients that send several over a connection without waiting for answers. Few of a connection are worked on at a time, and
 * the others wait until an answer has been taken, so that a client that reads nothing makes work by its first few requests only. The
 * connection of one that sends too many is closed.
 */
export class RequestsAhead {
  private readonly lines = new WeakMap<Socket, Exchange[]>();
  private waiting = 0;
  /** Whose request was the latest to be refused, in this turn of the event loop. */
  private refused: Socket | null = null;

  /** @param begin works on a request */
  constructor(
    private readonly begin: RequestListener,
    private readonly limits: AheadLimits = AHEAD_LIMITS,
  ) {}

  /** Takes a request, which is tracked already, on a connection with open responses. Begins it now or in its turn. */
  add(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const line = this.lineOf(socket);
    const { maxWaiting } = this.limits;
    if (line.length >= maxWaiting.connection || this.waiting >= maxWaiting.process) return void socket.destroy();
    this.waiting += 1;
    line.push({ request, response });
    this.advance(socket, line);
  }

  /** Notes a request that was refused at once. A client that has sent several ahead gets the refusals in one turn. */
  noteRefused(socket: Socket): void {
    if (this.refused === socket) socket.setTimeout(this.limits.idleMs);
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
    if (socket.destroyed) return;
    const open = openResponses(socket).open?.size ?? 0;
    while (line.length > 0 && open - line.length < this.limits.maxOpen) {
      const { request, response } = line.shift()!;
      this.waiting -= 1;
      this.begin(request, response);
    }
    if (open === 0) socket.setTimeout(this.limits.idleMs);
  }
}

/** Clients that read send ten at a time or twenty, and proxies none. What waits takes four kilobytes each. */
const AHEAD_LIMITS: AheadLimits = {
  maxOpen: 4,
  maxWaiting: { connection: 100, process: 10_000 },
  idleMs: 30_000, // its answers may be in the buffers of the system still, where nobody sees whether they are read
};
