import { databaseFailureOf } from './database-errors.rules';

export interface GroupCommitOptions<Item, Outcome> {
  /** Writes a batch in one transaction. Resolves with the outcome of each item, in order. */
  write: (items: Item[]) => Promise<Outcome[]>;
  /** Items of one group wait for the same locks, so that a batch which failed is retried group by group first. */
  groupOf: (item: Item) => string;
  /** The error of an item that is given up because too many are ahead of it. Nothing of it was written. */
  overloaded: () => Error;
  /** The time that an item may wait for its turn. By default it is unlimited, and no item is refused for the duration of commits. */
  queueTimeoutMs?: number;
  /** True when all items of a group need a lock of it. Then those of a busy group wait for the end of the commit that has it. */
  isGroupLocked?: boolean;
  observe?: CommitObserver;
}

/** Called after each batch, committed or not. */
export type CommitObserver = (items: number, seconds: number) => void;

interface QueuedWrite<Item, Outcome> {
  item: Item;
  group: string;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
  queuedAtMs: number;
}

interface CommitInProgress {
  size: number;
  busyGroups: ReadonlySet<string>;
  /** Something holds it up, for which items of others need not wait. */
  isSlow: boolean;
}

/**
 * Writes items by group commit: those that arrive during a commit are written together by the next one. An idle system gains no delay, and
 * a busy one pays for one commit a batch. A write resolves when its own item is durable, and an item that fails does not fail others.
 */
export class GroupCommit<Item, Outcome> {
  private readonly queue: QueuedWrite<Item, Outcome>[] = [];
  private readonly commits = new Map<Promise<void>, CommitInProgress>();
  private recentCommitMs = 0;
  /** One timer for the whole queue, whose first write times out first. */
  private timeout: NodeJS.Timeout | null = null;

  constructor(private readonly options: GroupCommitOptions<Item, Outcome>) {}

  /**
   * Resolves once the outcome is certain. Throws when the queue is full or when the item would have to wait longer than `queueTimeoutMs`
   * by the recent duration of commits, and rejects after that time in the queue.
   */
  write(item: Item): Promise<Outcome> {
    const { groupOf, overloaded, queueTimeoutMs = Infinity } = this.options;
    const group = groupOf(item);
    if (this.queue.length >= MAX_QUEUED || this.expectedWaitMs(group) > queueTimeoutMs) throw overloaded();
    return new Promise((resolve, reject) => {
      this.queue.push({ item, group, resolve, reject, queuedAtMs: performance.now() });
      if (this.isBusy(group)) this.limitWaiting();
      else this.flush();
    });
  }

  async drained(): Promise<void> {
    while (this.commits.size > 0) await Promise.all(this.commits.keys());
  }

  /** The commits in progress count as half done on average. */
  private expectedWaitMs(group: string): number {
    if (this.commits.size < MAX_COMMITS && !this.isBusy(group)) return 0;
    const batchesAhead = Math.floor(this.queue.length / MAX_BATCH);
    return (Math.floor(batchesAhead / this.commits.size) + 0.5) * this.recentCommitMs;
  }

  /** Rejects what has been queued for this long. Nothing of it has begun yet. */
  private rejectQueuedFor(durationMs: number): void {
    const sinceMs = performance.now() - durationMs;
    const recent = this.queue.findIndex(({ queuedAtMs }) => queuedAtMs > sinceMs);
    const rejected = this.queue.splice(0, recent === -1 ? this.queue.length : recent);
    for (const { reject } of rejected) reject(this.options.overloaded());
  }

  /** Slow commits delay the writes behind them. A timer whose write has left the queue finds nothing to reject and is set anew. */
  private limitWaiting(): void {
    const [first] = this.queue;
    const { queueTimeoutMs } = this.options;
    if (this.timeout || !first || !queueTimeoutMs) return;
    const remainingMs = Math.max(first.queuedAtMs + queueTimeoutMs - performance.now(), 0); // Node warns of negative times
    this.timeout = setTimeout(() => {
      this.timeout = null;
      this.rejectQueuedFor(queueTimeoutMs);
      this.limitWaiting();
    }, remainingMs).unref();
  }

