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
  /** Names it in the log. */
  labels: Record<string, string>;
}

/** The work that this worker holds by leases. */
export interface ClaimedWork {
  items: WorkItem[];
  /** True when more is due, so that another worker may help; `unknown` until this worker claims again. */
  hasMore: boolean | 'unknown';
}

export interface LeasedWorkOptions {
  slots: number;
  logName: string;
  /** The log says this when an item fails. Its lease ends, and a worker takes it up again. */
  failure: string;
}

/** Work that stands in rows, of which workers hold by leases what they have claimed. It claims what is due and executes it. */
export abstract class LeasedWork {
  private readonly log: Logger;
  private readonly executions = new Set<Promise<void>>();
  private onSlotFree = (): void => undefined;
  private isStopping = false;

  constructor(
    protected readonly queue: Pick<WakeUps, 'wake'>,
    private readonly options: LeasedWorkOptions,
  ) {
    this.log = new Logger(options.logName);
  }

  /** Claims due work, at most so many items. */
  protected abstract claim(limit: number): Promise<ClaimedWork>;

  /** True when something has been due for two seconds and no worker holds it. */
  protected abstract hasOrphans(): Promise<boolean>;

  /**
   * Wakes workers for what is due and held by none: its wake-up was lost, or its worker crashed. Subclasses declare it as a periodic
   * task. There is never more to do at once, since a worker that is woken claims all of it.
   */
  async sweep(): Promise<boolean> {
    if (await this.hasOrphans()) await this.queue.wake();
    return false;
  }

  /**
   * Resolves once nothing is left to claim now; the executions go on. While all slots are taken it waits for a free one, so that a wake-up
   * which this worker could not serve stays with the queue for other workers.
   */
  async dispatch(): Promise<void> {
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

  /** The lease of an item that failed ends, and a worker takes it up again. An outage of the database is not reported for each item. */
  protected report(error: unknown, labels: WorkItem['labels']): void {
    if (databaseFailureOf(error) !== 'unavailable') this.log.error({ err: error, ...labels }, this.options.failure);
  }

  /** Executions that are written together end together, so that their slots become free for one group. */
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

/** Does the work when the queue wakes this worker. A job names no row, and wakes for any number. A subclass names the queue. */
export abstract class LeasedWorkProcessor extends WorkerHost implements OnModuleDestroy, BeforeApplicationShutdown {
  private drained: Promise<void> | undefined;

  constructor(
    private readonly work: LeasedWork,
    private readonly workers: QueueWorkers,
    private readonly outage: DatabaseOutage,
  ) {
    super();
  }

  /** One job at a time: while this worker has no free slot, or while the database is away, the others stay in the queue. */
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

/** Exceeds the time limit of any attempt, of which that of a mail is the longest. */
const DRAIN_TIMEOUT_MS = 35_000;
