import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** Calls the management API, and repeats what it answers with 503; throws unless it succeeds. */
export function clientOf(base, key) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const call = async (method, path, body, more = {}) => {
    const sent = { ...headers, 'idempotency-key': randomUUID(), ...more };
    const request = { method, headers: sent, body: body && JSON.stringify(body) };
    let answer = await fetch(base + path, request);
    for (let left = REPETITIONS; answer.status === 503 && left > 0; left -= 1) {
      await Promise.all([answer.text(), pause(500)]);
      answer = await fetch(base + path, request);
    }
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`);
    return { etag: answer.headers.get('etag'), ...(await answer.json()) };
  };
  return { headers, call };
}

/** A busy machine may need as many. */
const REPETITIONS = 20;
