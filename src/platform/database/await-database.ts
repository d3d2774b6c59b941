import { setTimeout as pause } from 'node:timers/promises';
import { databaseFailureOf } from './database-errors.rules';
import { refuseUnreachable } from './refuse-unreachable';

/**
 * Waits for a database that is not up yet, since containers start in any order. Resolves in any case: when it is not there after
 * half a minute, or refuses us, whoever connects next tells why.
 */
export async function awaitDatabase(
  url: string,
  onNotice: (line: string) => void,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const giveUpAtMs = performance.now() + patienceMs;
  let isToldOf = false;
  while (!(await answers(url)) && performance.now() < giveUpAtMs) {
    if (!isToldOf) onNotice('The database does not answer yet. The service starts as soon as it does.');
    isToldOf = true;
    await pause(TRY_AGAIN_MS);
  }
}

/** A refusal, of a password for example, is an answer. */
async function answers(url: string): Promise<boolean> {
  try {
    await refuseUnreachable(url);
    return true;
  } catch (error) {
    return databaseFailureOf((error as Error).cause) !== 'unavailable';
  }
}

const PATIENCE_MS = 30_000;
const TRY_AGAIN_MS = 500;
