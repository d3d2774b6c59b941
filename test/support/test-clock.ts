import { Clock } from '../../src/platform/time';

/** The system clock with an offset that a test can increase. */
export class TestClock extends Clock {
  private aheadMs = 0;

  now(): Date {
    return new Date(Date.now() + this.aheadMs);
  }

  forward(by: { hours?: number; minutes?: number; seconds?: number }): void {
    this.aheadMs += ((by.hours ?? 0) * 3600 + (by.minutes ?? 0) * 60 + (by.seconds ?? 0)) * 1000;
  }
}
