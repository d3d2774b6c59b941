import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Database } from './database';
import { databaseFailureOf } from './database-errors.rules';

/** Lets work wait for a database that is away, and tells of that once, however much work there is. */
@Injectable()
export class DatabaseOutage {
  private readonly log = new Logger('Database');
  private end: Promise<void> | null = null;
  private isStopping = false;

  constructor(private readonly database: Database) {}

  /** Does work that is safe to repeat, and does it again after each outage that it has met. Rejects as the work does. */
  async retryThroughOutage(work: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (this.isStopping || databaseFailureOf(error) !== 'unavailable') throw error;
        await (this.end ??= this.waitForEnd(error));
      }
    }
  }

  /** Nothing waits any more. */
  stop(): void {
    this.isStopping = true;
  }

  private async waitForEnd(error: unknown): Promise<void> {
    this.log.warn({ err: error }, 'The database is away. Runs wait until it is back.');
    do await pause(TRY_AGAIN_MS, undefined, { ref: false });
    while (!this.isStopping && !(await this.isBack()));
    this.end = null;
    if (!this.isStopping) this.log.warn('The database is back.');
  }

  private isBack(): Promise<boolean> {
    return this.database.query('select 1').then(
      () => true,
      () => false,
    );
  }
}

const TRY_AGAIN_MS = 1_000;
