import { setTimeout as pause } from 'node:timers/promises';

/** Waits until something is true; errors on the way count as not yet. */
export async function eventually(isTrue: () => boolean | Promise<boolean>, withinSeconds = 20): Promise<void> {
  const holds = async () => isTrue();
  for (const giveUpAt = Date.now() + withinSeconds * 1000; !(await holds().catch(() => false)); await pause(10)) {
    if (Date.now() > giveUpAt) throw new Error(`It did not become true within ${withinSeconds} seconds.`);
  }
}
