import { Injectable } from '@nestjs/common';
import { PointsService } from '../../../accounts/points.service';
import { RunsRepository } from '../store/runs.repository';
import type { WorkflowRunEntity } from '../store/workflow-run.entity';
import { RunCancellationService } from './run-cancellation.service';

/** Ends and deletes the runs of a submission whose form is locked. */
@Injectable()
export class RunsOfSubmissionService {
  constructor(
    private readonly runs: RunsRepository,
    private readonly cancellation: RunCancellationService,
    private readonly points: PointsService,
  ) {}

  /** Returns the runs that it has cancelled. */
  async cancelOpen(accountId: string, formId: string, submissionIds: readonly string[]): Promise<WorkflowRunEntity[]> {
    await this.points.lockBalance(accountId); // accounts are locked before runs, as everywhere
    const runs = await this.runs.openOfSubmissions(formId, submissionIds);
    for (const run of runs) await this.cancellation.cancel(run);
    return runs;
  }

  /** The caller must have locked the balance, to which the points of open runs return. */
  delete(formId: string, submissionIds: readonly string[]): Promise<void> {
    return this.runs.deleteOfSubmissions(formId, submissionIds);
  }

  deleteTests(formId: string, runIds: readonly string[]): Promise<void> {
    return this.runs.delete(formId, runIds);
  }
}
