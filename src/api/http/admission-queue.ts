import type { Socket } from 'node:net';

export interface AdmissionLimits {
  /** Items that are worked on at a time. */
  maxInWork: number;
  /** The time for which items may wait without a pause before that is an overload. */
  burstMs: number;
  /** Items of a kind that wait, in a burst and in an overload. */
  maxWaiting: { burst: number; overload: number };
  /** The time that an item may wait, however few do. */
  maxWaitMs: number;
}

interface Waiting<Item> {
  item: Item;
  sinceMs: number;
}

/**
 * Items that wait until fewer than a bound are worked on. A burst waits until it has been worked off. When items have waited without a
 * pause for longer than that, there are more than can be worked off, and only a few may wait, since more of them would only take memory.
 * Those few are next, so they are refused only after the time that any item may wait. The kinds take turns, so that many items of one do
 * not keep those of the other waiting.
 */
export class AdmissionQueue<Kind extends string, Item> {
  private readonly queues = new Map<Kind, Waiting<Item>[]>();
  private working = 0;
  private waiting = 0;
  /** The time since when at least one item has waited; null when none waits. */
  private waitingSinceMs: number | null = null;

  constructor(private readonly limits: AdmissionLimits) {}

  get isEmpty(): boolean {
    return this.waitingSinceMs === null;
  }

  get isFull(): boolean {
    return this.working >= this.limits.maxInWork;
  }

  get inWork(): number {
    return this.working;
  }

  waitingOf(kind: Kind): number {
    return this.queues.get(kind)?.length ?? 0;
  }

  /** False when too many are waiting already. */
  add(kind: Kind, item: Item, nowMs: number): boolean {
    const queue = this.queues.get(kind) ?? [];
    if (queue.length >= this.maxWaiting(nowMs)) return false;
    this.waitingSinceMs ??= nowMs;
    this.queues.set(kind, queue);
    queue.push({ item, sinceMs: nowMs });
    this.waiting += 1;
    return true;
  }

  take(): Item | undefined {
    if (this.isFull) return undefined;
    for (const [kind, queue] of this.queues) {
      if (queue.length === 0) continue;
      this.queues.delete(kind);
      this.queues.set(kind, queue); // last from now on
      return this.removeFirst(queue);
    }
    return undefined;
  }

  /** The next item that has waited for too long, or that is one too many since the burst has become an overload. */
  takeExcess(nowMs: number): { kind: Kind; item: Item } | undefined {
    const maxWaiting = this.maxWaiting(nowMs);
    for (const [kind, queue] of this.queues) {
      const isExpired = queue.length > 0 && nowMs - queue[0]!.sinceMs > this.limits.maxWaitMs;
      if (isExpired || queue.length > maxWaiting) return { kind, item: this.removeFirst(queue) };
    }
    return undefined;
  }

  /** Counts an item as worked on until `end`. */
  begin(): void {
    this.working += 1;
  }

  end(): void {
    this.working -= 1;
  }

  private maxWaiting(nowMs: number): number {
    const { burstMs, maxWaiting } = this.limits;
    return nowMs - (this.waitingSinceMs ?? nowMs) > burstMs ? maxWaiting.overload : maxWaiting.burst;
  }

  private removeFirst(queue: Waiting<Item>[]): Item {
    const { item } = queue.shift()!;
    this.waiting -= 1;
    if (this.waiting === 0) this.waitingSinceMs = null;
    return item;
  }
}

/**
 * Connections of clients that send without a pause. They are not read while enough requests wait, so that the next requests stay in the
 * kernel, where they cost nothing. They are read again in their order.
 */
export class HeldConnections {
  /** These are not paused yet, since Node goes on reading after an answer, up to the end of the body. */
  private answered: Socket[] = [];
  private readonly paused: { socket: Socket; sinceMs: number }[] = [];

  get isEmpty(): boolean {
    return this.answered.length === 0 && this.paused.length === 0;
  }

  add(socket: Socket): void {
    this.answered.push(socket);
  }

  /** Reads as many again as there is room for, and even without room a few of those that have been held for too long. */
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

/** After this time a client gets a refusal rather than wait on. A process that answers anything reads all within it. */
const MAX_HELD_MS = 10_000;
/** The number that is read in one turn of the event loop without room. A refusal takes a third of the time of an answer. */
const LATE_AT_ONCE = 8;
