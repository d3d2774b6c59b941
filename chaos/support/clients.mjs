import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { atEnd } from '../../bench/support/at-end.mjs';

const CLIENTS = 32;
/** Clients that send also while too many runs are open, so that the recovery of the intake can be measured. */
const PROBES = 2;
const MESSAGE = 'We would like to hear more about your engine. '.repeat(6);

/**
 * Clients that submit at a rate, as far as the service keeps up. Each sends a submission with one idempotency key until it is answered with
 * success, in turn to both API processes, and writes the id into the journal before the next one. One in fifty repeats a submission that
 * was accepted.
 */
export function startClients({ ports, forms, journal, rate, random, faultNow, mayGoOn }) {
  const state = { accepted: [], answers: {}, unexpected: [], unanswered: 0, acceptedAtMs: [] };
  const agent = new Agent({
    connections: 64,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    connectTimeout: 2_000,
  });
  let isStopping = false;
  let isOver = false;
  let nextAtMs = performance.now();

  /** At most a second of the load is made up for. */
  const turn = async (isProbe) => {
    nextAtMs = Math.max(nextAtMs + 1000 / rate, performance.now() - 1000);
    const waitMs = nextAtMs - performance.now();
    if (waitMs > 0) await pause(waitMs);
    if (isProbe && !mayGoOn()) await pause(500);
    while (!isProbe && !mayGoOn() && !isStopping) await pause(100);
  };

  const send = async (port, form, key) => {
    const { headers, body } = form.kind === 'withFiles' ? withFile(key) : withoutFile(key);
    const answer = await request(`http://127.0.0.1:${port}/api/v1/forms/${form.id}/submit`, {
      method: 'POST',
      dispatcher: agent,
      headers: { ...headers, 'idempotency-key': key },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  };

  const attempt = async (port, form, key) => {
    try {
      const { status, text } = await send(port, form, key);
      const counts = (state.answers[faultNow()] ??= {});
      counts[status] = (counts[status] ?? 0) + 1;
      if (status === 201 || status === 200) return JSON.parse(text).data.id;
      if (status !== 503) state.unexpected.push({ status, text: text.slice(0, 500), fault: faultNow() });
    } catch {
      state.unanswered += 1;
    }
    return null;
  };

  const submit = async (form, key, firstPort) => {
    for (let number = firstPort; !isOver; number += 1) {
      const id = await attempt(ports[number % ports.length], form, key);
      if (id) return id;
      await pause(random.between(20, 200));
    }
    return null;
  };

  const noteAccepted = (entry) => {
    state.accepted.push(entry);
    state.acceptedAtMs.push(performance.now());
  };

  const work = async (client) => {
    for (let count = client; !isStopping; count += 1) {
      await turn(client < PROBES);
      if (isStopping) return;
      const form = chooseForm(forms, random);
      const key = randomUUID();
      const id = await submit(form, key, count);
      if (id === null) return;
      noteAccepted({ key, id, form: form.id });
      await journal.append({ key, id, form: form.id });
      if (random.next() < 0.02) {
        const again = await submit(form, key, count + 1);
        if (again !== null && again !== id) state.unexpected.push({ status: 'another id', text: `${id} and ${again}` });
      }
    }
  };

  const working = Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)));
  atEnd(async () => {
    isOver = isStopping = true;
    await agent.destroy();
    await working;
  });
  return {
    state,
    /** Resolves when every submission that was begun has been accepted. */
    stop: () => {
      isStopping = true;
      return working;
    },
  };
}

const TIMEOUT_MS = 15_000;

/** Half of the submissions go to single webhooks, and a twentieth has a file. */
function chooseForm(forms, random) {
  const chance = random.next();
  const kind =
    chance < 0.5
      ? 'single'
      : chance < 0.7
        ? 'fanOut'
        : chance < 0.85
          ? 'waiting'
          : chance < 0.95
            ? 'refused'
            : 'withFiles';
  return random.pick(forms.filter((form) => form.kind === kind));
}

const withoutFile = (key) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ key, message: MESSAGE }),
});

/** The body of a repetition has to be the same, byte by byte. */
function withFile(key) {
  const part = (disposition, content) =>
    `--${key}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
  const file = `name="cv"; filename="cv.txt"\r\nContent-Type: text/plain`;
  const body = `${part('name="key"', key)}${part(file, `${key} ${MESSAGE}`)}--${key}--\r\n`;
  return { headers: { 'content-type': `multipart/form-data; boundary=${key}` }, body };
}