  private flush(): void {
    while (this.commits.size < MAX_COMMITS && this.isWorthACommit()) {
      const batch = this.nextBatch();
      if (batch.length === 0) break;
      const inProgress: CommitInProgress = { size: batch.length, busyGroups: this.busyGroupsOf(batch), isSlow: false };
      const slow = setTimeout(() => {
        inProgress.isSlow = true;
        this.flush();
      }, SLOW_COMMIT_MS).unref();
      const startedAtMs = performance.now();
      const commit = this.commit(batch).finally(() => {
        const durationMs = performance.now() - startedAtMs;
        clearTimeout(slow);
        this.commits.delete(commit);
        this.recentCommitMs = (this.recentCommitMs + durationMs) / 2;
        this.options.observe?.(batch.length, durationMs / 1000);
        this.flush();
      });
      this.commits.set(commit, inProgress);
    }
    this.limitWaiting();
  }

  /** Two small commits cost the database more than one. So a second begins with as many writes as the first has, or when that is slow. */
  private isWorthACommit(): boolean {
    for (const { size, isSlow } of this.commits.values()) if (this.queue.length < size && !isSlow) return false;
    return true;
  }

  /** The oldest writes that need not wait for a busy group. */
  private nextBatch(): QueuedWrite<Item, Outcome>[] {
    const oldest = this.queue.splice(0, MAX_BATCH);
    const waiting = oldest.filter(({ group }) => this.isBusy(group));
    if (waiting.length === 0) return oldest;
    this.queue.unshift(...waiting);
    return oldest.filter(({ group }) => !this.isBusy(group));
  }

  private isBusy(group: string): boolean {
    for (const { busyGroups } of this.commits.values()) if (busyGroups.has(group)) return true;
    return false;
  }

  /**
   * Groups with a good part of a batch. The next batch of such a group would only wait in the database for the locks of this one, and wake
   * up to fewer items than it can have by then. Other groups rarely meet, and holding back their items would make batches small.
   */
  private busyGroupsOf(batch: QueuedWrite<Item, Outcome>[]): ReadonlySet<string> {
    if (!this.options.isGroupLocked) return NONE;
    const busy = this.groupsOf(batch).filter(({ length }) => length > 1 && length >= batch.length * BUSY_SHARE);
    return new Set(busy.map(([write]) => write!.group));
  }

  private async commit(batch: QueuedWrite<Item, Outcome>[]): Promise<void> {
    try {
      const outcomes = await this.options.write(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(outcomes[index]!));
    } catch (error) {
      await this.retryInParts(batch, error);
    }
  }

  /** Retries group by group, then item by item. A lost connection is an exception, since the commit may have happened. */
  private async retryInParts(batch: QueuedWrite<Item, Outcome>[], error: unknown): Promise<void> {
    const failure = databaseFailureOf(error);
    const groups = this.groupsOf(batch);
    // After a lost connection the next commit may take just as long, so writes that have been queued for a while are rejected.
    if (failure === 'unavailable') this.rejectQueuedFor(LOST_CONNECTION_TIMEOUT_MS);
    if (failure === 'unavailable' || batch.length === 1 || (failure === 'busy' && groups.length === 1)) {
      batch.forEach(({ reject }) => reject(error));
      return;
    }
    const parts = groups.length > 1 ? groups : batch.map((write) => [write]);
    for (const part of parts) await this.commit(part);
  }

  private groupsOf(batch: QueuedWrite<Item, Outcome>[]): QueuedWrite<Item, Outcome>[][] {
    const groups = new Map<string, QueuedWrite<Item, Outcome>[]>();
    for (const write of batch) {
      const group = groups.get(write.group);
      if (group) group.push(write);
      else groups.set(write.group, [write]);
    }
    return [...groups.values()];
  }
}

const MAX_BATCH = 256;
const MAX_COMMITS = 2;
const SLOW_COMMIT_MS = 25;
const BUSY_SHARE = 1 / 8;
const NONE: ReadonlySet<string> = new Set();
const MAX_QUEUED = 5_000;
const LOST_CONNECTION_TIMEOUT_MS = 1_000;
