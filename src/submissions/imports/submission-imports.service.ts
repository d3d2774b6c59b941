import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { SubmissionWritesRepository } from '../submission-writes.repository';
import type { ImportedRow, ImportOutcome, ImportTarget } from './import.types';

@Injectable()
export class SubmissionImportsService {
  constructor(
    private readonly writes: SubmissionWritesRepository,
    private readonly transactions: Transactions,
  ) {}

  /** Commits a batch and returns the outcome of each row; null when the form was deleted, or edited since the rows were validated. */
  write(target: ImportTarget, rows: readonly ImportedRow[]): Promise<ImportOutcome[] | null> {
    return this.transactions.runRepeatedly(() => this.writes.import(target, rows));
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
}

class RolledBack extends Error {
  constructor(readonly outcomes: ImportOutcome[] | null) {
    super();
  }
}
