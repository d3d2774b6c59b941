import { Injectable } from '@nestjs/common';
import { PointsService } from '../../../accounts/points.service';
import { RunsRepository } from '../store/runs.repository';
import { RunCancellationService } from './run-cancellation.service';

/** Ends and deletes the runs of a submission whose form is locked. */
@Injectable()
export class RunsOfSubmissionService {
  constructor(
    private readonly runs: RunsRepository,
    private readonly cancellation: RunCancellationService,
    private readonly points: PointsService,
  ) {}

  async cancelOpen(accountId: string, formId: string, submissionId: string): Promise<void> {
    await this.points.lockBalance(accountId); // accounts are locked before runs, as everywhere
    for (const run of await this.runs.openOfSubmission(formId, submissionId)) await this.cancellation.cancel(run);
  }

  /** The caller must have locked the balance, to which the points of open runs return. */
  delete(formId: string, submissionIds: readonly string[]): Promise<void> {
    return this.runs.deleteOfSubmissions(formId, submissionIds);
  }

  deleteTests(formId: string, runIds: readonly string[]): Promise<void> {
    return this.runs.delete(formId, runIds);
  }
}
