import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Database } from './database';
import { databaseFailureOf } from './database-errors.rules';

/** Retries work while the database is unavailable. An outage is logged only once, even when much work is waiting for its end. */
@Injectable()
export class DatabaseOutage {
  private readonly log = new Logger('Database');
  private recovery: Promise<void> | null = null;
  private isStopping = false;

  constructor(private readonly database: Database) {}

  /** Repeats work that is safe to repeat after each outage that interrupts it. Rejects with any other error of the work. */
  async retryThroughOutage(work: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (this.isStopping || databaseFailureOf(error) !== 'unavailable') throw error;
        await (this.recovery ??= this.waitForRecovery(error));
      }
    }
  }

  stop(): void {
    this.isStopping = true;
  }

  private async waitForRecovery(error: unknown): Promise<void> {
    this.log.warn({ err: error }, 'The database is unavailable. Jobs wait until it is available again.');
    do await pause(RETRY_DELAY_MS, undefined, { ref: false });
    while (!this.isStopping && !(await this.isAvailable()));
    this.recovery = null;
    if (!this.isStopping) this.log.warn('The database is available again.');
  }

  private isAvailable(): Promise<boolean> {
    return this.database.ping().then(
      () => true,
      () => false,
    );
  }
}

const RETRY_DELAY_MS = 1_000;
