import { connection } from './connection';
import type { KnownSession } from './ended.rules';
import { proven } from './proof';

const TIME_LIMIT_MS = 30_000;
const FILE_TIME_LIMIT_MS = 30 * 60_000;

/** The session as far as the page knows it, so that it can explain later why the session ended. */
export const known: KnownSession = { endsAt: null, usedAt: 0, idleSeconds: 3600 };

export function sessionEndsAt(iso: string): void {
  known.endsAt = Date.parse(iso);
}

/** Sends one request with the proof of the page and a time limit. The time of a sign-in does not count. */
export async function timed(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  const limit = init.body instanceof Blob ? FILE_TIME_LIMIT_MS : TIME_LIMIT_MS;
  const signals = [AbortSignal.timeout(limit), init.signal].filter((signal) => signal instanceof AbortSignal);
  try {
    const answer = await fetch(input, { ...init, headers: proven(init.headers), signal: AbortSignal.any(signals) });
    connection.isLost = answer.status >= 502;
    return answer;
  } catch (error) {
    if (!init.signal?.aborted) connection.isLost = true;
    throw error;
  }
}

/** A request with a body of JSON, or without a body. */
export const jsonRequest = (method: string, body?: object): RequestInit =>
  body === undefined ? { method } : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
