import { get as getOnce } from 'node:http';
import { makeForms } from '../support/forms.mjs';
import { clientOf } from '../../support/client.mjs';
import { ratioGoal } from '../support/goals.mjs';
import { load } from '../support/load.mjs';
import { measured } from '../support/measured.mjs';
import { startReference } from '../support/references.mjs';
import { addSubmissions, copyForm } from '../support/seed.mjs';

const ONE = 'one form';
const ONE_BUSY = 'one form, 64 connections';
const OF_THOUSAND = 'page 1 of 1,000 submissions';
const OF_MILLION = {
  'page 1 of 1,000,000 submissions': 1,
  'page 50 of 1,000,000 submissions': 50,
  'page 1,000 of 1,000,000 submissions': 1_000,
};
const OF_50_FORMS = 'list of 50 forms';
const OF_10000_FORMS = 'list of the first 50 of 10,000 forms';
const EXPRESS = 'Express with one prepared query';
const EXPRESS_BUSY = 'Express with one prepared query, 64 connections';

/** Reads of one form, and pages of short lists, of long lists and far into long lists. */
export const reads = {
  prepare: async (build) => {
    const api = await build.startApi();
    const crowded = clientOf(api.url, await build.newAccount('crowded'));
    const [form, small, large] = await makeForms(api.client, 50);
    const [original] = await makeForms(crowded, 1);
    await addSubmissions(build.database, small, 1_000);
    await addSubmissions(build.database, large, 1_000_000);
    await copyForm(build.database, original, 9_999);
    const cursors = await cursorsOf(api.client, pageOf(large), [1, 50, 1_000]);
    const paths = { [ONE]: `/v1/forms/${form}`, [OF_THOUSAND]: pageOf(small), [OF_50_FORMS]: '/v1/forms?limit=50' };
    for (const [name, page] of Object.entries(OF_MILLION)) paths[name] = pageOf(large, cursors.get(page));
    return { build, api, crowded, form, paths };
  },

  service: ({ build, api, crowded, paths }) => {
    const reading = (path, client, connections) => () =>
      measured([api], build.postgres, () => load(api.url, get(path, client.headers), connections));
    const measurements = Object.entries(paths).map(([name, path]) => [name, reading(path, api.client, FEW)]);
    return {
      [ONE_BUSY]: reading(paths[ONE], api.client, MANY),
      ...Object.fromEntries(measurements),
      [OF_10000_FORMS]: reading('/v1/forms?limit=50', crowded, FEW),
    };
  },

  references: async ({ build, api, form, paths }) => {
    const size = await answerSize(api.url + paths[ONE], { authorization: api.client.headers.authorization });
    const express = await startReference('express', { DATABASE_URL: build.databaseUrl });
    const padding = size - (await answerSize(`${express.url}/forms/${form}/0`)); // it answers as many bytes as the service
    const path = `/forms/${form}/${Math.max(padding, 0)}`;
    const reading = (connections) => () => measured([express], build.postgres, () => load(express.url, get(path), connections));
    return { [EXPRESS]: reading(FEW), [EXPRESS_BUSY]: reading(MANY) };
  },

  goals: (results) => [
    ratioGoal(results, 'P5', 'GET of one form : Express with one query', [ONE, EXPRESS], { atLeast: 0.45 }),
    ratioGoal(results, 'P5', 'the same with 64 connections', [ONE_BUSY, EXPRESS_BUSY], { atLeast: 0.4 }),
    ...Object.keys(OF_MILLION).map((of) => slowdown(results, of, OF_THOUSAND)),
    slowdown(results, OF_10000_FORMS, OF_50_FORMS),
  ],
};

const FEW = { connections: 8 };
const MANY = { connections: 64 };

const get = (path, headers = {}) => ({ method: 'GET', paths: [path], headers });

const pageOf = (form, cursor) => `/v1/forms/${form}/submissions?limit=50${cursor ? `&cursor=${cursor}` : ''}`;

const slowdown = (results, of, to) => ratioGoal(results, 'P6', `time of ${of} : of ${to}`, [of, to], { figure: 'meanMs', atMost: 1.3 });

/** The cursors of the given pages; the first page has none. */
async function cursorsOf({ call }, path, pages) {
  const found = new Map();
  let cursor;
  for (let page = 1; found.size < pages.length; page += 1) {
    if (pages.includes(page)) found.set(page, cursor);
    const { meta } = await call('GET', cursor ? `${path}&cursor=${cursor}` : path);
    cursor = meta.next_cursor;
  }
  return found;
}

/** The bytes of the whole answer to a GET, with its status line and headers. */
const answerSize = (url, headers = {}) =>
  new Promise((resolve, reject) => {
    getOnce(url, { headers, agent: false }, (response) => {
      const { socket } = response;
      response.resume().on('end', () => resolve(socket.bytesRead));
    }).on('error', reject);
  });
