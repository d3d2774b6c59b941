import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { isAnswering, unreadBytesOf } from './open-responses';

export interface UnreadLimits {
  /** A client that takes no byte of its answer for this time is disconnected, after twice this time at the latest. */
  stallMs: number;
  intervalMs: number;
  /** The most bytes of unread answers of all connections. Above it, the connections with the largest answers are ended. */
  maxBytes: number;
}

/** Disconnects clients that do not read their answers: each after a time, and those with the largest answers when memory runs short. */
export function endUnread(server: Server, connections: ReadonlySet<Socket>, limits: UnreadLimits = UNREAD_LIMITS): void {
  server.setTimeout(limits.stallMs, endSilent);
  const stalled = new StalledConnections(limits.stallMs);
  const look = (): void => {
    const unread = unreadOf(connections);
    for (const { socket } of unread) if (stalled.has(socket, performance.now())) reset(socket);
    endGreatest(unread, limits.maxBytes);
  };
  let timer: NodeJS.Timeout | undefined;
  server.once('listening', () => (timer = setInterval(look, limits.intervalMs).unref()));
  server.once('close', () => clearInterval(timer));
}

/** Ends a connection on which neither side has sent anything for a time, unless the client waits for an answer. */
function endSilent(socket: Socket): void {
  if (!isAnswering(socket)) socket.destroy();
  else if (socket.writableLength > 0) reset(socket);
}

/** Resets the connection, since HTTP/1.0 clients take any other end of a connection for the end of the answer. */
const reset = (socket: Socket): void => void socket.resetAndDestroy();

interface Unread {
  socket: Socket;
  bytes: number;
}

const unreadOf = (connections: ReadonlySet<Socket>): Unread[] =>
  [...connections]
    .filter(isAnswering)
    .map((socket) => ({ socket, bytes: unreadBytesOf(socket) }))
    .filter(({ bytes }) => bytes > 0);

function endGreatest(unread: Unread[], maxBytes: number): void {
  let sum = unread.reduce((total, { bytes }) => total + bytes, 0);
  if (sum <= maxBytes) return;
  for (const { socket, bytes } of unread.sort((one, other) => other.bytes - one.bytes)) {
    if (sum <= maxBytes) return;
    sum -= bytes;
    reset(socket);
  }
}

/** Connections of clients that send something now and then, so that Node does not count them as silent, but never read their answers. */
class StalledConnections {
  private readonly marks = new WeakMap<Socket, { taken: number; received: number; sinceMs: number }>();

  constructor(private readonly stallMs: number) {}

  has(socket: Socket, nowMs: number): boolean {
    const taken = socket.bytesWritten - socket.writableLength;
    const mark = this.marks.get(socket);
    if (mark?.taken === taken) return nowMs - mark.sinceMs > this.stallMs && socket.bytesRead > mark.received;
    this.marks.set(socket, { taken, received: socket.bytesRead, sinceMs: nowMs });
    return false;
  }
}

export const UNREAD_LIMITS: UnreadLimits = { stallMs: 25_000, intervalMs: 1_000, maxBytes: 64 * 1024 * 1024 };
