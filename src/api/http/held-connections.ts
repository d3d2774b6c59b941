import type { Socket } from 'node:net';

/**
 * Connections of keen clients that are not read while enough requests wait: what they send next stays in the kernel, where it costs nothing.
 * They are read again in their order.
 */
export class HeldConnections {
  /** Not paused yet: Node goes on reading after an answer, up to the end of the body. */
  private answered: Socket[] = [];
  private readonly paused: { socket: Socket; sinceMs: number }[] = [];

  get isEmpty(): boolean {
    return this.answered.length === 0 && this.paused.length === 0;
  }

  add(socket: Socket): void {
    this.answered.push(socket);
  }

  /** Reads as many again as there is room for, and a few of those that have been held for too long even without. */
  advance(nowMs: number, room: number): void {
    for (const socket of this.answered) this.paused.push({ socket: socket.pause(), sinceMs: nowMs });
    this.answered = [];
    for (let read = 0; read < room || (read < LATE_AT_ONCE && this.isLate(nowMs));) {
      const next = this.paused.shift();
      if (!next) return;
      next.socket.resume();
      if (!next.socket.destroyed) read += 1;
    }
  }

  private isLate(nowMs: number): boolean {
    return this.paused.length > 0 && nowMs - this.paused[0]!.sinceMs > MAX_HELD_MS;
  }
}

/** After which a client shall get a refusal rather than wait on. A process that answers anything reads all within that time. */
const MAX_HELD_MS = 10_000;
/** In one turn of the event loop, since a refusal takes a third of the time of an answer. */
const LATE_AT_ONCE = 8;
