import { Injectable } from '@nestjs/common';
import type { ReservationRequest } from '../../../accounts/points.rules';
import { PointsService } from '../../../accounts/points.service';
import { Transactions } from '../../../platform/database/transactions';
import { newId } from '../../../platform/ids';
import type { RunStatus } from '../../definition/state-machine.rules';
import { RunSourcesRepository } from '../store/run-sources.repository';
import type { NewRun, StartedRun } from '../store/run.types';
import { RunsRepository } from '../store/runs.repository';
import { RunQueue } from './run-queue';

/** Creates runs in the transaction of their cause, and enqueues them after its commit. */
@Injectable()
export class RunCreationService {
  constructor(
    private readonly transactions: Transactions,
    private readonly sources: RunSourcesRepository,
    private readonly runs: RunsRepository,
    private readonly points: PointsService,
    private readonly queue: RunQueue,
  ) {}

  /** Creates one run for each submission whose form has a published workflow. */
  async startForSubmissions(submissions: readonly { id: string; formId: string }[], now: Date): Promise<void> {
    if (submissions.length === 0) return;
    const published = await this.sources.publishedWorkflows([...new Set(submissions.map(({ formId }) => formId))]);
    const runs = submissions.flatMap(({ id, formId }): NewRun[] => {
      const workflow = published.get(formId);
      return workflow ? [{ ...workflow, draft: null, submissionId: id, input: null, runKind: 'production' }] : [];
    });
    if (runs.length > 0) await this.start(runs, now);
  }

  /** Resolves with the started runs, in order. A run without enough points is blocked until the account has them. */
  async start(runs: readonly NewRun[], now: Date): Promise<StartedRun[]> {
    const identified = runs.map((run) => ({ ...run, id: newId() }));
    const granted = await this.reserve(identified.filter(({ isPlanLimited }) => !isPlanLimited));
    const started = identified.map((run) => {
      const status = initialStatus(run, granted.has(run.id));
      return { ...run, status, reservedPoints: status === 'pending' ? run.maxCost : 0 };
    });
    await this.runs.insert(started, now);
    const pending = started.filter(({ status }) => status === 'pending').map(({ id }) => id);
    await this.transactions.afterCommit(() => void this.queue.enqueue(pending)); // the reply does not wait for the queue
    return started;
  }

  private reserve(runs: readonly (NewRun & { id: string })[]): Promise<Set<string>> {
    const requests = new Map<string, ReservationRequest[]>();
    for (const { accountId, id, maxCost } of runs) {
      requests.set(accountId, [...(requests.get(accountId) ?? []), { runId: id, points: maxCost }]);
    }
    return this.points.reserveForMany(requests);
  }
}

function initialStatus({ isPlanLimited }: NewRun, isGranted: boolean): RunStatus {
  if (isPlanLimited) return 'blocked_plan_limits';
  return isGranted ? 'pending' : 'blocked_insufficient_compute_points';
}
