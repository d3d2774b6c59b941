import { setTimeout as pause } from 'node:timers/promises';
import { currentScope } from './at-end';

/**
 * Polls until the condition holds, the longer it takes the less often, so that other tests get the processors. A rejection counts as not
 * yet. The time limit only ends a test that has failed, so it is far longer than the condition takes on a busy machine.
 */
export async function waitUntil(isTrue: () => boolean | Promise<boolean>, withinSeconds = 120): Promise<void> {
  const scope = currentScope();
  const holds = async () => isTrue();
  for (const begun = Date.now(); !(await holds().catch(() => false)); await pause(intervalMs(Date.now() - begun))) {
    if (scope.isOver) throw new Error('The test was over before the condition held.');
    if (Date.now() > begun + withinSeconds * 1000) throw new Error(`The condition did not hold within ${withinSeconds} seconds.`);
  }
}

/** A tenth of the time waited so far, between 20 and 200 milliseconds. */
const intervalMs = (waitedMs: number): number => Math.min(Math.max(waitedMs / 10, 20), 200);
