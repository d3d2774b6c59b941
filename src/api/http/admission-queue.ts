import type { Socket } from 'node:net';

export interface AdmissionLimits {
  maxInWork: number;
  /** The time without an empty queue after which a burst counts as an overload. */
  burstMs: number;
  /** The number of items of one kind that may wait, in a burst and in an overload. */
  maxWaiting: { burst: number; overload: number };
  maxWaitMs: number;
}

interface Waiting<Item> {
  item: Item;
  sinceMs: number;
}

/**
 * A queue of items, of which a limited number is in work at a time. A burst may fill the queue. When the queue has not been empty for
 * `burstMs`, more items arrive than can be handled, and only a few may wait, since a longer queue only takes memory. An item that waits
 * for longer than `maxWaitMs` is refused. The kinds take turns, so that many items of one kind do not delay those of the other.
 */
export class AdmissionQueue<Kind extends string, Item> {
  private readonly queues = new Map<Kind, Waiting<Item>[]>();
  private working = 0;
  private waiting = 0;
  /** The time since when the queue has not been empty; null when it is empty. */
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
      this.queues.set(kind, queue); // moves the kind to the end of the order
      return this.removeFirst(queue);
    }
    return undefined;
  }

  /** Removes an item that has waited for too long, or one too many since the burst has become an overload. */
  takeExcess(nowMs: number): { kind: Kind; item: Item } | undefined {
    const maxWaiting = this.maxWaiting(nowMs);
    for (const [kind, queue] of this.queues) {
      const isExpired = queue.length > 0 && nowMs - queue[0]!.sinceMs > this.limits.maxWaitMs;
      if (isExpired || queue.length > maxWaiting) return { kind, item: this.removeFirst(queue) };
    }
    return undefined;
  }

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
 * Connections of clients that send without a pause. While enough requests wait, these connections are not read, so that their next requests
 * stay in the kernel, where they cost nothing. They are read again in the order in which they were held.
 */
export class HeldConnections {
  /** Connections that are not paused yet, since Node reads on after an answer, up to the end of the request's body. */
  private answered: Socket[] = [];
  private readonly paused: { socket: Socket; sinceMs: number }[] = [];

  get isEmpty(): boolean {
    return this.answered.length === 0 && this.paused.length === 0;
  }

  add(socket: Socket): void {
    this.answered.push(socket);
  }

  /** Resumes as many connections as there is room for, and even without room some that have been held for too long. */
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

/** A client that is held for longer gets a refusal. A process that answers at all reads every connection within this time. */
const MAX_HELD_MS = 10_000;
/** The number of connections that are resumed without room in one turn of the event loop. A refusal costs a third of an answer. */
const LATE_AT_ONCE = 8;
