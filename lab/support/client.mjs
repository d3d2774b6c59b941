import { randomUUID } from 'node:crypto';

/** Calls the management API; throws unless it succeeds. */
export function clientOf(base, key) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const call = async (method, path, body, more = {}) => {
    const sent = { ...headers, 'idempotency-key': randomUUID(), ...more };
    const answer = await fetch(base + path, { method, headers: sent, body: body && JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`);
    return { etag: answer.headers.get('etag'), ...(await answer.json()) };
  };
  return { headers, call };
}
