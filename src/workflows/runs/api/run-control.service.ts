import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { PointsService } from '../../../accounts/points.service';
import { Clock } from '../../../platform/clock';
import { Database } from '../../../platform/database/database';
import { ApiError, notFound } from '../../../api/errors/api-error';
import { estimateCost } from '../../definition/cost.rules';
import type { Definition } from '../../definition/definition.types';
import { priceOf, testPriceOf } from '../../definition/price.rules';
import { isTerminal, RUN_TRANSITIONS } from '../../definition/state-machine.rules';
import { typeOf } from '../../nodes/node-types.rules';
import { WorkflowRunStepEntity } from '../store/workflow-run-step.entity';
import { WorkflowRunEntity } from '../store/workflow-run.entity';
import { BlockedRunsService } from '../admission/blocked-runs.service';
import type { NewRun, StartedRun } from '../store/run-creation.types';
import { RunCreationService } from '../admission/run-creation.service';
import { RunsRepository } from '../store/runs.repository';

const BEING_RETRIED = 'A retry of this run is not finished yet.';

/** What people may do to a run: end it, or have it repeated. */
@Injectable()
export class RunControlService {
  constructor(
    private readonly database: Database,
    private readonly runs: RunsRepository,
    private readonly points: PointsService,
    private readonly blocked: BlockedRunsService,
    private readonly starter: RunCreationService,
    private readonly clock: Clock,
  ) {}

  /** From here on nothing is sent for the run. What was being sent just now may arrive, and is charged. */
  async cancel({ id, accountId }: WorkflowRunEntity): Promise<WorkflowRunEntity> {
    await this.points.lockBalance(accountId); // accounts before runs
    const run = await this.locked(id);
    if (isTerminal(RUN_TRANSITIONS, run.status)) throw new ApiError('run_already_finished');
    const steps = await this.runs.stepsOf(id);
    const consumedPoints = run.consumedPoints + (await this.endSteps(run, steps));
    const releasedPoints = run.reservedPoints - consumedPoints;
    const hasUncertain = run.hasUncertain || steps.some(isBeingSent);
    const end = { status: 'cancelled', completedAt: this.clock.now(), leaseOwner: null } as const;
    const changes = { ...end, consumedPoints, releasedPoints, hasUncertain };
    await this.database.repository(WorkflowRunEntity).update({ id }, changes);
    await this.points.release(accountId, id, releasedPoints);
    return { ...run, ...changes };
  }

  /** A new run with the version and the input of the old one: what has succeeded is taken over, the rest is done again. */
  async retry({ id, accountId }: WorkflowRunEntity, isConfirmed: boolean): Promise<StartedRun> {
    await this.points.lockBalance(accountId);
    const run = await this.locked(id);
    if (!isTerminal(RUN_TRANSITIONS, run.status) || run.status === 'succeeded') throw new ApiError('run_not_retryable');
    if (await this.runs.hasOpenRetry(id)) throw new ApiError('run_not_retryable', { message: BEING_RETRIED });
    const steps = await this.runs.stepsOf(id);
    if (!isConfirmed && steps.some(({ status }) => status === 'uncertain')) throw new ApiError('delivery_uncertain');
    const isPlanLimited = run.runKind === 'test' && !(await this.blocked.mayStartTest(accountId));
    const repetition = { ...repetitionOf(run, await this.definitionOf(run), steps), isPlanLimited };
    const [started] = await this.starter.start([repetition], this.clock.now());
    return started!;
  }

  private async locked(id: string): Promise<WorkflowRunEntity> {
    const run = await this.runs.lock(id);
    if (!run) throw notFound();
    return run;
  }

  private async definitionOf(run: WorkflowRunEntity): Promise<Definition> {
    return run.definition ?? (await this.runs.versionOf(run))!.definition;
  }

  /** The points of what was being sent. */
  private async endSteps(run: WorkflowRunEntity, steps: WorkflowRunStepEntity[]): Promise<number> {
    const waiting = steps.filter(({ status }) => status === 'waiting');
    await this.endAll(waiting, { status: 'cancelled', dueAt: null });
    const { nodes } = await this.definitionOf(run);
    let charged = 0;
    for (const step of steps.filter(isBeingSent)) {
      const billedPoints = priceOf(nodes.find(({ id }) => id === step.nodeId)!);
      await this.endAll([step], { status: 'uncertain', errorCode: 'no_response', billedPoints });
      await this.points.consume(run.accountId, [{ runId: run.id, stepId: step.id, points: billedPoints }]);
      charged += billedPoints;
    }
    return charged;
  }

  private async endAll(
    steps: WorkflowRunStepEntity[],
    end: Partial<Omit<WorkflowRunStepEntity, 'output' | 'changes'>>,
  ): Promise<void> {
    const ids = steps.map(({ id }) => id);
    if (ids.length > 0)
      await this.database
        .repository(WorkflowRunStepEntity)
        .update({ id: In(ids) }, { ...end, completedAt: this.clock.now() });
  }
}

const isBeingSent = ({ status }: WorkflowRunStepEntity): boolean => status === 'running';

function repetitionOf(run: WorkflowRunEntity, definition: Definition, steps: WorkflowRunStepEntity[]): NewRun {
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
    steps: steps.filter((step) => isTakenOver(step, definition)).map((step) => ({ ...step, billedPoints: 0 })),
  };
}

/** A node that has ended its run would end the repetition before it has begun. */
function isTakenOver(step: WorkflowRunStepEntity, definition: Definition): boolean {
  const node = definition.nodes.find(({ id }) => id === step.nodeId)!;
  return step.status === 'succeeded' && typeOf(node).runOutcome === undefined;
}
