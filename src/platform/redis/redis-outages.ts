import { Logger } from '@nestjs/common';
import { messageOf } from '../errors/operator-error';

/**
 * What the log of this process says of Redis: one line when it goes away, whichever connections notice it, and one when
 * all have it back.
 */
class RedisOutages {
  private readonly log = new Logger('Redis');
  private readonly away = new Set<object>();
  private readonly closed = new WeakSet<object>();

  get isAway(): boolean {
    return this.away.size > 0;
  }

  /** `cause` is an error that explains the outage, not one that only follows from it. */
  begin(connection: object, cause?: unknown): void {
    if (this.closed.has(connection)) return;
    if (!this.isAway) this.log.warn(`Redis does not answer${cause ? ` (${messageOf(cause)})` : ''}. ${EFFECT}`);
    this.away.add(connection);
  }

  end(connection: object): void {
    if (this.away.delete(connection) && !this.isAway) this.log.warn('Redis answers again.');
  }

  /** For a connection that this process closes. What still waits for it may fail later. */
  forget(connection: object): void {
    this.closed.add(connection);
    this.away.delete(connection);
  }
}

const EFFECT =
  'Requests are served, each process applies its share of the limits, and work that waits in the queue starts some seconds later.';

export const redisOutages = new RedisOutages();
