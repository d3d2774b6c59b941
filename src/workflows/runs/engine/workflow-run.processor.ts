import { setTimeout as pause } from 'node:timers/promises';
import { Processor, WorkerHost } from '@nestjs/bullmq';
import { DatabaseOutage } from '../../../platform/database/database-outage';
import { QueueWorkers } from '../../../platform/queue/queue-workers';
import { RUNS_QUEUE } from '../admission/run-queue';
import { RunDispatcher } from './run-dispatcher';

/** Executes due runs whenever the queue wakes this worker. A job names no run, so that one wakes for any number of them. */
@Processor(RUNS_QUEUE)
export class WorkflowRunProcessor extends WorkerHost {
  constructor(
    private readonly workers: QueueWorkers,
    private readonly dispatcher: RunDispatcher,
    private readonly outage: DatabaseOutage,
  ) {
    super();
  }

  /** Takes no more jobs and waits for the executions. */
  async stop(): Promise<void> {
    this.dispatcher.stop();
    this.outage.stop();
    const drained = Promise.race([this.dispatcher.idle(), pause(DRAIN_TIMEOUT_MS, undefined, { ref: false })]);
    await Promise.all([this.workers.close(this), drained]);
  }

  /** One job at a time: while this worker has no free slot, or while the database is away, the others stay in the queue. */
  process(): Promise<void> {
    return this.outage.retryThroughOutage(() => this.dispatcher.dispatch());
  }
}

/** Exceeds the duration of any delivery attempt. */
const DRAIN_TIMEOUT_MS = 30_000;
