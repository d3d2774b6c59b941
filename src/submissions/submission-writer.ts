import type { BeforeApplicationShutdown } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Transactions } from '../platform/database/transactions';
import { GroupCommit } from '../platform/database/group-commit';
import { ApiError } from '../api/errors/api-error';
import { RunCreationService } from '../workflows/runs/admission/run-creation.service';
import { UploadsService } from './files/uploads.service';
import { SubmissionKeysRepository } from './submission-keys.repository';
import { isKeyed, outcomesOf } from './submission-outcome.rules';
import type { NewSubmission, WriteOutcome } from './submission-writer.types';
import { SubmissionWritesRepository } from './submission-writes.repository';

/** Stores submissions by group commit. A write resolves when its own row is durable, together with its files and the run of the form's workflow. */
@Injectable()
export class SubmissionWriter implements BeforeApplicationShutdown {
  private readonly commits: GroupCommit<NewSubmission, WriteOutcome>;

  constructor(
    private readonly submissions: SubmissionWritesRepository,
    private readonly keys: SubmissionKeysRepository,
    private readonly uploads: UploadsService,
    private readonly runs: RunCreationService,
    transactions: Transactions,
  ) {
    this.commits = new GroupCommit({
      write: (batch) => transactions.run(() => this.store(batch)),
      groupOf: ({ formId }) => formId,
      overloaded: () => new ApiError('service_unavailable', { headers: { 'Retry-After': '1' } }),
      queueTimeoutMs: QUEUE_TIMEOUT_MS,
    });
  }

  /** Resolves once the outcome is certain. Throws 503 when the queue is full, when a submission would have to wait for its turn for more than two seconds, and after that time. */
  write(submission: NewSubmission): Promise<WriteOutcome> {
    return this.commits.write(submission);
  }

  /** The number of further submissions that the plan allows this month; null for any number. Only the commit decides. */
  remaining(formId: string): Promise<number | null> {
    return this.submissions.remaining(formId);
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.commits.drained();
  }

  private async store(submissions: NewSubmission[]): Promise<WriteOutcome[]> {
    const forms = await this.submissions.lockForms([...new Set(submissions.map(({ formId }) => formId))]);
    const [anyForm] = forms.values();
    if (!anyForm) return submissions.map(() => ({ outcome: 'form_changed' }));
    const receipts = await this.keys.find(submissions.filter(isKeyed));
    const outcomes = outcomesOf(submissions, forms, receipts, anyForm.now);
    const stored = submissions.filter((_, index) => outcomes[index]!.outcome === 'stored');
    await this.keys.insert(stored.filter(isKeyed), anyForm.now);
    await this.submissions.insert(stored, anyForm.now);
    await this.uploads.attach(stored, anyForm.now);
    await this.runs.startForSubmissions(stored, anyForm.now);
    return outcomes;
  }
}

const QUEUE_TIMEOUT_MS = 2_000;
