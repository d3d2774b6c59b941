import { setImmediate as nextTurn } from 'node:timers/promises';
import { WorkerHost } from '@nestjs/bullmq';
import { type BeforeApplicationShutdown, Logger, type OnModuleDestroy } from '@nestjs/common';
import { databaseFailureOf } from '../database/database-errors.rules';
import type { DatabaseOutage } from '../database/database-outage';
import { withTimeout } from '../time';
import type { QueueWorkers } from './queue-workers';
import type { WakeUps } from './wake-ups';

export interface WorkItem {
  execute: () => Promise<void>;
  labels: Record<string, string>;
}

export interface ClaimedWork {
  items: WorkItem[];
  /** True when more work is due, so that another worker may help; `unknown` until this worker claims again. */
  hasMore: boolean | 'unknown';
}

export interface LeasedWorkOptions {
  slots: number;
  logName: string;
  /** The log message for a failed item. Its lease ends, and a worker takes it up again. */
  failure: string;
}

/** Claims due work that is stored as rows, by leases, and executes it in a limited number of slots. */
export abstract class LeasedWork {
  private readonly log: Logger;
  private readonly executions = new Set<Promise<void>>();
  private onSlotFree = (): void => undefined;
  private isStopping = false;
  private dispatching: Promise<void> | null = null;

  constructor(
    protected readonly queue: Pick<WakeUps, 'wake'>,
    private readonly options: LeasedWorkOptions,
  ) {
    this.log = new Logger(options.logName);
  }

  protected abstract claim(limit: number): Promise<ClaimedWork>;

  /** True when work has been due for two seconds without a lease. */
  protected abstract hasOrphans(): Promise<boolean>;

  /**
   * Takes due work without a lease, whose wake-up was lost or whose worker crashed, and wakes other workers for it. The queue is not needed
   * for this, since it may be unable to take or to give jobs. Subclasses declare this as a periodic task. Always returns false, since all of
   * this work is claimed at once.
   */
  async sweep(): Promise<boolean> {
    if (!(await this.hasOrphans())) return false;
    void this.queue.wake();
    if (this.dispatching === null) await this.dispatch();
    return false;
  }

  /**
   * Resolves when nothing is left to claim; the executions continue. While all slots are taken, it waits for a free one, so that the queue
   * keeps further wake-ups for other workers.
   */
  async dispatch(): Promise<void> {
    while (this.dispatching !== null) await this.dispatching.catch(() => undefined); // one at a time waits for a free slot
    this.dispatching = this.claimAll().finally(() => (this.dispatching = null));
    await this.dispatching;
  }

  private async claimAll(): Promise<void> {
    for (let isFirst = true; ; isFirst = false) {
      const slots = await this.freeSlots();
      if (this.isStopping) return;
      const { items, hasMore } = await this.claim(slots);
      for (const item of items) this.start(item);
      if (!hasMore) return;
      if (isFirst && hasMore === true) void this.queue.wake(); // another worker may have free slots
    }
  }

  stop(): void {
    this.isStopping = true;
    this.onSlotFree();
  }

  async idle(): Promise<void> {
    while (this.executions.size > 0) await Promise.all(this.executions);
  }

  /** Logs the error of a failed item, whose lease ends, but not an outage of the database, which is logged once. */
  protected report(error: unknown, labels: WorkItem['labels']): void {
    if (databaseFailureOf(error) !== 'unavailable') this.log.error({ err: error, ...labels }, this.options.failure);
  }

  /** Waits for a free slot. Executions that are written together end in the same turn, so that their slots become free together. */
  private async freeSlots(): Promise<number> {
    while (this.executions.size >= this.options.slots && !this.isStopping) {
      await new Promise<void>((resolve) => (this.onSlotFree = resolve));
      await nextTurn();
    }
    return this.options.slots - this.executions.size;
  }

  private start({ execute, labels }: WorkItem): void {
    const execution = execute()
      .catch((error: unknown) => this.report(error, labels))
      .then(() => {
        this.executions.delete(execution);
        this.onSlotFree();
      });
    this.executions.add(execution);
  }
}

/** Does the work when the queue wakes this worker. A job names no row. A subclass names the queue. */
export abstract class LeasedWorkProcessor extends WorkerHost implements OnModuleDestroy, BeforeApplicationShutdown {
  private drained: Promise<void> | undefined;

  constructor(
    private readonly work: LeasedWork,
    private readonly workers: QueueWorkers,
    private readonly outage: DatabaseOutage,
  ) {
    super();
  }

  /** Processes one job at a time. While no slot is free or the database is unavailable, the other jobs stay in the queue. */
  process(): Promise<void> {
    return this.outage.retryThroughOutage(() => this.work.dispatch());
  }

  onModuleDestroy(): void {
    this.drained ??= this.drain();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.drained;
  }

  private async drain(): Promise<void> {
    this.work.stop();
    this.outage.stop();
    await Promise.all([this.workers.close(this), withTimeout(DRAIN_TIMEOUT_MS, this.work.idle(), () => undefined)]);
  }
}

/** Longer than the time limit of any attempt; that of a mail is the longest. */
const DRAIN_TIMEOUT_MS = 35_000;
