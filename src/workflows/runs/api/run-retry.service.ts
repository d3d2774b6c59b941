import { Injectable } from '@nestjs/common';
import { PointsService } from '../../../accounts/points.service';
import type { Caller } from '../../../api/auth/caller';
import { ApiError, type ErrorCode, notFound } from '../../../api/errors/api-error';
import { AuditEventsRepository } from '../../../api/operation/audit-events.repository';
import { requireScope } from '../../../api/operation/scope.guard';
import { Transactions } from '../../../platform/database/transactions';
import { Clock } from '../../../platform/time';
import { estimateCost } from '../../definition/cost.rules';
import { priceOf, testPriceOf } from '../../definition/price.rules';
import { isTerminal, RUN_TRANSITIONS } from '../../definition/state-machine.rules';
import type { Definition } from '../../model/definition.types';
import { typeOf } from '../../nodes/node-types.rules';
import { BlockedRunsService } from '../admission/blocked-runs.service';
import { RunStarter } from '../admission/run-starter';
import { RetryableRunsRepository } from '../store/retryable-runs.repository';
import { RunSourcesRepository } from '../store/run-sources.repository';
import type { NewRun, RetryableRun, RetryFilter, StartedRun } from '../store/run.types';
import { RunsRepository } from '../store/runs.repository';
import type { WorkflowRunEntity, WorkflowRunStepEntity } from '../store/workflow-run.entity';

export interface RunRetries {
  retried: { id: string; newId: string }[];
  refused: { id: string; code: ErrorCode }[];
}

/** The result of retrying what a filter finds. */
export interface BulkRetry {
  /** The number of runs that match. */
  found: number;
  retried: number;
  /** Left out, since a delivery may have arrived. */
  uncertain: number;
  /** Left out, since they were retried or deleted meanwhile. */
  changed: number;
  /** There may be more runs than one call retries. */
  isLimited: boolean;
}

/** Retries runs: one, those that a caller names, or those that an operator's filter finds. */
@Injectable()
export class RunRetryService {
  constructor(
    private readonly runs: RunsRepository,
    private readonly sources: RunSourcesRepository,
    private readonly retryable: RetryableRunsRepository,
    private readonly points: PointsService,
    private readonly blocked: BlockedRunsService,
    private readonly starter: RunStarter,
    private readonly clock: Clock,
    private readonly transactions: Transactions,
    private readonly auditEvents: AuditEventsRepository,
  ) {}

  /**
   * Starts a new run with the version and the input of this one, in the transaction of the caller. Succeeded steps are copied, all others
   * are executed again. Only the newest run of a chain of retries knows which steps have succeeded, so a run with a retry is refused.
   */
  async retry({ formId, id, accountId }: Pick<RetryableRun, 'formId' | 'id' | 'accountId'>, isConfirmed: boolean): Promise<StartedRun> {
    await this.points.lockBalance(accountId); // before runs, as everywhere
    const run = await this.runs.lock({ formId, id });
    if (!run) throw notFound();
    if (!isTerminal(RUN_TRANSITIONS, run.status) || run.status === 'succeeded') throw new ApiError('run_not_retryable');
    if (await this.runs.hasRetry(run)) throw new ApiError('run_not_retryable', { message: HAS_RETRY });
    const steps = await this.runs.stepsOf(run);
    if (!isConfirmed && steps.some(({ status }) => status === 'uncertain')) throw new ApiError('delivery_uncertain');
    const isPlanLimited = run.runKind === 'test' && !(await this.blocked.mayStartTest(accountId));
    const retry = { ...retryOf(run, await this.sources.definitionOf(run), steps), isPlanLimited };
    return this.starter.start(retry, this.clock.now());
  }

  /** Retries the runs with these ids, in the transaction of the caller. Those that cannot be retried are refused one by one. */
  async retryMany(caller: Caller, ids: readonly string[], isConfirmed: boolean): Promise<RunRetries> {
    const found = new Map((await this.runs.visibleOf(caller, ids)).map((run) => [run.id, run]));
    const retries: RunRetries = { retried: [], refused: [] };
    for (const id of ids) {
      const run = found.get(id);
      const result = run ? await this.orRefusal(() => this.retryAs(caller, run, isConfirmed)) : 'resource_not_found';
      if (typeof result === 'string') retries.refused.push({ id, code: result });
      else retries.retried.push({ id, newId: result.id });
    }
    return retries;
  }

  /** The number of runs that `retryAll` would retry or leave out. Changes nothing. */
  async countRetryable(filter: RetryFilter): Promise<BulkRetry> {
    const runs = await this.retryable.find(filter, MAX_RETRIES);
    const uncertain = runs.filter(({ hasUncertain }) => hasUncertain).length;
    return { found: runs.length, retried: 0, uncertain, changed: 0, isLimited: runs.length === MAX_RETRIES };
  }

  /**
   * Retries each run in a transaction of its own, with an audit event. A run is retried once however often this is called, also by several
   * callers at once, and what is done stays done if a later run fails.
   */
  async retryAll(filter: RetryFilter): Promise<BulkRetry> {
    const runs = await this.retryable.find(filter, MAX_RETRIES);
    const counts = { retried: 0, uncertain: 0, changed: 0 };
    for (const run of runs) {
      const result = await this.orRefusal(() => this.retryAudited(run));
      if (typeof result === 'string') counts[result === 'delivery_uncertain' ? 'uncertain' : 'changed'] += 1;
      else counts.retried += 1;
    }
    return { found: runs.length, ...counts, isLimited: runs.length === MAX_RETRIES };
  }

  private async retryAs(caller: Caller, run: WorkflowRunEntity, isConfirmed: boolean): Promise<StartedRun> {
    requireScope(caller, controlScopeOf(run));
    return this.retry(run, isConfirmed);
  }

  private retryAudited(run: RetryableRun): Promise<StartedRun> {
    return this.transactions.run(async () => {
      const started = await this.retry(run, false);
      const { id: resourceId, accountId, formId } = run;
      await this.auditEvents.insert({ accountId, action: 'runs retry', formId, resourceId });
      return started;
    });
  }

  /** The started run, or the code of a refusal, which is found before anything is written. */
  private orRefusal(retry: () => Promise<StartedRun>): Promise<StartedRun | ErrorCode> {
    return retry().catch((error: unknown) => {
      if (error instanceof ApiError) return error.code;
      throw error;
    });
  }
}

const MAX_RETRIES = 10_000;
const HAS_RETRY = 'This run has been retried already. Retry the newest run of the chain instead.';

/** The scope that controls a run. */
export const controlScopeOf = ({ runKind }: Pick<WorkflowRunEntity, 'runKind'>) =>
  runKind === 'test' ? 'workflows:test' : 'workflows:publish';

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
