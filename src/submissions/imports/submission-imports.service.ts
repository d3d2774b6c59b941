import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { PointsService } from '../../accounts/points.service';
import { RunsOfSubmissionService } from '../../workflows/runs/api/runs-of-submission.service';
import { SubmissionWritesRepository } from '../submission-writes.repository';
import { ImportBatchesRepository } from './import-batches.repository';
import type { ImportedRow, ImportOutcome, ImportTarget, StoredImport } from './import.types';

@Injectable()
export class SubmissionImportsService {
  constructor(
    private readonly writes: SubmissionWritesRepository,
    private readonly batches: ImportBatchesRepository,
    private readonly points: PointsService,
    private readonly runs: RunsOfSubmissionService,
    private readonly transactions: Transactions,
  ) {}

  /** Commits a batch and returns the outcome of each row; null when the form was deleted, or edited since the rows were validated. */
  write(target: ImportTarget, rows: readonly ImportedRow[]): Promise<ImportOutcome[] | null> {
    return this.transactions.runRepeatedly(async () => {
      const outcomes = await this.writes.import(target, rows);
      const stored = rows.filter((_, index) => outcomes?.[index] === 'stored');
      await this.batches.add(
        target,
        stored.map(({ id }) => id),
      );
      return outcomes;
    });
  }

  async rehearse(target: ImportTarget, rows: readonly ImportedRow[]): Promise<ImportOutcome[] | null> {
    try {
      return await this.transactions.runRepeatedly(async () => {
        throw new RolledBack(await this.writes.import(target, rows));
      });
    } catch (error) {
      if (error instanceof RolledBack) return error.outcomes;
      throw error;
    }
  }

  /** Returns the time at which the retention of a form begins; null when it has begun, or there is none. */
  deletesFrom(formId: string): Promise<Date | null> {
    return this.batches.deletesFrom(formId);
  }

  /** Returns the imports of a form that can be undone, newest first. */
  list(formId: string): Promise<StoredImport[]> {
    return this.batches.list(formId);
  }

  find(formId: string, importId: string): Promise<StoredImport | null> {
    return this.batches.find(formId, importId);
  }

  /**
   * Deletes about a thousand submissions of an import with what came of them, and returns how many there were. The locks are taken in the
   * order of every deletion: form, then balance.
   */
  undo(accountId: string, stored: StoredImport): Promise<number> {
    const { formId } = stored;
    return this.transactions.runRepeatedly(async () => {
      await this.writes.lockForm(formId);
      await this.points.lockBalance(accountId);
      const ids = await this.batches.take(stored, BATCHES_AT_ONCE);
      await this.runs.delete(formId, ids);
      return this.writes.delete(formId, ids);
    });
  }
}

const BATCHES_AT_ONCE = 5;

class RolledBack extends Error {
  constructor(readonly outcomes: ImportOutcome[] | null) {
    super();
  }
}
