import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { atEnd } from '../../support/at-end.mjs';

const CLIENTS = 32;
/** Clients that send also while too many runs are open, so that the recovery of the intake can be measured. */
const PROBES = 2;
const MESSAGE = 'We would like to hear more about your engine. '.repeat(6);

/**
 * Clients that submit with idempotency keys. Each repeats a submission with the same key, in turn at both API processes, until it is
 * answered with success, and writes the id into the journal before the next one.
 */
export function openClients({ ports, forms, journal, random, faultNow, connections = 64, pauseMs = [20, 200] }) {
  const state = { accepted: [], answers: {}, slowestRefusalMs: {}, unexpected: [], unanswered: 0, acceptedAtMs: [] };
  const agent = new Agent({ connections, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS, connectTimeout: 2_000 });
  const loads = [];
  let isOver = false;

  const send = async (port, form, key) => {
    const { headers, body } = form.kind === 'withFiles' ? withFile(key) : withoutFile(key);
    const answer = await request(`http://127.0.0.1:${port}/api/v1/forms/${form.id}/submit`, {
      method: 'POST',
      dispatcher: agent,
      headers: { ...headers, 'idempotency-key': key },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  };

  /** Resolves with the id, with undefined when it has to be repeated, and with null when it was refused, which fails the run. */
  const attempt = async (port, form, key) => {
    const beganMs = performance.now();
    try {
      const { status, headers, text } = await send(port, form, key);
      const fault = faultNow();
      const counts = (state.answers[fault] ??= {});
      counts[status] = (counts[status] ?? 0) + 1;
      if (status === 201 || status === 200) return JSON.parse(text).data.id;
      const isRefused = status === 503 && headers['retry-after'] !== undefined;
      if (!isRefused) state.unexpected.push({ status, text: text.slice(0, 500), fault });
      else state.slowestRefusalMs[fault] = Math.max(state.slowestRefusalMs[fault] ?? 0, performance.now() - beganMs);
      return isRefused ? undefined : null;
    } catch {
      state.unanswered += 1;
      return undefined;
    }
  };

  const untilAccepted = async (form, key, first) => {
    for (let number = first; !isOver; number += 1) {
      const id = await attempt(ports[number % ports.length], form, key);
      if (id !== undefined) return id;
      await pause(random.between(...pauseMs));
    }
    return null;
  };

  /** Resolves with the id, or with null when it was refused or the test ends. `first` is the index of the process that is asked first. */
  const submit = async (form, { key = randomUUID(), first = 0 } = {}) => {
    const id = await untilAccepted(form, key, first);
    const entry = { key, id, form: form.id };
    if (id === null) return entry;
    state.accepted.push(entry);
    state.acceptedAtMs.push(performance.now());
    await journal.append(entry);
    return entry;
  };

  /** Submits at a rate, as far as the service keeps up, until `stop`. One in fifty repeats a submission that was accepted. */
  const load = ({ rate, mayGoOn }) => {
    let isStopping = false;
    let nextAtMs = performance.now();

    /** At most a second of the load is made up for. */
    const turn = async (isProbe) => {
      nextAtMs = Math.max(nextAtMs + 1000 / rate, performance.now() - 1000);
      const waitMs = nextAtMs - performance.now();
      if (waitMs > 0) await pause(waitMs);
      if (isProbe && !mayGoOn()) await pause(500);
      while (!isProbe && !mayGoOn() && !isStopping && !isOver) await pause(100);
    };

    const work = async (client) => {
      for (let count = client; !isStopping && !isOver; count += 1) {
        await turn(client < PROBES);
        if (isStopping || isOver) return;
        const form = chooseForm(forms, random);
        const entry = await submit(form, { first: count });
        if (entry.id !== null && random.next() < 0.02) {
          const again = await untilAccepted(form, entry.key, count + 1);
          if (again !== null && again !== entry.id) state.unexpected.push({ status: 'another id', text: `${entry.id} and ${again}` });
        }
      }
    };

    const working = Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)));
    loads.push(working);
    return {
      /** Resolves when every submission that was begun has been accepted. */
      stop: () => {
        isStopping = true;
        return working;
      },
    };
  };

  atEnd(async () => {
    isOver = true;
    await agent.destroy();
    await Promise.all(loads);
  });
  return { state, submit, load };
}

const TIMEOUT_MS = 15_000;

/** Half of the submissions go to single webhooks, and a twentieth has a file. */
function chooseForm(forms, random) {
  const chance = random.next();
  const kind = chance < 0.5 ? 'single' : chance < 0.7 ? 'fanOut' : chance < 0.85 ? 'waiting' : chance < 0.95 ? 'refused' : 'withFiles';
  return random.pick(forms.filter((form) => form.kind === kind));
}

const withoutFile = (key) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify({ key, message: MESSAGE }) });

/** The body of a repetition has to be the same, byte by byte. */
function withFile(key) {
  const part = (disposition, content) => `--${key}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
  const file = `name="cv"; filename="cv.txt"\r\nContent-Type: text/plain`;
  const body = `${part('name="key"', key)}${part(file, `${key} ${MESSAGE}`)}--${key}--\r\n`;
  return { headers: { 'content-type': `multipart/form-data; boundary=${key}` }, body };
}
