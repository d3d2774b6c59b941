import { Logger } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { messageOf } from '../errors/operator-error';
import { newId } from '../ids.rules';
import type { Dependency } from '../lifecycle/readiness';
import { PeriodicTask } from '../lifecycle/periodic-tasks';
import { redisOutages } from '../redis/redis-client';
import { redisRemedyOf } from '../redis/redis-remedies.rules';
import { withTimeout } from '../time';

/**
 * Adds a job to a queue and removes it, since a server that answers may still refuse what is written: a full Redis, a replica, or a user
 * without rights. The job is delayed, so that no worker takes it.
 */
export class QueueProbe implements Dependency {
  private readonly log = new Logger('Queue');
  private problem: Error | null = null;
  private probedAtMs = -Infinity;

  /** @param name the name under which `/readyz` reports the server of the queue */
  constructor(
    private readonly queue: Pick<Queue, 'addBulk'>,
    readonly name: 'redis' | 'queue',
  ) {}

  /** Rejects when the last probe has failed. Probes itself where no task has done so of late. */
  async check(): Promise<void> {
    if (performance.now() - this.probedAtMs > FRESH_MS) await this.probe();
    if (this.problem !== null) throw this.problem;
  }

  @PeriodicTask({ name: 'probe of the queue', processes: 'all', everySeconds: 5 })
  async probe(): Promise<boolean> {
    const problem = await withTimeout(ANSWER_MS, this.write()).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    );
    this.tell(problem);
    [this.problem, this.probedAtMs] = [problem, performance.now()];
    return false;
  }

  private async write(): Promise<void> {
    const opts = { jobId: `probe-${newId()}`, delay: DELAY_MS };
    const [job] = await this.queue.addBulk([{ name: 'probe', data: {}, opts }]);
    await job?.remove();
  }

  /** Logs one line when a problem begins and one when it ends. An outage of Redis has lines of its own. */
  private tell(problem: Error | null): void {
    if ((problem === null) === (this.problem === null)) return;
    if (problem === null) this.log.warn('The queue takes jobs again.');
    else if (!redisOutages.isAway) this.log.warn(`The queue takes no jobs (${messageOf(problem)}). ${this.remedyOf(problem)} ${EFFECT}`);
  }

  private remedyOf(problem: Error): string {
    return this.name === 'redis' ? redisRemedyOf(problem) : 'The queue is in the database.';
  }
}

const FRESH_MS = 8_000;
const ANSWER_MS = 1_000;
/** Longer than any probe takes. A process that ends between the two steps leaves a job that does nothing. */
const DELAY_MS = 60 * 60 * 1000;
const EFFECT = 'Until then, runs and mails start some seconds later.';
