import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityTarget, ObjectLiteral, QueryDeepPartialEntity, QueryRunner, Repository } from 'typeorm';

/** A row to write. TypeORM has no type of its own for columns that hold free JSON. */
export type Row<Entity> = QueryDeepPartialEntity<Entity>;

type Task = () => void | Promise<void>;

interface Transaction {
  runner: QueryRunner;
  afterCommit: Task[];
}

/**
 * The only way to the database. Inside `transaction` everything joins it without an argument that could be forgotten;
 * outside, each statement stands alone.
 */
@Injectable()
export class Database {
  private readonly ambient = new AsyncLocalStorage<Transaction>();

  constructor(private readonly source: DataSource) {}

  repository<Entity extends ObjectLiteral>(entity: EntityTarget<Entity>): Repository<Entity> {
    const manager = this.ambient.getStore()?.runner.manager ?? this.source.manager;
    return manager.getRepository(entity);
  }

  /** Rows of a plain SQL statement, also of `insert`, `update` and `delete ... returning`. */
  async query<Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    const joined = this.ambient.getStore()?.runner;
    const runner = joined ?? this.source.createQueryRunner();
    try {
      const result = await runner.query(sql, parameters, true);
      return result.records as Row[];
    } finally {
      if (!joined) await runner.release();
    }
  }

  async queryOne<Row>(sql: string, parameters: unknown[] = []): Promise<Row | undefined> {
    const [first] = await this.query<Row>(sql, parameters);
    return first;
  }

  /** Commits when the work resolves and rolls back when it rejects. Inside another transaction the work is part of that one. */
  async transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.ambient.getStore()) return work();
    const afterCommit: Task[] = [];
    const result = await this.commit(work, afterCommit);
    await runAll(afterCommit);
    return result;
  }

  /** Puts off what lies outside the database until the commit; a rollback forgets it. Outside a transaction it runs at once. */
  async afterCommit(task: Task): Promise<void> {
    const transaction = this.ambient.getStore();
    if (transaction) transaction.afterCommit.push(task);
    else await task();
  }

  /** Lets one transaction at a time past this point for each name; the lock ends with the transaction. */
  async advisoryLock(name: string): Promise<void> {
    await this.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
  }

  async close(): Promise<void> {
    if (this.source.isInitialized) await this.source.destroy();
  }

  /** The connection goes back to the pool before the tasks run, since they may wait for something else than the database. */
  private async commit<Result>(work: () => Promise<Result>, afterCommit: Task[]): Promise<Result> {
    const runner = this.source.createQueryRunner();
    try {
      await runner.startTransaction();
      const result = await this.ambient.run({ runner, afterCommit }, work);
      await runner.commitTransaction();
      return result;
    } catch (error) {
      if (runner.isTransactionActive) await rollBack(runner);
      throw error;
    } finally {
      await runner.release();
    }
  }
}

/** What is committed is committed: a task that fails is reported, and whoever asked still learns of the success. */
async function runAll(tasks: Task[]): Promise<void> {
  for (const task of tasks) {
    try {
      await task();
    } catch (error) {
      new Logger('Database').error(error, 'A task after the commit failed.');
    }
  }
}

/** A broken connection cannot roll back, and the server has done so then; the first error is the one to report. */
async function rollBack(runner: QueryRunner): Promise<void> {
  await runner.rollbackTransaction().catch(() => undefined);
}
