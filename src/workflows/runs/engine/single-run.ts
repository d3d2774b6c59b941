import { Injectable } from '@nestjs/common';
import { RunLeaseRepository } from '../store/run-lease.repository';
import { RunsToExecuteRepository } from '../store/runs-to-execute.repository';
import { RunExecutor } from './run-executor';

/** Executes single runs in a process that is no worker, and so executes no others. */
@Injectable()
export class SingleRun {
  constructor(
    private readonly leases: RunLeaseRepository,
    private readonly runs: RunsToExecuteRepository,
    private readonly executor: RunExecutor,
  ) {}

  /** The run that a submission has just started, as far as it can go now. Nothing happens when a worker has taken it already. */
  async executeOf(submission: { formId: string; id: string }): Promise<void> {
    const claimedAtMs = performance.now();
    const lease = await this.leases.claimNewOf(PROCESS, submission);
    if (!lease) return;
    for (const run of await this.runs.read([lease])) await this.executor.execute(run, claimedAtMs);
  }
}

const PROCESS = `command-${process.pid}`;
