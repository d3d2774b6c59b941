/** The time of day, which tests can set. Durations are measured with the monotonic clock instead. */
export abstract class Clock {
  abstract now(): Date;
}

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}

/**
 * The result of the work, or that of `atExpiry` when the work takes longer than the limit; by default it rejects then. The work itself is
 * not cancelled, and its later outcome is ignored. A busy event loop handles its timers before the answers that wait in its sockets, so
 * that the limit counts after these have been read.
 */
export async function withTimeout<Result>(
  limitMs: number,
  work: Promise<Result>,
  atExpiry: () => Result = () => {
    throw new Error(`There was no answer within ${limitMs / 1000} seconds.`);
  },
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  let afterSockets: NodeJS.Immediate | undefined;
  const expiry = new Promise<void>((resolve) => {
    timer = setTimeout(() => (afterSockets = setImmediate(resolve)), limitMs);
  });
  try {
    return await Promise.race([work, expiry.then(atExpiry)]);
  } finally {
    clearTimeout(timer);
    clearImmediate(afterSockets);
  }
}
