import { Injectable } from '@nestjs/common';
import { PointsService } from '../../../accounts/points.service';
import { ApiError, notFound } from '../../../api/errors/api-error';
import { Clock } from '../../../platform/time';
import { Transactions } from '../../../platform/database/transactions';
import { priceOf } from '../../definition/cost.rules';
import { isTerminal, RUN_TRANSITIONS } from '../../definition/state-machine.rules';
import { RunMetrics } from '../engine/run-metrics';
import { RunDetailsRepository } from '../store/run-details.repository';
import type { StepEnd } from '../store/run.types';
import { RunsRepository } from '../store/runs.repository';
import type { WorkflowRunEntity } from '../store/workflow-run.entity';

/** Cancels runs, in the transaction of the request. Accounts are locked before runs. */
@Injectable()
export class RunCancellationService {
  constructor(
    private readonly runs: RunsRepository,
    private readonly details: RunDetailsRepository,
    private readonly points: PointsService,
    private readonly clock: Clock,
    private readonly metrics: RunMetrics,
    private readonly transactions: Transactions,
  ) {}

  /** After the commit nothing more is sent for the run. A delivery in progress may still arrive, and is billed. */
  async cancel({ formId, id, accountId }: WorkflowRunEntity): Promise<WorkflowRunEntity> {
    await this.points.lockBalance(accountId);
    const run = await this.runs.lock({ formId, id });
    if (!run) throw notFound();
    if (isTerminal(RUN_TRANSITIONS, run.status)) throw new ApiError('run_already_finished');
    const ends = await this.endSteps(run);
    const consumedPoints = ends.reduce((sum, { billedPoints }) => sum + billedPoints, run.consumedPoints);
    const releasedPoints = run.reservedPoints - consumedPoints;
    const hasUncertain = run.hasUncertain || ends.some(({ status }) => status === 'uncertain');
    const end = { status: 'cancelled', completedAt: this.clock.now(), leaseOwner: null } as const;
    const changes = { ...end, consumedPoints, releasedPoints, hasUncertain };
    await this.runs.cancel(run, changes);
    await this.points.release(accountId, id, releasedPoints);
    await this.transactions.afterCommit(() => this.metrics.countFinished('cancelled'));
    return { ...run, ...changes };
  }

  private async endSteps(run: WorkflowRunEntity): Promise<StepEnd[]> {
    const steps = await this.runs.stepsOf(run);
    const { nodes } = await this.details.definitionOf(run);
    const ends = steps.flatMap((step): StepEnd[] => {
      if (step.status === 'waiting') return [{ ...step, status: 'cancelled' }];
      if (step.status !== 'running') return [];
      const billedPoints = priceOf(nodes.find(({ id }) => id === step.nodeId)!);
      return [{ id: step.id, status: 'uncertain', errorCode: 'no_response', billedPoints }];
    });
    await this.runs.endSteps(run, ends, this.clock.now());
    const consumptions = ends.map(({ id, billedPoints }) => ({ runId: run.id, stepId: id, points: billedPoints }));
    await this.points.consume(run.accountId, consumptions);
    return ends;
  }
}
