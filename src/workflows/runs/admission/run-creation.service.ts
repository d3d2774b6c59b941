import { Injectable } from '@nestjs/common';
import type { ReservationRequest } from '../../../accounts/points.rules';
import { PointsService } from '../../../accounts/points.service';
import { Transactions } from '../../../platform/database/transactions';
import { newId } from '../../../platform/ids';
import type { RunStatus } from '../../definition/state-machine.rules';
import { RunQueue } from './run-queue';
import { RunCreationRepository } from '../store/run-creation.repository';
import type { NewRun, StartedRun } from '../store/run-creation.types';

/** Makes runs in the transaction of whatever causes them, and wakes a worker once that has committed. */
@Injectable()
export class RunCreationService {
  constructor(
    private readonly transactions: Transactions,
    private readonly runs: RunCreationRepository,
    private readonly points: PointsService,
    private readonly wakeUps: RunQueue,
  ) {}

  /** One run for each submission whose form has a published workflow. */
  async startForSubmissions(submissions: readonly { id: string; formId: string }[], now: Date): Promise<void> {
    if (submissions.length === 0) return;
    const published = await this.runs.publishedWorkflows([...new Set(submissions.map(({ formId }) => formId))]);
    const runs = submissions.flatMap(({ id, formId }): NewRun[] => {
      const workflow = published.get(formId);
      return workflow ? [{ ...workflow, draft: null, submissionId: id, input: null, runKind: 'production' }] : [];
    });
    if (runs.length > 0) await this.start(runs, now);
  }

  /** What each run was given, in order. One that cannot have its points is blocked, and goes on by itself when there are some. */
  async start(runs: readonly NewRun[], now: Date): Promise<StartedRun[]> {
    const named = runs.map((run) => ({ ...run, id: newId() }));
    const granted = await this.reserve(named.filter(({ isPlanLimited }) => !isPlanLimited));
    const started = named.map((run) => {
      const status = statusOf(run, granted.has(run.id));
      return { ...run, status, reservedPoints: status === 'pending' ? run.maxCost : 0 };
    });
    await this.runs.insert(started, now);
    const awake = started.filter(({ status }) => status === 'pending').map(({ id }) => id);
    await this.transactions.afterCommit(() => void this.wakeUps.enqueue(awake)); // nobody waits for the queue
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

function statusOf({ isPlanLimited }: NewRun, isGranted: boolean): RunStatus {
  if (isPlanLimited) return 'blocked_plan_limits';
  return isGranted ? 'pending' : 'blocked_insufficient_compute_points';
}
