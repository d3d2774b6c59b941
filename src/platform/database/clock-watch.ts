import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '../lifecycle/periodic-tasks';
import { Readiness } from '../lifecycle/readiness';
import { Clock } from '../time';
import { clockProblem } from './clock.rules';
import { Database } from './database';

/** Compares the clock of this machine with that of the database, which decides over leases, due times and expiry. */
@Injectable()
export class ClockWatch {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly readiness: Readiness,
  ) {}

  /** The answer was given at some time between both readings, so a slow one proves no difference. */
  @PeriodicTask({ name: 'comparison of the clocks', processes: 'all', everySeconds: 10 })
  async compare(): Promise<boolean> {
    const sentAt = this.clock.now();
    const row = await this.database.queryOne<{ now: Date }>('select clock_timestamp() as now');
    this.readiness.note('clock', clockProblem(sentAt, row!.now, this.clock.now()));
    return false;
  }
}
