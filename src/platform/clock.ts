/** Where the service reads the time, so that a test can set it. Durations are measured with the monotonic clock instead. */
export abstract class Clock {
  abstract now(): Date;
}

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}
