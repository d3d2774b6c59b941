import { Injectable } from '@nestjs/common';
import { RunQueue } from './run-queue';
import { RunLeaseRepository } from '../store/run-lease.repository';

/** Finds runs that are due and that nobody looks after: committed and never enqueued, forgotten by the queue, or left by a worker that died. */
@Injectable()
export class RunSweeper {
  constructor(
    private readonly leases: RunLeaseRepository,
    private readonly wakeUps: RunQueue,
  ) {}

  /** One round; never more to do at once, since those it has woken are due until somebody takes them. */
  async step(): Promise<boolean> {
    await this.wakeUps.enqueueOrphaned(await this.leases.orphaned(MOST_AT_ONCE));
    return false;
  }
}

const MOST_AT_ONCE = 500;
