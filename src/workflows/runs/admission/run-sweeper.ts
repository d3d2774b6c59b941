import { Injectable } from '@nestjs/common';
import { RunLeaseRepository } from '../store/run-lease.repository';
import { RunQueue } from './run-queue';

/** Wakes workers for runs that are due and that no worker holds: their wake-up was lost, or their worker crashed. */
@Injectable()
export class RunSweeper {
  constructor(
    private readonly leases: RunLeaseRepository,
    private readonly queue: RunQueue,
  ) {}

  /** A periodic task, and never one with more to do at once: a worker that is woken claims all of them. */
  async sweep(): Promise<boolean> {
    if (await this.leases.hasOrphans()) await this.queue.wake();
    return false;
  }
}
