import { Injectable, Logger } from '@nestjs/common';

/** A task that is repeated at an interval. It works in batches. */
export interface PeriodicTask {
  name: string;
  everySeconds: number;
  /** Processes one batch. True when there is another batch to process at once. */
  runBatch: () => Promise<boolean>;
}

/** Runs the periodic tasks of this process independently of each other. Several processes may run the same task at the same time. */
@Injectable()
export class PeriodicTasks {
  private readonly log = new Logger('PeriodicTasks');
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly running = new Set<Promise<void>>();
  private isStopping = false;

  start(tasks: readonly PeriodicTask[]): void {
    for (const task of tasks) {
      this.run(task);
      this.timers.add(setInterval(() => this.run(task), task.everySeconds * 1000));
    }
  }

  /** Resolves when the batches in progress have ended. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.timers.forEach(clearInterval);
    await Promise.all(this.running);
  }

  private run(task: PeriodicTask): void {
    const run = this.runBatches(task).finally(() => this.running.delete(run));
    this.running.add(run);
  }

  private async runBatches({ name, runBatch }: PeriodicTask): Promise<void> {
    try {
      while (!this.isStopping && (await runBatch()));
    } catch (error) {
      this.log.warn({ err: error, task: name }, 'A periodic task failed and will be retried.');
    }
  }
}
