import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Config } from '../../../platform/config/config';
import { CONFIG } from '../../../platform/config/config.token';
import { DatabaseOutage } from '../../../platform/database/database-outage';
import { JobQueue } from '../../../platform/queue/job-queue';
import type { Consumer } from '../../../platform/queue/job-queue';
import { RunExecutor } from './run-executor';

/** Looks at runs when the queue says so. One that waits for its receivers leaves its place to others, so that dead ones hold up no other run. */
@Injectable()
export class WorkflowRunProcessor {
  private readonly log = new Logger('Runs');
  private readonly underWay = new Set<Promise<void>>();
  private consumer: Consumer | null = null;

  constructor(
    private readonly queue: JobQueue,
    private readonly executor: RunExecutor,
    private readonly outage: DatabaseOutage,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  start(): void {
    const run = ({ runId }: { runId: string }) => this.runInSlot(runId);
    this.consumer = this.queue.work({ 'workflow-run': run }, { concurrency: this.config.workerConcurrency });
  }

  /** Takes nothing new and waits for what is under way. */
  async stop(): Promise<void> {
    this.executor.drain();
    this.outage.stop();
    const allEnded = Promise.race([Promise.all(this.underWay), pause(DRAIN_TIMEOUT_MS, undefined, { ref: false })]);
    await Promise.all([this.consumer?.close(), allEnded]);
  }

  /** Resolves when the run needs its place no more. */
  private runInSlot(runId: string): Promise<void> {
    return new Promise((leavePlace) => {
      const onWaiting = () => this.underWay.size <= this.config.workerConcurrency * MOST_A_PLACE && leavePlace();
      const execution = this.execute(runId, onWaiting).finally(() => {
        this.underWay.delete(execution);
        leavePlace();
      });
      this.underWay.add(execution);
    });
  }

  /** While the database is away runs keep their places, so that no more are taken from a queue in Redis only to fail. */
  private async execute(runId: string, onWaiting: () => void): Promise<void> {
    try {
      await this.outage.retryThroughOutage(() => this.executor.execute(runId, onWaiting));
    } catch (error) {
      this.log.error({ err: error, run_id: runId }, 'A run was interrupted and will be taken up again.');
    }
  }
}

/** How many runs there may be for each place, those included that have left it. */
const MOST_A_PLACE = 10;
/** Longer than any attempt takes. */
const DRAIN_TIMEOUT_MS = 30_000;
