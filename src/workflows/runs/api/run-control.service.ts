import { Injectable } from '@nestjs/common';
import { PointsService } from '../../../accounts/points.service';
import { ApiError, notFound } from '../../../api/errors/api-error';
import { Clock } from '../../../platform/time';
import { Transactions } from '../../../platform/database/transactions';
import { estimateCost } from '../../definition/cost.rules';
import type { Definition } from '../../model/definition.types';
import { priceOf, testPriceOf } from '../../definition/price.rules';
import { isTerminal, RUN_TRANSITIONS } from '../../definition/state-machine.rules';
import { typeOf } from '../../nodes/node-types.rules';
import { BlockedRunsService } from '../admission/blocked-runs.service';
import { RunCreationService } from '../admission/run-creation.service';
import { RunMetrics } from '../engine/run-metrics';
import { RunSourcesRepository } from '../store/run-sources.repository';
import type { NewRun, StartedRun, StepEnd } from '../store/run.types';
import { type RunKey, RunsRepository } from '../store/runs.repository';
import type { WorkflowRunEntity, WorkflowRunStepEntity } from '../store/workflow-run.entity';

/** Cancels and retries runs, in the transaction of the request. Accounts are locked before runs. */
@Injectable()
export class RunControlService {
  constructor(
    private readonly runs: RunsRepository,
    private readonly sources: RunSourcesRepository,
    private readonly points: PointsService,
    private readonly blocked: BlockedRunsService,
    private readonly creation: RunCreationService,
    private readonly clock: Clock,
    private readonly metrics: RunMetrics,
    private readonly transactions: Transactions,
  ) {}

  /** From the commit on nothing is sent for the run. A delivery in progress may arrive, and is billed. */
  async cancel({ formId, id, accountId }: WorkflowRunEntity): Promise<WorkflowRunEntity> {
    await this.points.lockBalance(accountId);
    const run = await this.locked({ formId, id });
    if (isTerminal(RUN_TRANSITIONS, run.status)) throw new ApiError('run_already_finished');
    const ends = await this.endSteps(run);
    const consumedPoints = run.consumedPoints + sumOf(ends.map(({ billedPoints }) => billedPoints));
    const releasedPoints = run.reservedPoints - consumedPoints;
    const hasUncertain = run.hasUncertain || ends.some(({ status }) => status === 'uncertain');
    const end = { status: 'cancelled', completedAt: this.clock.now(), leaseOwner: null } as const;
    const changes = { ...end, consumedPoints, releasedPoints, hasUncertain };
    await this.runs.cancel(run, changes);
    await this.points.release(accountId, id, releasedPoints);
    await this.transactions.afterCommit(() => this.metrics.countFinished('cancelled'));
    return { ...run, ...changes };
  }

  /**
   * Starts a new run with the version and the input of this one. Succeeded steps are copied, all others are executed again. Only the
   * newest run of a chain of retries knows which steps have succeeded, so a run with a retry is refused.
   */
  async retry(
    { formId, id, accountId }: Pick<WorkflowRunEntity, 'formId' | 'id' | 'accountId'>,
    isConfirmed: boolean,
  ): Promise<StartedRun> {
    await this.points.lockBalance(accountId);
    const run = await this.locked({ formId, id });
    if (!isTerminal(RUN_TRANSITIONS, run.status) || run.status === 'succeeded') throw new ApiError('run_not_retryable');
    if (await this.runs.hasRetry(run)) throw new ApiError('run_not_retryable', { message: HAS_RETRY });
    const steps = await this.runs.stepsOf(run);
    if (!isConfirmed && steps.some(({ status }) => status === 'uncertain')) throw new ApiError('delivery_uncertain');
    const isPlanLimited = run.runKind === 'test' && !(await this.blocked.mayStartTest(accountId));
    const retry = { ...retryOf(run, await this.sources.definitionOf(run), steps), isPlanLimited };
    return this.creation.start(retry, this.clock.now());
  }

  private async locked(key: RunKey): Promise<WorkflowRunEntity> {
    const run = await this.runs.lock(key);
    if (!run) throw notFound();
    return run;
  }

  /** Waiting steps are cancelled. Those that are being delivered become uncertain and are billed. */
  private async endSteps(run: WorkflowRunEntity): Promise<StepEnd[]> {
    const steps = await this.runs.stepsOf(run);
    const { nodes } = await this.sources.definitionOf(run);
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

const HAS_RETRY = 'This run has been retried already. Retry the newest run of the chain instead.';

const sumOf = (points: number[]): number => points.reduce((sum, each) => sum + each, 0);

function retryOf(run: WorkflowRunEntity, definition: Definition, steps: WorkflowRunStepEntity[]): NewRun {
  const price = run.runKind === 'test' ? testPriceOf : priceOf;
  return {
    accountId: run.accountId,
    formId: run.formId,
    workflowId: run.workflowId,
    version: run.workflowVersionId ? { id: run.workflowVersionId, version: run.workflowVersion! } : null,
    draft: run.definition ? { revision: run.draftRevision!, definition: run.definition } : null,
    submissionId: run.submissionId,
    input: run.input,
    runKind: run.runKind,
    maxCost: estimateCost(definition, price).max,
    retryOf: { id: run.id, originRunId: run.originRunId ?? run.id },
    steps: steps.filter((step) => isCopied(step, definition)).map((step) => ({ ...step, billedPoints: 0 })),
  };
}

/** A node that has ended its run would end the retry before it has begun. */
function isCopied(step: WorkflowRunStepEntity, definition: Definition): boolean {
  const node = definition.nodes.find(({ id }) => id === step.nodeId)!;
  return step.status === 'succeeded' && typeOf(node).runOutcome === undefined;
}
