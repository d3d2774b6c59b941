import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Config } from '../../../platform/config/config';
import { CONFIG } from '../../../platform/config/config.token';
import { databaseFailureOf } from '../../../platform/database/database-errors.rules';
import { failPoint } from '../../../platform/fail-point';
import { RunQueue } from '../admission/run-queue';
import { LeasedRunsRepository } from '../store/leased-runs.repository';
import { RunLeaseRepository } from '../store/run-lease.repository';
import type { Lease, LeasedRun } from '../store/run.types';
import { RunExecutor } from './run-executor';

/** Claims due runs in groups and executes each of them, as many at once as this worker has slots. */
@Injectable()
export class RunDispatcher {
  private readonly log = new Logger('Runs');
  private readonly workerName = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  private readonly maxExecutions: number;
  private readonly executions = new Set<Promise<void>>();
  private onSlotFree = (): void => undefined;
  private isStopping = false;

  constructor(
    private readonly leases: RunLeaseRepository,
    private readonly runs: LeasedRunsRepository,
    private readonly executor: RunExecutor,
    private readonly queue: RunQueue,
    @Inject(CONFIG) { workerConcurrency }: Pick<Config, 'workerConcurrency'>,
  ) {
    this.maxExecutions = workerConcurrency * EXECUTIONS_PER_SLOT;
  }

  /**
   * Resolves once no due run is left to claim; the executions go on. While all slots are taken it waits for a free one, so that a wake-up
   * which this worker could not serve stays with the queue for other workers.
   */
  async dispatch(): Promise<void> {
    for (let isFirst = true; ; isFirst = false) {
      const slots = await this.freeSlots();
      if (this.isStopping) return;
      const limit = Math.min(slots, MAX_GROUP);
      const claimed = await this.startGroup(limit);
      if (claimed < limit) return;
      if (isFirst) void this.queue.wake(); // another worker may have free slots
    }
  }

  /** Claims and begins nothing more. */
  stop(): void {
    this.isStopping = true;
    this.executor.drain();
    this.onSlotFree();
  }

  /** Resolves when no execution is left. */
  async idle(): Promise<void> {
    while (this.executions.size > 0) await Promise.all(this.executions);
  }

  /** Executions that are written together end together, so that their slots become free for one group. */
  private async freeSlots(): Promise<number> {
    while (this.executions.size >= this.maxExecutions && !this.isStopping) {
      await new Promise<void>((resolve) => (this.onSlotFree = resolve));
      await nextTurn();
    }
    return this.maxExecutions - this.executions.size;
  }

  private async startGroup(limit: number): Promise<number> {
    const claimedAtMs = performance.now();
    const leases = await this.leases.claim(this.workerName, limit);
    if (leases.length > 0) failPoint('leases-claimed');
    const runs = leases.length > 0 ? await this.read(leases) : [];
    for (const run of runs) this.start(run, claimedAtMs);
    return leases.length;
  }

  /** A run that cannot be read must not hold up its group, so that after a failure each one is read for itself. */
  private async read(leases: readonly Lease[]): Promise<LeasedRun[]> {
    try {
      return await this.runs.read(leases);
    } catch (error) {
      if (leases.length === 1 || databaseFailureOf(error) === 'unavailable') throw error;
    }
    const runs: LeasedRun[] = [];
    for (const lease of leases) {
      runs.push(...(await this.runs.read([lease]).catch((error: unknown) => this.reported(error, lease))));
    }
    return runs;
  }

  private start(run: LeasedRun, claimedAtMs: number): void {
    const execution = this.executor
      .execute(run, claimedAtMs)
      .catch((error: unknown) => this.reported(error, run))
      .then(() => {
        this.executions.delete(execution);
        this.onSlotFree();
      });
    this.executions.add(execution);
  }

  /** A worker resumes the run when its lease has ended. An outage of the database is not reported for each run. */
  private reported(error: unknown, { id }: Lease): [] {
    if (databaseFailureOf(error) !== 'unavailable') this.log.error({ err: error, run_id: id }, INTERRUPTED);
    return [];
  }
}

const INTERRUPTED = 'A run was interrupted and will be resumed.';

/** Most of the time of a run is spent waiting for the database and for receivers. */
const EXECUTIONS_PER_SLOT = 10;

/** Limits the memory and the time that reading a group takes. */
const MAX_GROUP = 64;
