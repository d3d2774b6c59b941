import { setTimeout as pause } from 'node:timers/promises';
import { makeForm, publishWorkflow } from '../../support/forms.mjs';

const VISITORS = 4;
const INTERVAL_MS = 200;
const WITHIN_MS = 120_000;

const WORKFLOW = {
  schema_version: 1,
  nodes: [
    { id: 'start', type: 'submission_received', config: {} },
    { id: 'mail', type: 'email', config: { to: ['desk@example.com'], subject: 'A submission' } },
  ],
  edges: [{ id: 'e1', source: 'start', target: 'mail' }],
};

/** A form that takes a file, with a workflow that sends a mail; resolves with its id. */
export async function makeSmokeForm(client, name) {
  const fields = [
    { name: 'email', type: 'string' },
    { name: 'cv', type: 'file' },
  ];
  const form = await makeForm(client, { name, fields });
  await publishWorkflow(client, form, WORKFLOW);
  return form;
}

/** Submits with a file; resolves with the status of the answer, and the id of the submission or the text of a refusal. */
export async function submitFile(base, form, text) {
  const body = new FormData();
  body.set('email', 'ada@example.com');
  body.set('cv', new Blob([text], { type: 'text/plain' }), 'cv.txt');
  const answer = await fetch(`${base}/api/v1/forms/${form}/submit`, { method: 'POST', body });
  const reply = await answer.text();
  return answer.status === 201 ? { status: 201, id: JSON.parse(reply).data.id } : { status: answer.status, reply };
}

/** Four visitors, each of whom submits five times a second, or less often where the machine is busy, until `end`. */
export function startVisitors(base, form) {
  const found = { accepted: [], failures: [] };
  let hasEnded = false;
  const visit = async () => {
    for (; !hasEnded; await pause(INTERVAL_MS)) {
      try {
        const { status, id, reply } = await submitFile(base, form, 'under load');
        if (status === 201) found.accepted.push(id);
        else found.failures.push(`${status} ${reply}`);
      } catch (error) {
        found.failures.push(error.cause?.code ?? error.message);
      }
    }
  };
  const visiting = Promise.all(Array.from({ length: VISITORS }, visit));
  return {
    found,
    /** Resolves with what was found when every answer is there. */
    end: async () => {
      hasEnded = true;
      await visiting;
      return found;
    },
  };
}

/** The members of a list of the API, of all its pages, such as the submissions of a form. */
export async function listOf({ call }, path, filter = '') {
  const all = [];
  for (let cursor = ''; cursor !== null;) {
    const { data, meta } = await call('GET', `${path}?limit=50${filter}${cursor && `&cursor=${cursor}`}`);
    all.push(...data);
    cursor = meta.next_cursor;
  }
  return all;
}

/** Asks until the answer is what is expected; throws after two minutes. */
export async function untilEqual(what, expected, ask) {
  for (const until = Date.now() + WITHIN_MS; ; await pause(300)) {
    const actual = await ask();
    if (actual === expected) return;
    if (Date.now() > until) throw new Error(`${what} should be "${expected}", not "${actual}"`);
  }
}

/** Throws unless both are the same. */
export function expectEqual(what, actual, expected) {
  if (actual !== expected) throw new Error(`${what} should be "${expected}", not "${actual}"`);
}

/** Throws with the first of what should not be there. */
export function expectNone(what, found) {
  if (found.length > 0) throw new Error(`There are ${found.length} ${what}, such as ${found.slice(0, 3).join('\n')}`);
}
