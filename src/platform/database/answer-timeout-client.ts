import { Logger } from '@nestjs/common';
import { Client, type ClientConfig, type Submittable } from 'pg';
import { READ_ONLY, ReadOnlyDatabase, requireWritable } from './primary';
import type { SessionKind } from './session';

export interface AnswerTimeoutClientConfig extends ClientConfig {
  answerTimeoutMillis: number;
  /** Shared by the connections of a pool. With it, they refuse servers that are read-only. */
  readOnlyPause?: ReadOnlyPause;
  sessionKind?: SessionKind;
}

/**
 * The pause after a server has turned out to be read-only, in which no other connection is opened. Otherwise many requests would each try a
 * connection, and the authentications would use all processor time.
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
 * driver's own `query_timeout` leaves the connection open, and the pool would lend it to another caller, perhaps inside a transaction. The
 * connection also closes when the server has become read-only, so that the next connection leads to the primary.
 */
export class AnswerTimeoutClient extends Client {
  private readonly answerTimeoutMillis: number;
  private readonly readOnlyPause: ReadOnlyPause | undefined;
  private readonly sessionKind: SessionKind | undefined;

  constructor(config: AnswerTimeoutClientConfig) {
    super(config);
    this.readOnlyPause = config.readOnlyPause;
    this.sessionKind = config.sessionKind;
    // Nobody else listens between the opening of a connection and its first use. Without a listener, an error would end the process.
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
   * Passes a callback to the driver. A promise of the driver would keep the statement, its rows and the request in memory until V8's next
   * major garbage collection (docs/adr/0048-what-outlives-a-request.md).
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

  /** Connects to a server that accepts writes; without a shared pause, to any server. */
  private async connectToWritable(): Promise<Client> {
    const pause = this.readOnlyPause;
    if (!pause) return super.connect();
    if (pause.isOn) throw new ReadOnlyDatabase();
    try {
      await super.connect();
      await requireWritable(this, this.sessionKind);
      return this;
    } catch (error) {
      if (isReadOnly(error)) pause.begin();
      void this.end();
      throw error;
    }
  }

  /** Closes the connection before the caller gets the error and returns the connection to the pool. */
  private async watched(answer: Promise<unknown>): Promise<unknown> {
    const timeout = setTimeout(() => this.closeUnanswered(), this.answerTimeoutMillis);
    try {
      return await answer;
    } catch (error) {
      if (isReadOnly(error)) void this.end();
      if (error instanceof Error) Error.captureStackTrace(error); // the stack of the caller instead of that of the socket
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

const isAnsweredOtherwise = (request: unknown[]): boolean =>
  typeof request.at(-1) === 'function' || typeof (request[0] as Partial<Submittable>).submit === 'function';

const isReadOnly = (error: unknown): boolean => (error as { code?: unknown }).code === READ_ONLY;
