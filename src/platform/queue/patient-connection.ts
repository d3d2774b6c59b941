import { Logger } from '@nestjs/common';
import { assertSchemaCompatibility, PostgresConnection, type PostgresPoolConfig } from 'bullmq';
import { retryUntilAvailable } from '../database/open-database';

/**
 * A connection of BullMQ to PostgreSQL that repeats the check of the tables while the database is unavailable or slow. BullMQ makes this
 * check once for each queue and keeps the outcome, so that an outage at the start would end the process or leave a worker without jobs.
 */
export class PatientConnection extends PostgresConnection {
  private tablesChecked: Promise<void> | undefined;

  /** @param timeoutMs the longest wait for an unavailable database */
  constructor(
    pool: PostgresPoolConfig,
    private readonly timeoutMs: number,
  ) {
    super(pool);
  }

  override waitUntilReady(): Promise<void> {
    return (this.tablesChecked ??= this.checkTables());
  }

  private async checkTables(): Promise<void> {
    await retryUntilAvailable(() => this.assertTables(), new Logger('Queue'), this.timeoutMs);
    setTimeout(() => this.emit('ready'), 0); // later, when the listeners have been added
  }

  private async assertTables(): Promise<void> {
    if (this.isClosing) throw new Error('The queue was closed before it was ready.');
    await assertSchemaCompatibility(this.pool, this.schema);
  }
}
