import { Injectable, Logger } from '@nestjs/common';
import { IdempotencyRecordsRepository } from '../api/operation/idempotency-records.repository';
import { ExportLinkErasureService } from '../exports/links/export-links.service';
import { Transactions } from '../platform/database/transactions';
import { ObjectStoreError } from '../platform/storage/object-store';
import { SubmissionErasureService } from '../submissions/erasure/submission-erasure.service';
import { passesByItself, RefusedBatch } from './erasure-failure';
import { ErasureLog, type NumberedBatch } from './erasure-log';
import { ErasureSearchService } from './erasure-search.service';
import { idsIn } from './erasure.types';
import { type ErasureMatches, ErasuresRepository } from './erasures.repository';

/** Applies batches of the log: new ones, and those that a restored backup lacks. */
@Injectable()
export class ErasureReapplyService {
  private readonly log = new Logger('Erasures');
  private isComplete = false;

  constructor(
    private readonly erasureLog: ErasureLog,
    private readonly erasures: ErasuresRepository,
    private readonly search: ErasureSearchService,
    private readonly submissions: SubmissionErasureService,
    private readonly links: ExportLinkErasureService,
    private readonly replies: IdempotencyRecordsRepository,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Must be called before the service accepts or sends anything, since a restored backup still contains data that was erased later. If the
   * object store is down, the service starts anyway and applies the batches when the store answers.
   */
  async atStart(): Promise<void> {
    await this.missing().catch((error: unknown) => {
      if (!(error instanceof ObjectStoreError)) throw error;
      this.log.warn({ err: error }, 'It is not known whether a backup was restored that has erased submissions.');
    });
  }

  /** Applies all batches that the database lacks, once per process. Resolves with the number of deleted submissions. */
  async missing(): Promise<number> {
    if (this.isComplete) return 0;
    const deleted = await this.applyAfter((await this.appliedNumber()) ?? 0);
    this.isComplete = true;
    if (deleted > 0) this.log.warn({ submissions: deleted }, 'A restored backup had erased submissions, which are deleted again.');
    return deleted;
  }

  all(onBatch: (deleted: number) => void = () => undefined): Promise<number> {
    return this.applyAfter(0, onBatch);
  }

  /**
   * Applies a batch while the caller holds the lock on the log, and resolves with the numbers of rows found. If the database refuses a
   * batch of an unfinished erasure, the batch is removed from the log: a later turn finds the rows again or reports the failure.
   */
  async apply(batch: NumberedBatch, matches?: ErasureMatches): Promise<ErasureMatches['counts']> {
    const isUnfinished = await this.erasures.isUnfinished(batch.erasureId);
    try {
      return await this.delete(batch, matches);
    } catch (error) {
      if (!isUnfinished || passesByItself(error)) throw error;
      await this.erasureLog.withdraw(batch);
      throw new RefusedBatch(error);
    }
  }

  private async delete(batch: NumberedBatch, matches?: ErasureMatches): Promise<ErasureMatches['counts']> {
    const found = matches ?? (await this.search.matchesOf(batch));
    await this.replies.deleteMentioning(batch.accountId, idsIn(batch));
    await this.submissions.erase(batch);
    await this.links.erase(batch.formId, batch.linkIds);
    await this.erasures.addMatches(batch.erasureId, batch.formId, found);
    await this.erasures.setApplied(batch.number);
    return found.counts;
  }

  private async appliedNumber(): Promise<number | null> {
    return this.transactions.run(() => this.erasures.lockLog(true));
  }

  private async applyAfter(number: number, onBatch: (deleted: number) => void = () => undefined): Promise<number> {
    let deleted = 0;
    for await (const batch of this.erasureLog.after(number)) {
      const { submissions } = await this.transactions
        .runRepeatedly(async () => {
          await this.erasures.lockLog(true);
          return this.apply(batch);
        })
        .catch((error: unknown) => {
          if (!(error instanceof RefusedBatch)) throw error;
          this.log.warn({ err: error.cause, erasure_id: batch.erasureId }, 'A batch of an erasure was refused.');
          return { submissions: 0 };
        });
      onBatch((deleted += submissions));
    }
    return deleted;
  }
}
