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
  observe?: CommitObserver;
}

/** Called after each batch, committed or not. */
export type CommitObserver = (items: number, seconds: number) => void;

interface QueuedWrite<Item, Outcome> {
  item: Item;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
  queuedAtMs: number;
}

/**
 * Writes items by group commit: those that arrive during a commit are written together by the next one. An idle system gains no delay, and
 * a busy one pays for one commit a batch. A write resolves when its own item is durable, and an item that fails does not fail others.
 */
export class GroupCommit<Item, Outcome> {
  private readonly queue: QueuedWrite<Item, Outcome>[] = [];
  private readonly commits = new Set<Promise<void>>();
  private recentCommitMs = 0;
  /** One timer for the whole queue, whose first write times out first. */
  private timeout: NodeJS.Timeout | null = null;

  constructor(private readonly options: GroupCommitOptions<Item, Outcome>) {}

  /**
   * Resolves once the outcome is certain. Throws when the queue is full or when the item would have to wait longer than `queueTimeoutMs`
   * by the recent duration of commits, and rejects after that time in the queue.
   */
  write(item: Item): Promise<Outcome> {
    const { overloaded, queueTimeoutMs = Infinity } = this.options;
    if (this.queue.length >= MAX_QUEUED || this.expectedWaitMs() > queueTimeoutMs) throw overloaded();
    return new Promise((resolve, reject) => {
      this.queue.push({ item, resolve, reject, queuedAtMs: performance.now() });
      this.flush();
    });
  }

  /** Resolves when nothing is queued or being written. */
  async drained(): Promise<void> {
    while (this.commits.size > 0) await Promise.all(this.commits);
  }

  /** The commits in progress count as half done on average. */
  private expectedWaitMs(): number {
    if (this.commits.size < MAX_COMMITS) return 0;
    const batchesAhead = Math.floor(this.queue.length / MAX_BATCH);
    return (Math.floor(batchesAhead / MAX_COMMITS) + 0.5) * this.recentCommitMs;
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
    while (this.commits.size < MAX_COMMITS && this.queue.length > 0) {
      const batch = this.queue.splice(0, MAX_BATCH);
      const startedAtMs = performance.now();
      const commit = this.commit(batch).finally(() => {
        const durationMs = performance.now() - startedAtMs;
        this.commits.delete(commit);
        this.recentCommitMs = (this.recentCommitMs + durationMs) / 2;
        this.options.observe?.(batch.length, durationMs / 1000);
        this.flush();
      });
      this.commits.add(commit);
    }
    this.limitWaiting();
  }

  private async commit(batch: QueuedWrite<Item, Outcome>[]): Promise<void> {
    try {
      const outcomes = await this.options.write(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(outcomes[index]!));
    } catch (error) {
      await this.retryInParts(batch, error);
    }
  }

  /**
   * Retries a failed batch group by group, then item by item. Not after a lost connection: the commit may have happened, so a retry could
   * write everything twice.
   */
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
      const name = this.options.groupOf(write.item);
      const group = groups.get(name);
      if (group) group.push(write);
      else groups.set(name, [write]);
    }
    return [...groups.values()];
  }
}

const MAX_BATCH = 256;
const MAX_COMMITS = 2;
const MAX_QUEUED = 5_000;
const LOST_CONNECTION_TIMEOUT_MS = 1_000;
