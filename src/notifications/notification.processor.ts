import { setTimeout as pause } from 'node:timers/promises';
import { Processor, WorkerHost } from '@nestjs/bullmq';
import { DatabaseOutage } from '../platform/database/database-outage';
import { QueueWorkers } from '../platform/queue/queue-workers';
import { NotificationDispatcher } from './notification-dispatcher';
import { NOTIFICATIONS_QUEUE } from './notification-queue';

/** Sends due notifications whenever the queue wakes this worker. A job names none of them. */
@Processor(NOTIFICATIONS_QUEUE)
export class NotificationProcessor extends WorkerHost {
  constructor(
    private readonly workers: QueueWorkers,
    private readonly dispatcher: NotificationDispatcher,
    private readonly outage: DatabaseOutage,
  ) {
    super();
  }

  /** Takes no more jobs and waits for the mails that are being sent. */
  async stop(): Promise<void> {
    this.dispatcher.stop();
    this.outage.stop();
    const drained = Promise.race([this.dispatcher.idle(), pause(DRAIN_TIMEOUT_MS, undefined, { ref: false })]);
    await Promise.all([this.workers.close(this), drained]);
  }

  /** While the database is away, other jobs stay in the queue. */
  process(): Promise<void> {
    return this.outage.retryThroughOutage(() => this.dispatcher.dispatch());
  }
}

/** Exceeds the timeout of a mail. */
const DRAIN_TIMEOUT_MS = 35_000;
