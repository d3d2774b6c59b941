import { Injectable } from '@nestjs/common';
import { PointsService } from '../../../accounts/points.service';
import type { Caller } from '../../../api/auth/caller';
import { ApiError, type ErrorCode, notFound, validationFailed } from '../../../api/errors/api-error';
import { AuditEventsRepository } from '../../../api/operation/audit-events.repository';
import { requireScope } from '../../../api/operation/scope.guard';
import { Transactions } from '../../../platform/database/transactions';
import { Clock } from '../../../platform/time';
import { isTerminal, RUN_TRANSITIONS } from '../../definition/state-machine.rules';
import { BlockedRunsService } from '../admission/blocked-runs.service';
import { RunStarter } from '../admission/run-starter';
import { RunBacklogRepository } from '../store/run-backlog.repository';
import { RunDetailsRepository } from '../store/run-details.repository';
import type { NewRun, RetryableRun, RetryFilter, StartedRun } from '../store/run.types';
import { RunsRepository } from '../store/runs.repository';
import type { WorkflowRunEntity, WorkflowRunStepEntity } from '../store/workflow-run.entity';
import { notToLeaveOut, type RetriedWorkflow, sameAgain, withVersion } from './retry.rules';

export interface RunRetries {
  retried: { id: string; newId: string }[];
  refused: { id: string; code: ErrorCode }[];
}

export interface BulkRetry {
  found: number;
  retried: number;
  /** The number of runs that were left out because a delivery may have arrived. */
  uncertain: number;
  /** The number of runs that were left out because they were retried or deleted meanwhile. */
  changed: number;
  /** True when more runs may match the filter than one call retries. */
  isLimited: boolean;
}

export interface RetryOptions {
  workflow: RetriedWorkflow;
  /** True sends deliveries again that may have arrived. */
  isConfirmed: boolean;
  /** The nodes of destinations that the retry skips. */
  leftOut?: readonly string[];
}

@Injectable()
export class RunRetryService {
  constructor(
    private readonly runs: RunsRepository,
    private readonly details: RunDetailsRepository,
    private readonly backlog: RunBacklogRepository,
    private readonly points: PointsService,
    private readonly blocked: BlockedRunsService,
    private readonly starter: RunStarter,
    private readonly clock: Clock,
    private readonly transactions: Transactions,
    private readonly auditEvents: AuditEventsRepository,
  ) {}

  /**
   * Starts a new run with the input of this one, in the transaction of the caller. With the same version, succeeded steps are copied and
   * all others are executed again. With the published version, all steps are executed again except deliveries that have succeeded. A run
   * with a retry is refused, since only the newest run of a chain knows which steps have succeeded.
   */
  async retry({ formId, id, accountId }: RunToRetry, { workflow, isConfirmed, leftOut = [] }: RetryOptions): Promise<StartedRun> {
    await this.points.lockBalance(accountId); // accounts are locked before runs, as everywhere
    const run = await this.runs.lock({ formId, id });
    if (!run) throw notFound();
    if (await this.runs.isOfTrashed(run)) throw new ApiError('submission_trashed');
    if (!isTerminal(RUN_TRANSITIONS, run.status) || run.status === 'succeeded') throw new ApiError('run_not_retryable');
    if (await this.runs.hasRetry(run)) throw new ApiError('run_not_retryable', { message: HAS_RETRY });
    const steps = await this.runs.stepsOf(run);
    if (!isConfirmed && steps.some(({ status, nodeId }) => status === 'uncertain' && !leftOut.includes(nodeId)))
      throw new ApiError('delivery_uncertain');
    const retry = await (workflow === 'published' ? this.withPublished(run, leftOut) : this.sameAgain(run, steps, leftOut));
    const isPlanLimited = run.runKind === 'test' && !(await this.blocked.mayStartTest(accountId));
    if (run.dismissedAt) await this.runs.recall(run);
    return this.starter.start({ ...retry, isPlanLimited }, this.clock.now());
  }

