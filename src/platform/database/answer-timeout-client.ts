import { Logger } from '@nestjs/common';
import { Client } from 'pg';
import type { ClientConfig } from 'pg';

export interface AnswerTimeoutClientConfig extends ClientConfig {
  /** How long the server may take for one answer. */
  answerTimeoutMillis: number;
}

/**
 * A connection that ends when the server owes an answer for too long: it is frozen, or the network swallows what it says. The driver's own
 * `query_timeout` would leave the connection open, and the pool would give it to somebody else, perhaps inside a transaction.
 */
export class AnswerTimeoutClient extends Client {
  private readonly answerTimeoutMillis: number;

  constructor(config: AnswerTimeoutClientConfig) {
    super(config);
    this.answerTimeoutMillis = config.answerTimeoutMillis;
  }

  override readonly query = ((...request: Parameters<Client['query']>) => {
    const answer: unknown = super.query(...request);
    if (answer instanceof Promise) void this.endWithout(answer);
    return answer;
  }) as Client['query'];

  private async endWithout(answer: Promise<unknown>): Promise<void> {
    const patience = setTimeout(() => this.giveUp(), this.answerTimeoutMillis);
    await answer.catch(() => undefined); // whoever asked is told
    clearTimeout(patience);
  }

  private giveUp(): void {
    new Logger('Database').warn(
      `There was no answer within ${this.answerTimeoutMillis / 1000} s. The connection is closed.`,
    );
    void this.end();
  }
}
