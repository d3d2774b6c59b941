import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { type Config, CONFIG } from '../../../platform/config/config';
import { databaseFailureOf } from '../../../platform/database/database-errors.rules';
import { failPoint } from '../../../platform/fail-point';
import { PeriodicTask } from '../../../platform/lifecycle/periodic-tasks';
import { type ClaimedWork, LeasedWork } from '../../../platform/queue/leased-work';
import { RunQueue } from '../admission/run-queue';
import { LeasedRunsRepository } from '../store/leased-runs.repository';
import type { Lease, LeasedRun } from '../store/run.types';
import { RunExecutor } from './run-executor';

@Injectable()
export class RunDispatcher extends LeasedWork {
  private readonly workerName = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;

  constructor(
    queue: RunQueue,
    private readonly runs: LeasedRunsRepository,
    private readonly executor: RunExecutor,
    @Inject(CONFIG) { runsPerWorker }: Pick<Config, 'runsPerWorker'>,
  ) {
    super(queue, { slots: runsPerWorker, logName: 'Runs', failure: 'A run was interrupted and will be resumed.' });
  }

  override stop(): void {
    super.stop();
    this.executor.drain();
  }

  @PeriodicTask({ name: 'sweep of orphaned runs', processes: 'worker', everySeconds: 2 })
  override sweep(): Promise<boolean> {
    return super.sweep();
  }

  protected override hasOrphans(): Promise<boolean> {
    return this.runs.hasOrphans();
  }

  protected override async claim(slots: number): Promise<ClaimedWork> {
    const limit = Math.min(slots, MAX_GROUP);
    const claimedAtMs = performance.now();
    const leases = await this.runs.claim(this.workerName, limit);
    if (leases.length > 0) failPoint('leases-claimed');
    const runs = leases.length > 0 ? await this.read(leases) : [];
    const items = runs.map((run) => ({ execute: () => this.executor.execute(run, claimedAtMs), labels: labelsOf(run) }));
    return { items, hasMore: leases.length === limit };
  }

  /** Reads the runs one by one after a failure, so that a run that cannot be read does not block its group. */
  private async read(leases: readonly Lease[]): Promise<LeasedRun[]> {
    try {
      return await this.runs.read(leases);
    } catch (error) {
      if (leases.length === 1 || databaseFailureOf(error) === 'unavailable') throw error;
    }
    const runs: LeasedRun[] = [];
    for (const lease of leases) {
      const read = await this.runs.read([lease]).catch((error: unknown) => this.report(error, labelsOf(lease)));
      runs.push(...(read ?? []));
    }
    return runs;
  }
}

const labelsOf = ({ id }: Lease): Record<string, string> => ({ run_id: id });

/** Limits the memory and the time that reading a group takes. */
const MAX_GROUP = 64;
