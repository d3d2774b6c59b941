import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../api/auth/caller';
import { ApiError, type ErrorCode, notFound } from '../../../api/errors/api-error';
import { Transactions } from '../../../platform/database/transactions';
import { RunQueue } from '../admission/run-queue';
import { type RunKey, RunsRepository } from '../store/runs.repository';
import { controlScopeOf } from './run-retry.service';

export interface Dismissals {
  dismissed: string[];
  refused: { id: string; code: ErrorCode }[];
}

@Injectable()
export class RunControlService {
  constructor(
    private readonly runs: RunsRepository,
    private readonly queue: RunQueue,
    private readonly transactions: Transactions,
  ) {}

  dismiss(run: RunKey): Promise<void> {
    return this.runs.dismiss([run]);
  }

  /** Dismisses the runs that the caller may control, and lists the others with their errors. */
  async dismissMany(caller: Caller, ids: readonly string[]): Promise<Dismissals> {
    const found = new Map((await this.runs.visibleOf(caller, ids)).map((run) => [run.id, run]));
    const runs = [...found.values()].filter((run) => caller.scopes.has(controlScopeOf(run)));
    await this.runs.dismiss(runs);
    const dismissed = new Set(runs.map(({ id }) => id));
    const refused = ids.filter((id) => !dismissed.has(id));
    return {
      dismissed: ids.filter((id) => dismissed.has(id)),
      refused: refused.map((id) => ({ id, code: found.has(id) ? 'insufficient_scope' : 'resource_not_found' })),
    };
  }

  /** Continues at once a run whose steps wait for their next attempt or for the end of a delay. */
  async resume(key: RunKey): Promise<void> {
    const run = await this.runs.lock(key);
    if (!run) throw notFound();
    if (await this.runs.isOfTrashed(run)) throw new ApiError('submission_trashed');
    const isHeld = run.leaseOwner !== null;
    if (isHeld) throw new ApiError('run_not_waiting', { message: IS_HELD });
    if (run.status !== 'running' || !(await this.runs.makeDue(run))) throw new ApiError('run_not_waiting');
    await this.transactions.afterCommit(() => void this.queue.wake()); // the reply does not wait for the queue
  }
}

const IS_HELD = 'A step of this run is being carried out at this moment. Ask again when that has ended.';
