import { Logger } from '@nestjs/common';
import { Client } from 'pg';
import type { ClientConfig } from 'pg';

export interface AnswerTimeoutClientConfig extends ClientConfig {
  /** Time limit for the answer to one query. */
  answerTimeoutMillis: number;
}

/**
 * A connection that closes when a query is not answered in time, because the server is frozen or the network drops its packets. The
 * driver's own `query_timeout` leaves the connection open, and the pool would lend it to another caller, perhaps inside a transaction.
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
    if (answer instanceof Promise) void this.closeWithout(answer);
    return answer;
  }) as Client['query'];

  private async closeWithout(answer: Promise<unknown>): Promise<void> {
    const timeout = setTimeout(() => this.closeUnanswered(), this.answerTimeoutMillis);
    await answer.catch(() => undefined); // the caller of the query handles its rejection
    clearTimeout(timeout);
  }

  private closeUnanswered(): void {
    const seconds = this.answerTimeoutMillis / 1000;
    new Logger('Database').warn(`The database did not answer a query within ${seconds} s. The connection is closed.`);
    void this.end();
  }
}
