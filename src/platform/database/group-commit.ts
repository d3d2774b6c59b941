import { databaseFailureOf } from './database-errors.rules';

export interface GroupCommitOptions<Item, Outcome> {
  /** Writes a batch in one transaction. Resolves with the outcomes of the items, in order. */
  write: (items: Item[]) => Promise<Outcome[]>;
  /** The group of items that wait for the same locks. A batch that failed is retried group by group first. */
  groupOf: (item: Item) => string;
  /** Makes the error of an item that is rejected, because too many are ahead of it, before anything of it is written. */
  overloaded: () => Error;
  /** The longest time in the queue. By default it is unlimited, and no item is rejected because commits take long. */
  queueTimeoutMs?: number;
  /** True when all items of a group need the same lock. Items of a busy group then wait for the end of the commit that has the lock. */
  isGroupLocked?: boolean;
  observe?: CommitObserver;
}

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
  /** True when the commit is held up, so that other items need not wait for it. */
  isSlow: boolean;
}

/**
 * Writes items by group commit: the next commit writes together all items that have arrived during the current one. An idle system has no
 * additional delay, and a busy one pays for one commit a batch. `write` resolves when its item is durable; a failed item fails no others.
 */
export class GroupCommit<Item, Outcome> {
  private readonly queue: QueuedWrite<Item, Outcome>[] = [];
  private readonly commits = new Map<Promise<void>, CommitInProgress>();
  private recentCommitMs = 0;
  /** One timer for the whole queue, since the first write times out first. */
  private timeout: NodeJS.Timeout | null = null;

  constructor(private readonly options: GroupCommitOptions<Item, Outcome>) {}

  /**
   * Resolves once the outcome is certain. Throws when the queue is full, or when by the duration of recent commits the item would wait for
   * longer than `queueTimeoutMs`. Rejects when the item has waited for that time.
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

  /** Estimates the wait. On average, the commits in progress are half done. */
  private expectedWaitMs(group: string): number {
    if (this.commits.size < MAX_COMMITS && !this.isBusy(group)) return 0;
    const batchesAhead = Math.floor(this.queue.length / MAX_BATCH);
    return (Math.floor(batchesAhead / this.commits.size) + 0.5) * this.recentCommitMs;
  }

  /** Rejects the writes that have been queued for at least this time. They have not begun. */
  private rejectQueuedFor(durationMs: number): void {
    const sinceMs = performance.now() - durationMs;
    const recent = this.queue.findIndex(({ queuedAtMs }) => queuedAtMs > sinceMs);
    const rejected = this.queue.splice(0, recent === -1 ? this.queue.length : recent);
    for (const { reject } of rejected) reject(this.options.overloaded());
  }

  /** Sets the timer for the first write. When that write has left the queue at the timeout, nothing is rejected and a new timer is set. */
  private limitWaiting(): void {
    const [first] = this.queue;
    const { queueTimeoutMs } = this.options;
    if (this.timeout || !first || !queueTimeoutMs) return;
    const remainingMs = Math.max(first.queuedAtMs + queueTimeoutMs - performance.now(), 0); // Node warns about negative delays
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

  /** Two small commits cost more than a large one. So a second begins only with as many writes as the first, or when the first is slow. */
  private isWorthACommit(): boolean {
    for (const { size, isSlow } of this.commits.values()) if (this.queue.length < size && !isSlow) return false;
    return true;
  }

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
   * The groups with a large share of a batch. Another batch of such a group would only wait in the database for this one's lock. Items of
   * small groups rarely wait for each other, and holding them back would make batches small.
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

  /** Retries group by group, then item by item; but not after a lost connection, since the commit may have happened. */
  private async retryInParts(batch: QueuedWrite<Item, Outcome>[], error: unknown): Promise<void> {
    const failure = databaseFailureOf(error);
    const groups = this.groupsOf(batch);
    // After a lost connection, the next commit may take as long, so writes that have been queued for a while are rejected.
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
