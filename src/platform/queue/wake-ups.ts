import { Logger } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { messageOf } from '../errors/operator-error';
import { newId } from '../ids.rules';
import { redisOutages } from '../redis/redis-client';

/**
 * Wakes workers by a queue. A job names nothing: the worker that takes it claims whatever is due. Jobs may be lost or
 * processed twice, since the rows decide, and a periodic task wakes for what was lost.
 */
export class WakeUps {
  private readonly log = new Logger('Queue');
  private adding: Promise<void> | null = null;
  private following: Promise<void> | null = null;
  private addedAtMs = -Infinity;
  /** The times of the delayed jobs that this process has added, in milliseconds since 1970. */
  private readonly delayed = new Set<number>();

  constructor(private readonly queue: Pick<Queue, 'addBulk' | 'getWaitingCount'>) {}

  /** Resolves also when the queue did not accept the job. Wake-ups that are further away than an hour are left to the periodic task. */
  async wake(delayMs = 0): Promise<void> {
    if (delayMs <= 0) await this.wakeNow();
    else if (delayMs <= MAX_DELAY_MS) await this.wakeAt(Date.now() + delayMs);
  }

  /** Wake-ups that are asked for while a job is being added share the next one. */
  private wakeNow(): Promise<void> {
    if (!this.adding) return (this.adding = this.addUnlessWaiting().finally(() => (this.adding = null)));
    this.following ??= this.adding.then(() => {
      this.following = null;
      return this.wakeNow();
    });
    return this.following;
  }

  /**
   * Adds no job while one waits that no worker has taken: that worker claims its work later than now, and so finds what
   * this wake-up is for. After a pause it adds the job at once, since looking for another one would delay it.
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

  /** Wake-ups within the same tenth of a second share a job. The margin covers what rounding to milliseconds takes away. */
  private async wakeAt(dueMs: number): Promise<void> {
    const atMs = Math.ceil((dueMs + ROUNDING_MS) / INTERVAL_MS) * INTERVAL_MS;
    if (this.delayed.has(atMs)) return;
    this.delayed.add(atMs);
    const delayMs = atMs - Date.now();
    setTimeout(() => this.delayed.delete(atMs), delayMs).unref();
    await this.add(delayMs);
  }

  /** Every job has an id of its own, since BullMQ ignores a job whose id is still active. */
  private async add(delay: number): Promise<void> {
    try {
      await this.queue.addBulk([{ name: 'wake-up', data: {}, opts: { jobId: `wake-up-${newId()}`, delay } }]);
    } catch (error) {
      if (!redisOutages.isAway) this.log.warn(`Workers could not be woken; a periodic task will wake them. (${messageOf(error)})`);
    }
  }
}

const PAUSE_MS = 1_000;
const MAX_DELAY_MS = 60 * 60 * 1000;
const INTERVAL_MS = 100;
const ROUNDING_MS = 2;
