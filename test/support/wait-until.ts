import { setTimeout as pause } from 'node:timers/promises';

/** Polls until the condition holds. A rejection counts as not yet. */
export async function waitUntil(isTrue: () => boolean | Promise<boolean>, withinSeconds = 20): Promise<void> {
  const holds = async () => isTrue();
  for (const giveUpAt = Date.now() + withinSeconds * 1000; !(await holds().catch(() => false)); await pause(10)) {
    if (Date.now() > giveUpAt) throw new Error(`The condition did not hold within ${withinSeconds} seconds.`);
  }
}
