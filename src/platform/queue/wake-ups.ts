import { Logger } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { messageOf } from '../errors/operator-error';
import { newId } from '../ids.rules';
import { redisOutages } from '../redis/redis-client';

/**
 * Wakes workers by a queue. A job names no work: the worker that takes it claims all due work. Jobs may be lost or processed twice: the
 * rows in the database decide, and a periodic task replaces lost jobs.
 */
export class WakeUps {
  private readonly log = new Logger('Queue');
  private adding: Promise<void> | null = null;
  private following: Promise<void> | null = null;
  private addedAtMs = -Infinity;
  private quietUntilMs = -Infinity;
  /** The times of the delayed jobs that this process has added, in milliseconds since 1970. */
  private readonly delayed = new Set<number>();

  constructor(private readonly queue: Pick<Queue, 'addBulk' | 'getWaitingCount'>) {}

  /** Resolves even when the queue has not accepted the job. Wake-ups after more than an hour are left to the periodic task. */
  async wake(delayMs = 0): Promise<void> {
    if (delayMs <= 0) await this.wakeNow();
    else if (delayMs <= MAX_DELAY_MS) await this.wakeAt(Date.now() + delayMs);
  }

  /** Adds one job for all wake-ups that are requested while another job is being added. */
  private wakeNow(): Promise<void> {
    if (!this.adding) return (this.adding = this.addUnlessWaiting().finally(() => (this.adding = null)));
    this.following ??= this.adding.then(() => {
      this.following = null;
      return this.wakeNow();
    });
    return this.following;
  }

  /**
   * Adds no job while another one is waiting: the worker that takes that job claims its work later, and so this wake-up's work as well.
   * After a pause, adds the job without looking for another one, which would cost time.
   */
  private async addUnlessWaiting(): Promise<void> {
    const isBusy = performance.now() - this.addedAtMs < PAUSE_MS;
    if (isBusy && (await this.isJobWaiting())) return;
    this.addedAtMs = performance.now();
    await this.add(0);
  }

  private isJobWaiting(): Promise<boolean> {
    return this.queue.getWaitingCount().then(
      (count) => count > 0,
      () => false,
    );
  }

  /** Lets wake-ups within the same tenth of a second share a job. The margin compensates for rounding to milliseconds. */
  private async wakeAt(dueMs: number): Promise<void> {
    const atMs = Math.ceil((dueMs + ROUNDING_MS) / INTERVAL_MS) * INTERVAL_MS;
    if (this.delayed.has(atMs)) return;
    this.delayed.add(atMs);
    const delayMs = atMs - Date.now();
    setTimeout(() => this.delayed.delete(atMs), delayMs).unref();
    await this.add(delayMs);
  }

  /** Adds a job with a unique id, since BullMQ ignores a job whose id is still in use. */
  private async add(delay: number): Promise<void> {
    try {
      await this.queue.addBulk([{ name: 'wake-up', data: {}, opts: { jobId: `wake-up-${newId()}`, delay } }]);
    } catch (error) {
      this.warn(error);
    }
  }

  /** Logs at most one line a minute, since a queue that refuses jobs refuses each of them. */
  private warn(error: unknown): void {
    if (redisOutages.isAway || performance.now() < this.quietUntilMs) return;
    this.quietUntilMs = performance.now() + QUIET_MS;
    this.log.warn(`Workers could not be woken; a periodic task takes what is due. (${messageOf(error)})`);
  }
}

const QUIET_MS = 60_000;

const PAUSE_MS = 1_000;
const MAX_DELAY_MS = 60 * 60 * 1000;
const INTERVAL_MS = 100;
const ROUNDING_MS = 2;
