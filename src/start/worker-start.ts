import { Injectable, Logger } from '@nestjs/common';
import { ErasureReapplyService } from '../erasures/erasure-reapply.service';
import { asConfigError } from './listen';
import { retryUntilAvailable } from '../platform/database/open-database';
import { PeriodicTasks } from '../platform/lifecycle/periodic-tasks';
import { MetricsServer } from '../platform/metrics/metrics-server';
import { QueueWorkers } from '../platform/queue/queue-workers';

/** Opens a process that executes runs and serves no requests, after its modules have been created. */
@Injectable()
export class WorkerStart {
  private readonly log = new Logger('Start');

  constructor(
    private readonly metrics: MetricsServer,
    private readonly tasks: PeriodicTasks,
    private readonly workers: QueueWorkers,
    private readonly erasures: ErasureReapplyService,
  ) {}

  async open(): Promise<void> {
    await retryUntilAvailable(() => this.erasures.atStart(), this.log);
    this.tasks.start('worker');
    const port = await this.metrics.listen().catch((error: unknown) => {
      throw asConfigError(error, 'WORKER_METRICS_PORT');
    });
    if (port !== null) this.log.log({ port }, 'The worker serves its metrics.');
    this.workers.open();
    this.log.log('The worker is ready.');
  }
}
