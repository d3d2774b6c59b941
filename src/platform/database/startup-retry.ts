import { setTimeout as pause } from 'node:timers/promises';
import { messageOf, OperatorError } from '../errors/operator-error';
import { connectionRemedyOf, databaseFailureOf } from './database-errors.rules';

/** The time from the first failure of a step of the start for which the step is repeated. */
export const STARTUP_WAIT_MS = 30_000;

/**
 * Repeats a step of the start while the database is unavailable, since containers start in any order and a database may fail while the
 * process starts. The step closes what it has opened when it fails. Concurrent steps that wait for the same outage report it once.
 * Throws an `OperatorError` when the time is over, and at once any other error of the step, such as that of a wrong password.
 */
export async function retryUntilAvailable<Result>(
  step: () => Promise<Result>,
  onNotice: (line: string) => void,
  timeoutMs = STARTUP_WAIT_MS,
): Promise<Result> {
  let deadlineMs: number | null = null;
  try {
    for (;;) {
      try {
        return await step();
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        if (deadlineMs !== null && performance.now() >= deadlineMs) throw unreachable(error);
      }
      if (deadlineMs === null && waitingSteps++ === 0) onNotice(NOTICE);
      deadlineMs ??= performance.now() + timeoutMs;
      await pause(RETRY_DELAY_MS);
    }
  } finally {
    if (deadlineMs !== null) waitingSteps--;
  }
}

let waitingSteps = 0;
const NOTICE = 'The database does not answer yet. The service starts as soon as it does.';
const RETRY_DELAY_MS = 500;

const isUnavailable = (error: unknown): boolean =>
  databaseFailureOf(error instanceof OperatorError ? error.cause : error) === 'unavailable';

/** The error with its remedy. */
export const unreachable = (cause: unknown): OperatorError =>
  cause instanceof OperatorError
    ? cause
    : new OperatorError(`The database cannot be reached: ${messageOf(cause)}. ${connectionRemedyOf(cause)} ${DOCTOR}`, {
        cause,
      });

const DOCTOR = '"npm run cli -- doctor" says more.';
