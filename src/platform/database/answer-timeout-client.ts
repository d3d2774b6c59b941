import { Logger } from '@nestjs/common';
import { Client, type ClientConfig, type Submittable } from 'pg';
import { READ_ONLY, ReadOnlyDatabase, requireWritable } from './primary';

export interface AnswerTimeoutClientConfig extends ClientConfig {
  answerTimeoutMillis: number;
  /** Shared by the connections of a pool, which then refuses servers that only let read. */
  readOnlyPause?: ReadOnlyPause;
}

/**
 * The moment after a server has turned out to let only read, in which no other connection is opened: with many requests, authentications
 * would take all the time of the processors, and each request would wait for its own.
 */
export class ReadOnlyPause {
  private untilMs = -Infinity;

  get isOn(): boolean {
    return performance.now() < this.untilMs;
  }

  begin(): void {
    this.untilMs = performance.now() + PAUSE_MS;
  }
}

const PAUSE_MS = 200;

/**
 * A connection that closes when a query is not answered in time, because the server is frozen or the network drops its packets. The
 * driver's own `query_timeout` leaves the connection open, and the pool would lend it to another caller, perhaps inside a transaction. It
 * also closes when the server lets only read any more, so that the next one leads to the primary.
 */
export class AnswerTimeoutClient extends Client {
  private readonly answerTimeoutMillis: number;
  private readonly readOnlyPause: ReadOnlyPause | undefined;

  constructor(config: AnswerTimeoutClientConfig) {
    super(config);
    this.readOnlyPause = config.readOnlyPause;
    // Nobody else listens between the opening of a connection and its first use. Without a listener, an error ends the process.
    this.on('error', () => undefined);
    this.answerTimeoutMillis = config.answerTimeoutMillis;
  }

  override connect(): Promise<Client>;
  override connect(callback: ((error: Error) => void) | ((error: null, client: Client) => void)): void;
  override connect(callback?: (...outcome: never[]) => void): Promise<Client> | void {
    const connected = this.connectToWritable();
    if (!callback) return connected;
    const report = callback as (error: unknown, client?: Client) => void;
    connected.then((client) => report(null, client), report);
  }

  /**
   * The driver calls back, since the promise that it makes itself keeps a statement with its rows and the request that asked for them in
   * memory until V8 collects old garbage (docs/adr/0048-what-outlives-a-request.md).
   */
  override query<Answer>(...request: unknown[]): Answer {
    const ask = super.query.bind(this) as (...request: unknown[]) => unknown;
    if (isAnsweredOtherwise(request)) return ask(...request) as Answer;
    const [statement, values] = request;
    const answer = new Promise((resolve, reject) => {
      const settle = (error: Error | null, result: unknown): void => (error ? reject(error) : resolve(result));
      ask(statement, values, settle);
    });
    return this.watched(answer) as Answer;
  }

  /** Without a pause that it shares with others it connects to any server. */
  private async connectToWritable(): Promise<Client> {
    const pause = this.readOnlyPause;
    if (!pause) return super.connect();
    if (pause.isOn) throw new ReadOnlyDatabase();
    try {
      await super.connect();
      await requireWritable(this);
      return this;
    } catch (error) {
      if (isReadOnly(error)) pause.begin();
      void this.end();
      throw error;
    }
  }

  /** The connection is closed before the caller gets the error and gives it back to the pool. */
  private async watched(answer: Promise<unknown>): Promise<unknown> {
    const timeout = setTimeout(() => this.closeUnanswered(), this.answerTimeoutMillis);
    try {
      return await answer;
    } catch (error) {
      if (isReadOnly(error)) void this.end();
      if (error instanceof Error) Error.captureStackTrace(error); // who has asked, in place of the socket that brought the answer
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

/** Statements that are answered to a callback, or to an object such as a cursor. */
const isAnsweredOtherwise = (request: unknown[]): boolean =>
  typeof request.at(-1) === 'function' || typeof (request[0] as Partial<Submittable>).submit === 'function';

const isReadOnly = (error: unknown): boolean => (error as { code?: unknown }).code === READ_ONLY;
