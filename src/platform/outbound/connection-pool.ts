import type { HttpConnection } from './http-connection';

export interface ConnectionPoolOptions {
  maxIdlePerOrigin: number;
  maxIdle: number;
}

/** The idle connections. A connection that is closed, by its peer, by its timeout or after unexpected bytes, leaves the pool at once. */
export class ConnectionPool {
  /** Ordered by their last use; the most recently used is the last. */
  private idle: HttpConnection[] = [];
  private readonly limits: ConnectionPoolOptions;
  private isClosed = false;

  constructor(limits: Partial<ConnectionPoolOptions> = {}) {
    this.limits = { ...DEFAULTS, ...limits };
  }

  /** Takes the most recently used connection, which the peer is least likely to have closed. @param origin scheme, host and port */
  take(origin: string): HttpConnection | null {
    const connection = this.idle.findLast((each) => each.origin === origin) ?? null;
    if (connection) this.remove(connection);
    return connection;
  }

  put(connection: HttpConnection): void {
    const ofOrigin = this.idle.filter(({ origin }) => origin === connection.origin);
    const hasRoom = ofOrigin.length < this.limits.maxIdlePerOrigin && this.idle.length < this.limits.maxIdle;
    if (this.isClosed || !hasRoom) return connection.close();
    this.idle.push(connection);
    connection.setCloseListener(() => this.remove(connection));
  }

  /** Closes all idle connections, and from now on each one that is put into the pool. */
  close(): void {
    this.isClosed = true;
    for (const connection of this.idle.splice(0)) connection.close();
  }

  private remove(connection: HttpConnection): void {
    this.idle = this.idle.filter((each) => each !== connection);
  }
}

const DEFAULTS: ConnectionPoolOptions = { maxIdlePerOrigin: 8, maxIdle: 512 };
