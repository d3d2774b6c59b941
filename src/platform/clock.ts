/** The time of day, which tests can set. Durations are measured with the monotonic clock instead. */
export abstract class Clock {
  abstract now(): Date;
}

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}
