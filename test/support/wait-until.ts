import { setTimeout as pause } from 'node:timers/promises';
import { currentScope } from './at-end';

/**
 * Polls until the condition holds. A rejection counts as not yet. The time limit only ends a test that has failed, so it is far longer
 * than the condition takes on a busy machine.
 */
export async function waitUntil(isTrue: () => boolean | Promise<boolean>, withinSeconds = 120): Promise<void> {
  const scope = currentScope();
  const holds = async () => isTrue();
  for (const giveUpAt = Date.now() + withinSeconds * 1000; !(await holds().catch(() => false)); await pause(10)) {
    if (scope.isOver) throw new Error('The test was over before the condition held.');
    if (Date.now() > giveUpAt) throw new Error(`The condition did not hold within ${withinSeconds} seconds.`);
  }
}
