import type { HttpConnection } from './http-connection';

export interface ConnectionPoolOptions {
  maxIdlePerOrigin: number;
  maxIdle: number;
}

/**
 * The idle connections by origin (scheme, host and port). A connection is either in the pool or used by one request. One that is closed,
 * by its peer, by its idle timeout or because it received data while idle, leaves the pool at once.
 */
export class ConnectionPool {
  private readonly idle = new Map<string, HttpConnection[]>();
  private readonly limits: ConnectionPoolOptions;
  private size = 0;
  private isClosed = false;

  constructor(limits: Partial<ConnectionPoolOptions> = {}) {
    this.limits = { ...DEFAULTS, ...limits };
  }

  /** The connection that was used last, since the peer is the least likely to have closed it. */
  take(origin: string): HttpConnection | null {
    const connection = this.idle.get(origin)?.at(-1) ?? null;
    if (connection) this.remove(connection);
    return connection;
  }

  put(connection: HttpConnection): void {
    const ofOrigin = this.idle.get(connection.origin) ?? [];
    const hasRoom = ofOrigin.length < this.limits.maxIdlePerOrigin && this.size < this.limits.maxIdle;
    if (this.isClosed || !hasRoom) return connection.close();
    this.idle.set(connection.origin, [...ofOrigin, connection]);
    this.size += 1;
    connection.setCloseListener(() => this.remove(connection));
  }

  /** Closes the idle connections, and from now on every connection that is put back. */
  close(): void {
    this.isClosed = true;
    for (const connection of [...this.idle.values()].flat()) {
      this.remove(connection);
      connection.close();
    }
  }

  private remove(connection: HttpConnection): void {
    const { origin } = connection;
    const ofOrigin = this.idle.get(origin) ?? [];
    if (!ofOrigin.includes(connection)) return;
    const others = ofOrigin.filter((each) => each !== connection);
    if (others.length > 0) this.idle.set(origin, others);
    else this.idle.delete(origin);
    this.size -= 1;
  }
}

const DEFAULTS: ConnectionPoolOptions = { maxIdlePerOrigin: 8, maxIdle: 512 };
