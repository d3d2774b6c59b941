import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config.token';
import { JobQueue } from '../platform/queue/job-queue';
import type { Consumer } from '../platform/queue/job-queue';
import { RunExecutor } from './runs/run-executor.service';

/** Looks at runs when the queue says so. */
@Injectable()
export class WorkflowRunProcessor {
  private readonly log = new Logger('Runs');
  private consumer: Consumer | null = null;

  constructor(
    private readonly queue: JobQueue,
    private readonly executor: RunExecutor,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  start(): void {
    const run = async ({ runId }: { runId: string }): Promise<void> => {
      try {
        await this.executor.execute(runId);
      } catch (error) {
        this.log.error({ err: error, run_id: runId }, 'A run was interrupted and will be taken up again.');
      }
    };
    this.consumer = this.queue.work({ 'workflow-run': run }, { concurrency: this.config.workerConcurrency });
  }

  /** Takes nothing new and waits for what is under way. */
  async stop(): Promise<void> {
    this.executor.leave();
    await this.consumer?.close();
  }
}
