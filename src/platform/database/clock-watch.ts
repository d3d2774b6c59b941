import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '../lifecycle/periodic-tasks';
import { Readiness } from '../lifecycle/readiness';
import { Clock } from '../time';
import { Database } from './database';

/** With a greater difference, times of this process and times of the database contradict each other. */
export const MAX_SECONDS_APART = 2;

/** The problem of a clock that read `sentAt` and `answeredAt` around the database's `databaseAt`; null when the two clocks may agree. */
export function clockProblem(sentAt: Date, databaseAt: Date, answeredAt: Date): string | null {
  const secondsAhead = Math.max(0, sentAt.getTime() - databaseAt.getTime()) / 1000;
  const secondsBehind = Math.max(0, databaseAt.getTime() - answeredAt.getTime()) / 1000;
  const secondsApart = Math.max(secondsAhead, secondsBehind);
  if (secondsApart < MAX_SECONDS_APART) return null;
  const direction = secondsAhead > 0 ? 'ahead of' : 'behind';
  return `The clock of this machine is ${Math.round(secondsApart)} s ${direction} that of the database. ${REMEDY}`;
}

const REMEDY = 'Synchronize both with a time server (NTP). Until then links and tokens may end too early or too late.';

/** Compares the clock with that of the database, which decides about leases, due times and expiry. */
@Injectable()
export class ClockWatch {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly readiness: Readiness,
  ) {}

  /** The database reads its clock at some time between the two readings, so a slow answer proves no difference. */
  @PeriodicTask({ name: 'comparison of the clocks', processes: 'all', everySeconds: 10 })
  async compare(): Promise<boolean> {
    const sentAt = this.clock.now();
    const row = await this.database.queryOne<{ now: Date }>('select clock_timestamp() as now');
    this.readiness.note('clock', clockProblem(sentAt, row!.now, this.clock.now()));
    return false;
  }
}
