import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';

/** A task that is repeated at an interval. It works in batches. */
export interface PeriodicTask {
  name: string;
  everySeconds: number;
  /** Processes one batch. True when there is another batch to process at once. */
  runBatch: () => Promise<boolean>;
  /**
   * The share of the time that batches may take; the rest are pauses between them. Without it one batch follows the other, which is right
   * for tasks that are done soon.
   */
  dutyCycle?: number;
}

/** Runs the periodic tasks of this process independently of each other. Several processes may run the same task at the same time. */
@Injectable()
export class PeriodicTasks {
  private readonly log = new Logger('PeriodicTasks');
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly running = new Map<PeriodicTask, Promise<void>>();
  private readonly stopping = new AbortController();

  start(tasks: readonly PeriodicTask[]): void {
    for (const task of tasks) {
      this.run(task);
      this.timers.add(setInterval(() => this.run(task), task.everySeconds * 1000));
    }
  }

  /** Resolves when the batches in progress have ended. Pauses end at once. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.timers.forEach(clearInterval);
    await Promise.all(this.running.values());
  }

  /** A task that takes longer than its interval is not started again meanwhile. */
  private run(task: PeriodicTask): void {
    if (this.running.has(task)) return;
    const run = this.runBatches(task).finally(() => this.running.delete(task));
    this.running.set(task, run);
  }

  private async runBatches(task: PeriodicTask): Promise<void> {
    const { signal } = this.stopping;
    try {
      while (!signal.aborted && (await runPaced(task, signal)));
    } catch (error) {
      this.log.warn({ err: error, task: task.name }, 'A periodic task failed and will be retried.');
    }
  }
}

/** Processes one batch, and pauses in proportion to its duration when there is another. */
async function runPaced({ runBatch, dutyCycle = 1 }: PeriodicTask, signal: AbortSignal): Promise<boolean> {
  const startedAt = performance.now();
  const hasMore = await runBatch();
  const workedMs = performance.now() - startedAt;
  if (hasMore && dutyCycle < 1) await pauseUnless(signal, workedMs * (1 / dutyCycle - 1));
  return hasMore;
}

/** A pause rejects only when it is ended early. */
const pauseUnless = (signal: AbortSignal, ms: number): Promise<void> =>
  pause(ms, undefined, { signal }).catch(() => undefined);
