import type { RetryConfig } from './generated/api.js';

/** After a longer `Retry-After` a call is not repeated: the caller gets the answer. */
const LONGEST_WAIT_SECONDS = 300;

/** The answers to the questions of the generated code about repetitions. Calls that may have had an effect though they have not succeeded are told to `onLost`. */
export const repeats = (retries: number, isRepeatable: boolean, onLost?: () => void): RetryConfig => ({
  retries: isRepeatable ? retries : 0,
  retryDelay: 500,
  retryStrategy: 'exponential',
  retryOn: ({ response }) => {
    if (!response || response.status >= 500) onLost?.();
    if (!response) return true;
    const told = response.headers.get('retry-after');
    const isStillRunning = response.status === 409 && told !== null; // the first attempt with this idempotency key
    const isPassing = response.status === 408 || response.status === 429 || response.status >= 500 || isStillRunning;
    return isPassing && Number(told ?? 0) <= LONGEST_WAIT_SECONDS;
  },
});

/** Reads an answer to its end, so that a connection that breaks inside of it fails the attempt and not the call. */
export async function complete(response: Response): Promise<Response> {
  const { status, ok } = response;
  const headers = new Headers(response.headers);
  const bytes = await response.arrayBuffer();
  if (ok && headers.get('content-type')?.includes('json')) JSON.parse(new TextDecoder().decode(bytes));
  const wait = secondsToWait(headers);
  if (wait === null) headers.delete('retry-after');
  else headers.set('retry-after', String(wait));
  return new Response([204, 205, 304].includes(status) ? null : bytes, { status, headers });
}

/** The time of `Retry-After` and up to a tenth of a second more, so that clients that were told the same do not return together. */
function secondsToWait(headers: Headers): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  const now = Date.parse(headers.get('date') ?? '') || Date.now(); // the clock of the service, since the other may be wrong
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds) + 0.002 + Math.random() / 10;
}
