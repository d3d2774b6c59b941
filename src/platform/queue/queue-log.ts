import { Logger } from '@nestjs/common';
import type { JobPayload } from './job-queue';

/** What the queue has to tell. */
export class QueueLog {
  private readonly log = new Logger('JobQueue');
  private quietUntil = 0;

  /** Every worker reports every attempt, and a server that is away makes for many. */
  readonly connectionError = (error: Error): void => {
    if (Date.now() < this.quietUntil) return;
    this.quietUntil = Date.now() + QUIET_MS;
    this.log.warn({ err: error }, 'The queue has trouble and keeps trying.');
  };

  readonly jobError = (error: unknown, job: string, { runId }: JobPayload): void =>
    this.log.error({ err: error, job, run_id: runId }, 'A job failed.');
}

const QUIET_MS = 10_000;
