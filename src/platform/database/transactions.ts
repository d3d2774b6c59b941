import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import { isTransientConflict } from './database-errors.rules';

type Task = () => void | Promise<void>;

interface Transaction {
  runner: QueryRunner;
  afterCommit: Task[];
}

/** The transaction of the current chain of asynchronous calls. `Transactions` opens it, and the statements of `Database` join it. */
@Injectable()
export class AmbientTransaction extends AsyncLocalStorage<Transaction> {}

@Injectable()
export class Transactions {
  constructor(
    private readonly source: DataSource,
    private readonly ambient: AmbientTransaction,
  ) {}

  /** Commits when the work resolves and rolls back when it rejects. Inside another transaction, the work becomes part of that one. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.ambient.getStore()) return work();
    const afterCommit: Task[] = [];
    const result = await this.commit(work, afterCommit);
    await runAll(afterCommit);
    return result;
  }

  /** Like `run`, but repeats the work after a deadlock or a serialization failure, which has no effect. */
  async runRepeatedly<Result>(work: () => Promise<Result>, attempt = 1): Promise<Result> {
    try {
      return await this.run(work);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isTransientConflict(error)) throw error;
      await pause(Math.random() * BACKOFF_MS * attempt);
      return this.runRepeatedly(work, attempt + 1);
    }
  }

  /** Defers an effect outside the database until the commit; a rollback discards it. Outside a transaction, the task runs at once. */
  async afterCommit(task: Task): Promise<void> {
    const transaction = this.ambient.getStore();
    if (transaction) transaction.afterCommit.push(task);
    else await task();
  }

  /** Returns the connection to the pool before the tasks run, since they may wait for something other than the database. */
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

const MAX_ATTEMPTS = 4;
const BACKOFF_MS = 20;

/** Logs the error of a failed task. The transaction stays committed, so the caller still gets the result. */
async function runAll(tasks: Task[]): Promise<void> {
  for (const task of tasks) {
    try {
      await task();
    } catch (error) {
      new Logger('Database').error(error, 'A task after the commit failed.');
    }
  }
}

/** Ignores the error of a rollback, since it also fails on a broken connection; the first error is the one to report. */
async function rollBack(runner: QueryRunner): Promise<void> {
  await runner.rollbackTransaction().catch(() => undefined);
}
