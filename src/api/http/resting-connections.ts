import type { Socket } from 'node:net';

/**
 * Connections whose request has just been refused, and which are not read for a moment. A client that follows `Retry-After` does not notice;
 * one that repeats its request at once waits in the kernel, so that it cannot make the process spend all of its time on refusals.
 */
export class RestingConnections {
  /** Not paused yet: Node goes on reading after an answer, up to the end of the body. */
  private answered: Socket[] = [];
  private readonly paused: { socket: Socket; sinceMs: number }[] = [];

  get isEmpty(): boolean {
    return this.answered.length === 0 && this.paused.length === 0;
  }

  add(socket: Socket): void {
    this.answered.push(socket);
  }

  advance(nowMs: number): void {
    for (const socket of this.answered) this.paused.push({ socket: socket.pause(), sinceMs: nowMs });
    this.answered = [];
    while (this.paused[0] && nowMs - this.paused[0].sinceMs > REST_MS) this.paused.shift()!.socket.resume();
  }
}

/** Below the time within which refusals are to be answered, which it delays. */
const REST_MS = 250;
