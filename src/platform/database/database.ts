import { createHash } from 'node:crypto';
import { type OnApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import type { Client, ClientBase, QueryArrayResult } from 'pg';
import {
  DataSource,
  type EntityTarget,
  type ObjectLiteral,
  type QueryDeepPartialEntity,
  QueryRunnerAlreadyReleasedError,
  type Repository,
} from 'typeorm';
import { type Config, CONFIG } from '../config/config';
import { camelCase } from '../text/text.rules';
import { AmbientTransaction } from './transactions';
import { requireWritable } from './primary';
import { SessionWatch } from './session';

/** A row to write. TypeORM has no type of its own for columns with free JSON. */
export type Row<Entity> = QueryDeepPartialEntity<Entity>;

/**
 * Executes the statements of repositories. Inside a transaction of `Transactions`, every statement joins it, without an argument that could
 * be forgotten. Outside, each statement is a transaction of its own.
 */
@Injectable()
export class Database implements OnApplicationShutdown {
  private readonly statements: PreparedStatements | null;
  private readonly sessions = new SessionWatch(({ message }) => new Logger('Database').error(message));

  constructor(
    private readonly source: DataSource,
    private readonly ambient: AmbientTransaction,
    @Inject(CONFIG) { databasePooler }: Pick<Config, 'databasePooler'>,
  ) {
    this.statements = databasePooler === 'transaction' ? null : new PreparedStatements();
  }

  repository<Entity extends ObjectLiteral>(entity: EntityTarget<Entity>): Repository<Entity> {
    const manager = this.ambient.getStore()?.runner.manager ?? this.source.manager;
    return manager.getRepository(entity);
  }

  /**
   * Returns the rows of a SQL statement, including `insert`, `update` and `delete ... returning`, with members in camel case. The text is
   * a constant of its repository, since the server prepares each text once for each connection.
   */
  async query<Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return rowsIn(await this.execute(sql, parameters));
  }

  /** Plans the statement at each call, for the given parameters: for a text with many variants, or when no plan is good for all values. */
  async queryPlanned<Row>(sql: string, parameters: unknown[]): Promise<Row[]> {
    return rowsIn(await this.execute(sql, parameters, { isPrepared: false }));
  }

  /** Returns the result with the names of the columns. The driver is called directly, since TypeORM cannot name prepared statements. */
  async execute(sql: string, parameters: unknown[] = [], { isPrepared = true } = {}): Promise<QueryArrayResult> {
    const joined = this.ambient.getStore()?.runner;
    const runner = joined ?? this.source.createQueryRunner();
    try {
      if (runner.isReleased) throw new QueryRunnerAlreadyReleasedError();
      const connection = (await runner.connect()) as ClientBase;
      const name = isPrepared ? this.statements?.nameOf(sql) : undefined;
      return await connection.query({ name, text: sql, values: parameters, rowMode: 'array' });
    } catch (error) {
      this.sessions.note(error);
      throw error;
    } finally {
      if (!joined) await runner.release();
    }
  }

  async queryOne<Row>(sql: string, parameters: unknown[] = []): Promise<Row | undefined> {
    const [first] = await this.query<Row>(sql, parameters);
    return first;
  }

  /** Rejects unless the database answers and accepts writes, and sessions are not shared. Closes a read-only connection, so that the next one leads to the primary. */
  async ping(): Promise<void> {
    this.sessions.requireOwn();
    const runner = this.source.createQueryRunner();
    try {
      const connection = (await runner.connect()) as Client;
      await requireWritable(connection).catch((error: unknown) => {
        void connection.end();
        throw error;
      });
    } finally {
      await runner.release();
    }
  }

  /** Serializes transactions that lock the same name. The lock ends with the transaction. */
  async advisoryLock(name: string): Promise<void> {
    await this.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
  }

  /** Takes the same lock, or returns false at once when another transaction holds it. */
  async tryAdvisoryLock(name: string): Promise<boolean> {
    const lock = 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as is_taken';
    return (await this.queryOne<{ isTaken: boolean }>(lock, [name]))!.isTaken;
  }

  /**
   * Deletes at most 1,000 rows that match a condition and are not locked by another transaction, and returns their number. Batches keep the
   * transactions of periodic tasks short. All three texts must be constants. The condition is repeated because rows of different partitions
   * can have the same `ctid`.
   */
  async deleteBatch(table: string, condition: string, orderBy: string, parameters: unknown[] = []): Promise<number> {
    const deleted = await this.query(
      `delete from ${table} where ctid = any(array(
         select ctid from ${table} where ${condition} order by ${orderBy} limit 1000 for update skip locked
       )) and ${condition} returning 1`,
      parameters,
    );
    return deleted.length;
  }

  /** Nest calls this hook last, since the database module is the first of the global ones. */
  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  async close(): Promise<void> {
    if (this.source.isInitialized) await this.source.destroy();
  }
}

export function rowsIn<Row>({ fields, rows }: QueryArrayResult): Row[] {
  const names = fields.map(({ name }) => camelCase(name));
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index++) row[names[index]!] = values[index];
    return row as Row;
  });
}

/**
 * The names of prepared statements: planning takes longer than executing most statements. A name is a digest of its statement, so that
 * a connection that a pooler shares between processes never has another statement under that name.
 */
export class PreparedStatements {
  private readonly names = new Map<string, string>();

  /** Returns undefined for a new statement once there are many, since each connection keeps all statements that it has prepared. */
  nameOf(sql: string): string | undefined {
    const known = this.names.get(sql);
    if (known !== undefined || this.names.size >= MAX_STATEMENTS) return known;
    const name = createHash('sha256').update(sql).digest('hex').slice(0, 32);
    this.names.set(sql, name);
    return name;
  }
}

const MAX_STATEMENTS = 300;
