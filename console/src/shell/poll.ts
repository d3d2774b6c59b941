import { ApiError } from 'form-collection-client';

const LONGEST_PAUSE_MS = 10_000;

/** Resolves after a pause, or at once when the signal is aborted. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });

/** Repeats a request while the tab is visible, with pauses that grow after failures. The page shows elsewhere that the service is away. */
export async function poll(ask: () => Promise<unknown>, signal: AbortSignal, pauseMs = 2500): Promise<void> {
  for (let failures = 0; ;) {
    await pause(Math.min(pauseMs * 2 ** failures, LONGEST_PAUSE_MS), signal);
    await seen();
    if (signal.aborted) return;
    try {
      await ask();
      failures = 0;
    } catch {
      failures += 1;
    }
  }
}

/** Repeats a request until it succeeds or the service refuses it. `tell` gets each error, and null at the end. */
export async function patiently(read: () => Promise<unknown>, signal: AbortSignal, tell: (error: unknown) => void): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      await read();
      return tell(null);
    } catch (error) {
      if (signal.aborted) return;
      tell(error);
      if (error instanceof ApiError && error.status < 500) return;
    }
    await pause(Math.min(1250 * 2 ** failures, LONGEST_PAUSE_MS), signal);
    await seen();
  }
}

async function seen(): Promise<void> {
  while (document.hidden) {
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));
  }
}
