import { Logger } from '@nestjs/common';
import { Client } from 'pg';
import type { ClientConfig } from 'pg';
import { READ_ONLY } from './writable-database';

export interface AnswerTimeoutClientConfig extends ClientConfig {
  /** Time limit for the answer to one query. */
  answerTimeoutMillis: number;
}

/**
 * A connection that closes when a query is not answered in time, because the server is frozen or the network drops its packets. The
 * driver's own `query_timeout` leaves the connection open, and the pool would lend it to another caller, perhaps inside a transaction. It
 * also closes when the server lets only read any more, so that the next one leads to the primary.
 */
export class AnswerTimeoutClient extends Client {
  private readonly answerTimeoutMillis: number;

  constructor(config: AnswerTimeoutClientConfig) {
    super(config);
    // Nobody else listens between the opening of a connection and its first use. Without a listener, an error ends the process.
    this.on('error', () => undefined);
    this.answerTimeoutMillis = config.answerTimeoutMillis;
  }

  override readonly query = ((...request: Parameters<Client['query']>) => {
    const answer: unknown = super.query(...request);
    return answer instanceof Promise ? this.watched(answer) : answer;
  }) as Client['query'];

  /** The connection is closed before the caller gets the error and gives it back to the pool. */
  private async watched(answer: Promise<unknown>): Promise<unknown> {
    const timeout = setTimeout(() => this.closeUnanswered(), this.answerTimeoutMillis);
    try {
      return await answer;
    } catch (error) {
      if ((error as { code?: unknown }).code === READ_ONLY) void this.end();
      throw error;
    } finally {
      clearTimeout(timeout);
    }
  }

  private closeUnanswered(): void {
    const seconds = this.answerTimeoutMillis / 1000;
    new Logger('Database').warn(`The database did not answer a query within ${seconds} s. The connection is closed.`);
    void this.end();
  }
}
