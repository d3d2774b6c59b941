import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { isAnswering, unreadBytesOf } from './open-responses';

/** The bounds of what a process keeps for clients that do not read. */
export interface UnreadLimits {
  /** A client that takes nothing of its answer for as long is disconnected, at the latest after twice that. */
  stallMs: number;
  /** The interval at which the connections are looked at. */
  intervalMs: number;
  /** The bound for the answers of all connections. Above it, the connections with the greatest answers are ended. */
  maxBytes: number;
}

/** Disconnects clients that leave their answers unread: each after some time, and the greatest at once when all of them take much memory. */
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

/** Node counts a client as silent that neither sends nor takes anything. It may wait for its answer for as long as that takes. */
function endSilent(socket: Socket): void {
  if (!isAnswering(socket)) socket.destroy();
  else if (socket.writableLength > 0) reset(socket);
}

/** Readers by HTTP/1.0 take any other end of a connection for that of the whole answer. */
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

/** Clients that send something now and then, which Node takes for a sign of life, and read nothing of what they have asked for. */
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
