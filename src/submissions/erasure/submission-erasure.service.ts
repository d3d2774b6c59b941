import { Injectable } from '@nestjs/common';
import { PointsService } from '../../accounts/points.service';
import { RunsOfSubmissionService } from '../../workflows/runs/api/runs-of-submission.service';
import { IdempotencyKeysRepository } from '../idempotency-keys.repository';
import { SubmissionWritesRepository } from '../submission-writes.repository';

/** Submissions and test runs of one form. */
export interface ErasedRows {
  accountId: string;
  formId: string;
  submissionIds: readonly string[];
  testRunIds: readonly string[];
}

@Injectable()
export class SubmissionErasureService {
  constructor(
    private readonly writes: SubmissionWritesRepository,
    private readonly keys: IdempotencyKeysRepository,
    private readonly points: PointsService,
    private readonly runs: RunsOfSubmissionService,
  ) {}

  /** Runs in the transaction of the caller. Open runs end and release their points; rows that do not exist count as erased. */
  async erase({ accountId, formId, submissionIds, testRunIds }: ErasedRows): Promise<void> {
    await this.writes.lockForm(formId);
    await this.points.lockBalance(accountId);
    await this.runs.delete(formId, submissionIds);
    await this.runs.deleteTests(formId, testRunIds);
    await this.writes.keepErasedSources(formId, submissionIds);
    await this.keys.forget(formId, submissionIds);
    await this.writes.delete(formId, submissionIds, true);
  }
}
