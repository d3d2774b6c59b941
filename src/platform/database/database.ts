import { Inject, Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { DataSource, QueryRunnerAlreadyReleasedError } from 'typeorm';
import type { EntityTarget, ObjectLiteral, QueryDeepPartialEntity, Repository } from 'typeorm';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config.token';
import { PreparedStatements } from './prepared-statements';
import { AmbientTransaction } from './transactions';

/** A row to write. TypeORM has no type of its own for columns that hold free JSON. */
export type Row<Entity> = QueryDeepPartialEntity<Entity>;

/**
 * Statements for repositories. Inside a transaction of `Transactions` every statement joins it, without an argument that could be
 * forgotten; outside, each statement is a transaction of its own.
 */
@Injectable()
export class Database {
  private readonly statements: PreparedStatements | null;

  constructor(
    private readonly source: DataSource,
    private readonly ambient: AmbientTransaction,
    @Inject(CONFIG) { databasePooler }: Pick<Config, 'databasePooler'>,
  ) {
    this.statements = databasePooler === 'transaction' ? null : new PreparedStatements();
  }

  /** TypeORM's repository of an entity. */
  repository<Entity extends ObjectLiteral>(entity: EntityTarget<Entity>): Repository<Entity> {
    const manager = this.ambient.getStore()?.runner.manager ?? this.source.manager;
    return manager.getRepository(entity);
  }

  /**
   * Rows of a plain SQL statement, also of `insert`, `update` and `delete ... returning`. The text is a constant of its repository, so that
   * the server prepares it once for each connection. The driver is called directly, since TypeORM cannot name statements.
   */
  async query<Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    const joined = this.ambient.getStore()?.runner;
    const runner = joined ?? this.source.createQueryRunner();
    try {
      if (runner.isReleased) throw new QueryRunnerAlreadyReleasedError();
      const connection = (await runner.connect()) as ClientBase;
      const result = await connection.query({ name: this.statements?.nameOf(sql), text: sql, values: parameters });
      return result.rows as Row[];
    } finally {
      if (!joined) await runner.release();
    }
  }

  /** The first row of a plain SQL statement. */
  async queryOne<Row>(sql: string, parameters: unknown[] = []): Promise<Row | undefined> {
    const [first] = await this.query<Row>(sql, parameters);
    return first;
  }

  /** Serializes transactions that lock the same name; the lock ends with the transaction. */
  async advisoryLock(name: string): Promise<void> {
    await this.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
  }

  /**
   * Deletes at most 1,000 rows that match a condition and that no other transaction has locked; resolves with their number. Batches keep
   * the transactions of periodic tasks short. All three texts are constants of the repository; the condition is repeated because the rows
   * of different partitions can have the same `ctid`.
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

  async close(): Promise<void> {
    if (this.source.isInitialized) await this.source.destroy();
  }
}
