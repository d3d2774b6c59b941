import { Injectable, Logger } from '@nestjs/common';
import { withTimeout } from '../platform/time';
import { Transactions } from '../platform/database/transactions';
import { PeriodicTask } from '../platform/lifecycle/periodic-tasks';
import { ObjectStore } from '../platform/storage/object-store';
import { UploadsRepository } from './uploads.repository';

/** Removes the objects of deleted files, and of uploads that no submission took over, from the store. */
@Injectable()
export class ObjectRemovalService {
  private readonly log = new Logger('ObjectRemoval');

  constructor(
    private readonly transactions: Transactions,
    private readonly uploads: UploadsRepository,
    private readonly store: ObjectStore,
  ) {}

  /** Removes one batch; true while there may be more. Failed removals are retried after all others that are due. */
  @PeriodicTask({ name: 'removal of objects', processes: 'all', everySeconds: 5 })
  removeBatch(): Promise<boolean> {
    return this.transactions.run(async () => {
      const due = await this.uploads.lockDue(BATCH_SIZE);
      if (due.length === 0) return false;
      const outcomes = await Promise.allSettled(due.map((name) => withTimeout(DELETE_TIMEOUT_MS, this.store.delete(name))));
      const failed = due.filter((_, index) => outcomes[index]!.status === 'rejected');
      await this.uploads.finish(due.filter((name) => !failed.includes(name)));
      if (failed.length === 0) return due.length === BATCH_SIZE;
      await this.uploads.expire(failed);
      const failure = outcomes.find((outcome) => outcome.status === 'rejected');
      this.log.warn({ err: failure?.reason as unknown, objects: failed.length }, 'Objects were not removed.');
      return false;
    });
  }
}

const BATCH_SIZE = 20;
/** Shorter than the time after which PostgreSQL ends an idle transaction. */
const DELETE_TIMEOUT_MS = 5_000;
