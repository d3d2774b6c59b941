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
 * The result of the work or, when the work exceeds the time limit, that of `atExpiry`, which rejects by default. The work is not cancelled,
 * and its later outcome is ignored. A busy event loop runs timers before it reads its sockets, so the limit counts only after that reading.
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
