import { fileURLToPath } from 'node:url';
import { interleaved, median, ratio } from '../support/compare.mjs';
import { makeForms, SUBMISSION, submitTo } from '../support/forms.mjs';
import { load } from '../support/load.mjs';
import { startServer } from '../support/processes.mjs';

const reference = (name) => fileURLToPath(new URL(`../references/${name}.mjs`, import.meta.url));
const PLAIN = [{ method: 'POST', path: '/submit', headers: { 'content-type': 'application/json' }, body: SUBMISSION }];

/** Accepted submissions, which are validated, written durably and counted, compared with programs that do less. */
export async function intake(bench) {
  const api = await bench.startApi();
  const express = await startServer(reference('express'));
  const nest = await startServer(reference('nest'), { DATABASE_URL: bench.databaseUrl });
  const forms = await makeForms(api.client, 200);
  const results = await interleaved({
    'Express that only parses the body': () => load(express.url, PLAIN),
    'NestJS with one insert': () => load(nest.url, PLAIN),
    'the service, 200 forms': () => load(api.url, submitTo(forms)),
    'the service, one form': () => load(api.url, submitTo(forms.slice(0, 1))),
  });
  await Promise.all([api.stop(), express.stop(), nest.stop()]);
  const [bare, insert, many, one] = Object.values(results);
  return [
    { what: 'accepted submissions : Express that only parses the body', ratio: ratio(many, bare), atLeast: 0.5 },
    { what: 'accepted submissions : NestJS with one insert', ratio: ratio(many, insert), atLeast: 1.5 },
    { what: 'accepted by one form : by 200 forms', ratio: ratio(one, many), atLeast: 0.95 },
    { what: '99th percentile : that of Express', ratio: ratio(many, bare, 'p99'), atMost: 4 },
    { what: 'accepted submissions a second', figure: median(many.map(({ perSecond }) => perSecond)) },
  ];
}