  async retryMany(caller: Caller, ids: readonly string[], options: RetryOptions): Promise<RunRetries> {
    const found = new Map((await this.runs.visibleOf(caller, ids)).map((run) => [run.id, run]));
    const retries: RunRetries = { retried: [], refused: [] };
    for (const id of ids) {
      const run = found.get(id);
      const result = run ? await orRefusal(() => this.retryAs(caller, run, options)) : 'resource_not_found';
      if (typeof result === 'string') retries.refused.push({ id, code: result });
      else retries.retried.push({ id, newId: result.id });
    }
    return retries;
  }

  /** The number of runs that `retryAll` would retry or leave out. Changes nothing. */
  async countRetryable(filter: RetryFilter): Promise<BulkRetry> {
    const runs = await this.backlog.retryable(filter, MAX_RETRIES);
    const uncertain = runs.filter(({ hasUncertain }) => hasUncertain).length;
    return { found: runs.length, retried: 0, uncertain, changed: 0, isLimited: runs.length === MAX_RETRIES };
  }

  /**
   * Retries each run in a transaction of its own, with an audit event, so that a failure does not undo earlier retries. Repeated and
   * concurrent calls retry a run only once.
   */
  async retryAll(filter: RetryFilter, workflow: RetriedWorkflow): Promise<BulkRetry> {
    const runs = await this.backlog.retryable(filter, MAX_RETRIES);
    const counts = { retried: 0, uncertain: 0, changed: 0 };
    for (const run of runs) {
      const result = await orRefusal(() => this.retryAudited(run, workflow));
      if (typeof result === 'string') counts[result === 'delivery_uncertain' ? 'uncertain' : 'changed'] += 1;
      else counts.retried += 1;
    }
    return { found: runs.length, ...counts, isLimited: runs.length === MAX_RETRIES };
  }

  private async sameAgain(run: WorkflowRunEntity, steps: WorkflowRunStepEntity[], leftOut: readonly string[]): Promise<NewRun> {
    const definition = await this.details.definitionOf(run);
    requireToLeaveOut(notToLeaveOut(leftOut, definition, steps));
    return sameAgain(run, definition, steps, leftOut);
  }

  private async withPublished(run: WorkflowRunEntity, leftOut: readonly string[]): Promise<NewRun> {
    const version = run.runKind === 'test' ? null : await this.details.publishedVersion(run);
    if (!version) throw new ApiError('run_not_retryable', { message: run.runKind === 'test' ? IS_TEST : NOTHING_PUBLISHED });
    const delivered = await this.details.deliveredOf(run);
    requireToLeaveOut(notToLeaveOut(leftOut, version.definition, delivered));
    return withVersion(run, version, delivered, leftOut);
  }

  private async retryAs(caller: Caller, run: WorkflowRunEntity, options: RetryOptions): Promise<StartedRun> {
    requireScope(caller, controlScopeOf(run));
    return this.retry(run, options);
  }

  private retryAudited(run: RetryableRun, workflow: RetriedWorkflow): Promise<StartedRun> {
    return this.transactions.run(async () => {
      const started = await this.retry(run, { workflow, isConfirmed: false });
      const { id: resourceId, accountId, formId } = run;
      await this.auditEvents.insert({ accountId, action: 'runs retry', formId, resourceId });
      return started;
    });
  }
}

function requireToLeaveOut(refused: readonly string[]): void {
  if (refused.length > 0)
    throw validationFailed([{ path: 'skip', message: 'must name destinations of the workflow that are not delivered' }]);
}

type RunToRetry = Pick<RetryableRun, 'formId' | 'id' | 'accountId'>;

const MAX_RETRIES = 10_000;
const HAS_RETRY = 'This run has been retried already. Retry the newest run of the chain instead.';
const IS_TEST = 'A test runs a draft. It can be repeated as it was, or started anew from the draft.';
const NOTHING_PUBLISHED = 'No version of the workflow is published.';

export const controlScopeOf = ({ runKind }: Pick<WorkflowRunEntity, 'runKind'>) =>
  runKind === 'test' ? 'workflows:test' : 'workflows:publish';

/** The started run, or the error code of a refusal. A refused retry has written nothing. */
function orRefusal(retry: () => Promise<StartedRun>): Promise<StartedRun | ErrorCode> {
  return retry().catch((error: unknown) => {
    if (error instanceof ApiError) return error.code;
    throw error;
  });
}
