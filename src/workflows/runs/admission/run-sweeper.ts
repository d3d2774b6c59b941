import { Injectable } from '@nestjs/common';
import { RunLeaseRepository } from '../store/run-lease.repository';
import { RunQueue } from './run-queue';

/** Enqueues runs that are due and that no worker holds: never enqueued after their commit, lost by the queue, or left by a worker that crashed. */
@Injectable()
export class RunSweeper {
  constructor(
    private readonly leases: RunLeaseRepository,
    private readonly queue: RunQueue,
  ) {}

  /** A periodic task, and never one with more to do at once: the runs that it has enqueued stay due until a worker takes them. */
  async sweep(): Promise<boolean> {
    await this.queue.enqueueOrphaned(await this.leases.orphaned(BATCH_SIZE));
    return false;
  }
}

const BATCH_SIZE = 500;
