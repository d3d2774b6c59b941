import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { type ClientBase, Pool } from 'pg';
import { type Config, CONFIG } from '../config/config';
import { SERVICE_NAME } from '../config/settings';
import { Metrics } from '../metrics/metrics';
import { CONNECTION_OPTIONS } from './data-source';
import { Database, rowsIn } from './database';
import { prepareSession } from './session';

export type Reads = Pick<Database, 'queryOne'>;

/**
 * The standby of `DATABASE_REPLICA_URL`, for long reads by clients that do not expect to see their own latest writes. A reader uses the
 * standby only if it has replayed everything that the primary had written when the read began.
 */
@Injectable()
export class Replica implements OnApplicationShutdown {
  private readonly log = new Logger('Replica');
  private readonly pool: Pool | null;
  private readonly counted = this.metrics.counter<'server'>({
    name: 'replica_readers_total',
    help: 'Exports by the server that they began to read from: the replica, or the primary where the replica was behind or away.',
    labels: ['server'],
  });

  constructor(
    @Inject(CONFIG) { databaseReplicaUrl }: Pick<Config, 'databaseReplicaUrl'>,
    private readonly database: Database,
    private readonly metrics: Metrics,
  ) {
    this.pool = databaseReplicaUrl === null ? null : new Pool({ connectionString: databaseReplicaUrl, ...OPTIONS });
    this.pool?.on('error', () => undefined); // an idle connection was lost; the next reader opens another
  }

  /** A reader for one task. It continues on the primary when the standby fails. */
  async reader(): Promise<Reads> {
    const { pool } = this;
    if (pool === null) return this.database;
    const isCurrent = await this.hasCaughtUp(pool).catch((error: unknown) => this.warn(error));
    this.counted.inc({ server: isCurrent ? 'replica' : 'primary' });
    return isCurrent ? this.withFallback(pool) : this.database;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool?.end();
  }

  /** Waits for the standby for up to a second, since it is always slightly behind while others write. */
  private async hasCaughtUp(pool: Pool): Promise<boolean> {
    const now = (await this.database.queryOne<{ position: string }>(POSITION))!.position;
    for (const deadline = performance.now() + MAX_WAIT_MS; ;) {
      const { is_standby: isStandby, is_there: isThere } = (
        await pool.query<{ is_standby: boolean; is_there: boolean | null }>(STATE, [now])
      ).rows[0]!;
      if (isStandby && isThere) return true;
      if (!isStandby || performance.now() >= deadline) return false;
      await pause(RETRY_MS);
    }
  }

  private withFallback(pool: Pool): Reads {
    let server: Pool | null = pool;
    return {
      queryOne: async <Row>(text: string, values: unknown[] = []) => {
        if (server === null) return this.database.queryOne<Row>(text, values);
        try {
          return rowsIn<Row>(await server.query({ text, values, rowMode: 'array' }))[0];
        } catch (error) {
          server = null;
          this.warn(error);
          return this.database.queryOne<Row>(text, values);
        }
      },
    };
  }

  private warn(error: unknown): false {
    this.log.warn({ err: error }, 'The replica cannot be read. The primary is read instead.');
    return false;
  }
}

/** The limits of the standby's connections. A statement that the standby cancels or does not answer is repeated on the primary. */
const OPTIONS = {
  ...CONNECTION_OPTIONS,
  application_name: SERVICE_NAME,
  onConnect: (client: ClientBase): Promise<void> => prepareSession(client),
  connectionTimeoutMillis: 2_000,
  query_timeout: 6_500,
  statement_timeout: 5_000,
  idleTimeoutMillis: 60_000,
  max: 4,
};

const POSITION = 'select pg_current_wal_lsn()::text as position';
/** A promoted standby still reports what it had replayed before, but lacks everything that another primary has written since. */
const STATE = 'select pg_is_in_recovery() as is_standby, pg_last_wal_replay_lsn() >= $1::pg_lsn as is_there';

const MAX_WAIT_MS = 1_000;
const RETRY_MS = 50;
