import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'undici';
import { atEnd } from '../../support/at-end.mjs';

const CONNECTIONS = 32;
const TIMEOUT_MS = 30_000;

/**
 * Sends requests at a steady rate, whether earlier ones have been answered or not, over connections that are kept open and used in turn.
 * `requestOf` returns the options of a request by its number, and nothing is ever repeated.
 */
export function startTraffic(url, rate, requestOf) {
  const state = { sent: 0, statuses: {}, failures: [], accepted: [], ms: [] };
  const clients = Array.from({ length: CONNECTIONS }, () => new Client(url, { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS }));
  let isStopping = false;

  const send = async (number) => {
    const options = requestOf(number);
    const beganMs = performance.now();
    try {
      const { statusCode, body } = await clients[number % CONNECTIONS].request(options);
      const text = await body.text();
      state.ms.push(performance.now() - beganMs);
      state.statuses[statusCode] = (state.statuses[statusCode] ?? 0) + 1;
      if (statusCode === 201) state.accepted.push(JSON.parse(text).data.id);
      if (statusCode > 299) state.failures.push(failure(options, `${statusCode} ${text.slice(0, 300)}`));
    } catch (error) {
      state.failures.push(failure(options, `${error.code ?? error.name}: ${error.message}`));
    }
  };

  const work = async () => {
    const beganMs = performance.now();
    const open = new Set();
    for (; !isStopping; await pause(1)) {
      for (const due = ((performance.now() - beganMs) * rate) / 1000; state.sent < due; state.sent += 1) {
        const sending = send(state.sent).finally(() => open.delete(sending));
        open.add(sending);
      }
    }
    await Promise.all(open);
  };
  const working = work();
  atEnd(() => Promise.all(clients.map((client) => client.destroy())));
  return {
    state,
    /** Resolves when all requests have ended. */
    stop: () => {
      isStopping = true;
      return working;
    },
  };
}

const failure = ({ method, path }, what) => ({ at: new Date().toISOString(), request: `${method} ${path}`, what });

/** Half submissions with an idempotency key, a quarter reads of the API with a key, a quarter of the public schema. */
export const mixedRequests = (forms, key) => (number) => {
  const form = forms[number % forms.length];
  if (number % 2 === 0) return submission(form);
  if (number % 4 === 1) return { method: 'GET', path: `/v1/forms/${form}`, headers: { authorization: `Bearer ${key}` } };
  return { method: 'GET', path: `/api/v1/forms/${form}/schema` };
};

export function submission(form) {
  const key = randomUUID();
  return {
    method: 'POST',
    path: `/api/v1/forms/${form}/submit`,
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ key, message: MESSAGE }),
  };
}

const MESSAGE = 'We would like to hear more about your engine. '.repeat(6);
