import { fileURLToPath } from 'node:url';
import { interleaved, ratio } from '../support/compare.mjs';
import { makeForms } from '../support/forms.mjs';
import { load } from '../support/load.mjs';
import { startServer } from '../support/processes.mjs';
import { addSubmissions, copyForm } from '../support/seed.mjs';

const PAGES_DEEP = 1_000;
const reference = fileURLToPath(new URL('../references/express.mjs', import.meta.url));

/** Reads of one form, and pages of short lists, of long lists and far into long lists. */
export async function reads(bench) {
  const api = await bench.startApi();
  const express = await startServer(reference, { DATABASE_URL: bench.databaseUrl });
  const [form, small, large] = await makeForms(api.client, 50);
  await addSubmissions(bench.database, small, 1_000);
  await addSubmissions(bench.database, large, 1_000_000);
  const get = (path) => [{ method: 'GET', path, headers: { authorization: api.client.headers.authorization } }];
  const page = (id, cursor) => get(`/v1/forms/${id}/submissions?limit=50${cursor ? `&cursor=${cursor}` : ''}`);
  const deep = await cursorsOf(api.client, `/v1/forms/${large}/submissions?limit=50`, [50, PAGES_DEEP]);
  const few = { connections: 8, seconds: 3 };
  const forms = () => load(api.url, get('/v1/forms?limit=50'), few);
  const ofFewForms = await interleaved({ 'list of 50 forms': forms });
  await copyForm(bench.database, form, 10_000);
  const results = await interleaved({
    'Express with one query by primary key': () => load(express.url, get(`/forms/${form}`), few),
    'one form': () => load(api.url, get(`/v1/forms/${form}`), few),
    'page 1 of 1,000 submissions': () => load(api.url, page(small), few),
    'page 1 of 1,000,000 submissions': () => load(api.url, page(large), few),
    'page 50 of 1,000,000 submissions': () => load(api.url, page(large, deep[0]), few),
    'page 1,000 of 1,000,000 submissions': () => load(api.url, page(large, deep[1]), few),
    'list of 10,000 forms': forms,
  });
  await Promise.all([api.stop(), express.stop()]);
  const [bare, one, first, ...pages] = Object.values(results);
  const slower = pages.slice(0, 3).map((later) => ratio(first, later));
  return [
    { what: 'GET of one form : Express with one query', ratio: ratio(one, bare), atLeast: 0.5 },
    ...['page 1 of a million', 'page 50', 'page 1,000'].map((name, index) => ({
      what: `time of ${name} : of page 1 of a thousand submissions`,
      ratio: slower[index],
      atMost: 1.3,
    })),
    {
      what: 'time of a page of 10,000 forms : of 50 forms',
      ratio: ratio(ofFewForms['list of 50 forms'], pages[3]),
      atMost: 1.3,
    },
  ];
}

/** The cursors of the given pages. */
async function cursorsOf({ call }, path, pages) {
  const found = [];
  let cursor = '';
  for (let page = 2; found.length < pages.length; page += 1) {
    ({
      meta: { next_cursor: cursor },
    } = await call('GET', cursor ? `${path}&cursor=${cursor}` : path));
    if (pages.includes(page)) found.push(cursor);
  }
  return found;
}
