import { setTimeout as pause } from 'node:timers/promises';
import { BullRegistrar, Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject, Logger } from '@nestjs/common';
import type { Job } from 'bullmq';
import type { Config } from '../../../platform/config/config';
import { CONFIG } from '../../../platform/config/config.token';
import { DatabaseOutage } from '../../../platform/database/database-outage';
import { RUNS_QUEUE } from '../admission/run-queue';
import type { RunJob } from '../admission/run-queue';
import { RunExecutor } from './run-executor';

/** Executes the runs that the queue names. A run that only waits for its destinations frees its slot, so that slow destinations hold up no other run. */
@Processor(RUNS_QUEUE)
export class WorkflowRunProcessor extends WorkerHost {
  private readonly log = new Logger('Runs');
  private readonly executions = new Set<Promise<void>>();
  private isStarted = false;

  constructor(
    private readonly registrar: BullRegistrar,
    private readonly executor: RunExecutor,
    private readonly outage: DatabaseOutage,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  /** Opens the worker and begins to take jobs. Processes that only serve the API never call it. */
  start(): void {
    this.registrar.register();
    this.worker.concurrency = this.config.workerConcurrency; // read before each job is fetched
    this.isStarted = true;
  }

  /** Takes no more jobs and waits for the executions. */
  async stop(): Promise<void> {
    this.executor.drain();
    this.outage.stop();
    const drained = Promise.race([Promise.all(this.executions), pause(DRAIN_TIMEOUT_MS, undefined, { ref: false })]);
    await Promise.all([this.isStarted && this.worker.close(), drained]);
  }

  process({ data }: Job<RunJob>): Promise<void> {
    return this.runInSlot(data.runId);
  }

  /** Resolves when the run no longer needs its slot, which may be before its execution ends. */
  private runInSlot(runId: string): Promise<void> {
    return new Promise((releaseSlot) => {
      const maxExecutions = this.config.workerConcurrency * EXECUTIONS_PER_SLOT;
      const onWaiting = () => this.executions.size <= maxExecutions && releaseSlot();
      const execution = this.execute(runId, onWaiting).finally(() => {
        this.executions.delete(execution);
        releaseSlot();
      });
      this.executions.add(execution);
    });
  }

  /** While the database is away runs keep their slots, so that no more jobs are taken from a queue in Redis only to fail. */
  private async execute(runId: string, onWaiting: () => void): Promise<void> {
    try {
      await this.outage.retryThroughOutage(() => this.executor.execute(runId, onWaiting));
    } catch (error) {
      this.log.error({ err: error, run_id: runId }, 'A run was interrupted and will be resumed.');
    }
  }
}

/** The most executions for each slot, including those that have released theirs. */
const EXECUTIONS_PER_SLOT = 10;
/** Exceeds the duration of any delivery attempt. */
const DRAIN_TIMEOUT_MS = 30_000;
