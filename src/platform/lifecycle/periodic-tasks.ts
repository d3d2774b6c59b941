import { Injectable, Logger } from '@nestjs/common';

/** Something that has to be done now and then. It works in small steps and says whether there is more to do at once. */
export interface PeriodicTask {
  name: string;
  everySeconds: number;
  step: () => Promise<boolean>;
}

/** Runs the chores of this process, each by itself. Their steps are safe to run in several processes at once. */
@Injectable()
export class PeriodicTasks {
  private readonly log = new Logger('Upkeep');
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly running = new Set<Promise<void>>();
  private isStopping = false;

  start(chores: readonly PeriodicTask[]): void {
    for (const chore of chores) {
      this.run(chore);
      this.timers.add(setInterval(() => this.run(chore), chore.everySeconds * 1000));
    }
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    this.timers.forEach(clearInterval);
    await Promise.all(this.running);
  }

  private run(chore: PeriodicTask): void {
    const run = this.finish(chore).finally(() => this.running.delete(run));
    this.running.add(run);
  }

  private async finish({ name, step }: PeriodicTask): Promise<void> {
    try {
      while (!this.isStopping && (await step()));
    } catch (error) {
      this.log.warn({ err: error, task: name }, 'A periodic task failed and will be retried.');
    }
  }
}
