import { v7 } from 'uuid';
import type { SubmissionView } from '../../../src/submissions/submission-view.dto';
import type { Answer } from '../../support/api';
import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut, shareApp } from '../../support/app';
import { aForm, anEnabledForm, submit } from '../../support/forms';
import { nonceFor, submitPairs } from '../../support/intake';
import type { SeededSubmission } from '../../support/seed';
import { seedSubmissions } from '../../support/seed';

let app: TestApp;
let form: { id: string };
let stored: SeededSubmission[];

const SOURCES = ['api', 'form_submit', 'hosted_form'] as const;
const minute = (n: number) => new Date(Date.UTC(2026, 0, 31, 12, n)).toISOString();

beforeAll(async () => {
  app = await shareApp();
  form = await aForm(app.api);
  const rows = Array.from({ length: 48 }, (_, n) => ({
    received_at: minute(Math.floor(n / 3)), // three at a time
    source: SOURCES[(n * 7) % 3],
    read_at: n % 4 === 0 ? minute(60) : null,
  }));
  stored = await seedSubmissions(app.database, form, rows);
  stored.sort((a, b) => b.received_at.localeCompare(a.received_at) || b.id.localeCompare(a.id));
});
afterAll(() => app.close());

const list = (query: Record<string, string | undefined> = {}, of = form): Promise<Answer<SubmissionView[]>> => {
  const present = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return app.api.get(`/v1/forms/${of.id}/submissions?${new URLSearchParams(present).toString()}`);
};
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

describe('200', () => {
  it('lists newest first, and submissions of the same time by id', async () => {
    const answer = await list({ limit: '50' });
    expect(idsOf(answer.body.data)).toEqual(idsOf(stored));
    expect(Object.keys(answer.body)).toEqual(['data', 'meta', 'request_id']);
    expect(answer.body.meta).toEqual({ next_cursor: null, searched_to: null });
  });

  it('lists each submission in full', async () => {
    const read = stored.find(({ read_at }) => read_at !== null)!;
    const { data } = (await list({ limit: '50' })).body;
    expect(data.find(({ id }) => id === read.id)).toEqual({
      id: read.id,
      form_id: form.id,
      source: read.source,
      fields: { n: 1 },
      read_at: read.read_at,
      received_at: read.received_at,
      has_files: false,
      file_count: 0,
      deliveries: [
        {
          node_id: null,
          name: null,
          channel_type: 'database',
          status: 'delivered',
          delivered_at: read.received_at,
          error_code: null,
        },
      ],
      created_at: read.received_at,
    });
  });

  it('has twenty submissions on a page by default, and from one to fifty on request', async () => {
    expect((await list()).body.data).toHaveLength(20);
    expect((await list({ limit: '1' })).body.data).toHaveLength(1);
    expect((await list({ limit: '50' })).body.data).toHaveLength(48);
  });

  it('filters by every combination of read status, source and time', async () => {
    const [after, before] = [minute(4), minute(11)];
    for (const read_status of [undefined, 'all', 'read', 'unread'])
      for (const source of [undefined, ...SOURCES])
        for (const received_after of [undefined, after])
          for (const received_before of [undefined, before]) {
            const expected = stored.filter(
              (row) =>
                (read_status !== 'read' || row.read_at !== null) &&
                (read_status !== 'unread' || row.read_at === null) &&
                (source === undefined || row.source === source) &&
                (received_after === undefined || row.received_at >= received_after) &&
                (received_before === undefined || row.received_at < received_before),
            );
            const query = { read_status, source, received_after, received_before, limit: '50' };
            expect({ query, ids: idsOf((await list(query)).body.data) }).toEqual({ query, ids: idsOf(expected) });
          }
  });

  it('lists the oldest first on request, page by page, with every filter', async () => {
    const period = { received_after: minute(4), received_before: minute(11) };
    for (const filter of [{}, period, { read_status: 'unread' }, { source: 'api', ...period }, { state: 'all' }, { has_files: 'false' }]) {
      const { data: newest } = (await list({ ...filter, limit: '50' })).body;
      const seen: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const { body }: Answer<SubmissionView[]> = await list({ ...filter, order: 'oldest', limit: '19', cursor });
        seen.push(...idsOf(body.data));
        ({ next_cursor: cursor } = body.meta as { next_cursor: string | null });
      }
      expect({ filter, seen }).toEqual({ filter, seen: idsOf(newest).reverse() });
    }
  });

  it('accepts timestamps in any zone and precision', async () => {
    const expected = idsOf((await list({ received_after: minute(8) })).body.data);
    for (const received_after of [
      '2026-01-31T13:08:00+01:00',
      '2026-01-31T06:38:00.000-05:30',
      '2026-01-31t12:08:00z',
      '2026-01-31T12:08Z',
      '20260131T120800Z',
      '2026-01-31T13:08:00,0+0100',
    ])
      expect(idsOf((await list({ received_after })).body.data)).toEqual(expected);
  });

  it('compares timestamps with more than millisecond precision correctly', async () => {
    const [first] = (await list({ limit: '1' })).body.data;
    const [at, beyond] = [first!.received_at, first!.received_at.replace('Z', '0001Z')];
    expect(idsOf((await list({ received_before: beyond })).body.data)).toContain(first!.id);
    expect(idsOf((await list({ received_after: beyond })).body.data)).not.toContain(first!.id);
    expect(idsOf((await list({ received_after: at, received_before: beyond })).body.data)).toContain(first!.id);
  });

  it('lists submissions with their sources', async () => {
    const open = await anEnabledForm(app.api);
    await submit(app.api, open, { n: 1 }, { 'x-submission-token': open.submission_token });
    await submitPairs(app.api, open, [['_nonce', nonceFor(app, open)]]);
    await submit(app.api, open, { n: 1 });
    for (const source of SOURCES) {
      const { data } = (await list({ source }, open)).body;
      expect(data.map((each) => each.source)).toEqual([source]);
    }
  });

  it('is empty for a form without submissions', async () => {
    const answer = await list({}, await aForm(app.api));
    expect(answer.body).toMatchObject({ data: [], meta: { next_cursor: null } });
  });

  it('answers HEAD as GET without the body', async () => {
    const answer = await app.api.call('HEAD', `/v1/forms/${form.id}/submissions`);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: '' });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('must not be cached', async () => {
    expect((await list()).headers['cache-control']).toBe('no-store, no-transform');
  });
});

describe('422', () => {
  it.each([
    ['limit=0', 'limit'],
    ['limit=51', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['read_status=new', 'read_status'],
    ['read_status=', 'read_status'],
    ['source=email', 'source'],
    ['order=up', 'order'],
    ['order=oldest&order=newest', 'order'],
    ['received_after=2026-01-31', 'received_after'],
    ['received_after=2026-01-31T12:00:00', 'received_after'],
    ['received_before=2026-02-30T12:00:00Z', 'received_before'],
    ['received_before=2026-06-30T23:59:60Z', 'received_before'],
    ['received_before=yesterday', 'received_before'],
    ['received_before=2026-01-31T12:00:00Z&received_before=2026-01-31T12:00:00Z', 'received_before'],
    ['received_after=2026-01-31T12:00:00Z&received_before=2026-01-31T12:00:00Z', 'received_before'],
    ['received_after=2026-01-31T12:00:00Z&received_before=2026-01-31T12:30:00%2B01:00', 'received_before'],
    ['recieved_after=2026-01-31T12:00:00Z', 'recieved_after'],
    ['source[]=api', 'source[]'],
    ['page=2', 'page'],
  ])('names the parameter: %s', async (query, path) => {
    expectFieldErrors(await app.api.get(`/v1/forms/${form.id}/submissions?${query}`), path);
  });

  it('names all invalid parameters at once', async () => {
    expectFieldErrors(await list({ limit: '0', source: 'x', colour: 'red' }), 'limit', 'source', 'colour');
  });
});

describe('who may list', () => {
  it('needs the scope submissions:read, and the answer names it', async () => {
    const key = await app.key({ scopes: allScopesBut('submissions:read') });
    for (const path of [form.id, v7()]) {
      const answer = await app.api.get(`/v1/forms/${path}/submissions`, { key });
      expectError(answer, 'insufficient_scope');
      expect(answer.body.error!.message).toContain('submissions:read');
    }
  });

  it('answers a missing grant as an unknown form', async () => {
    const [stranger, selected] = [(await app.stranger()).key, await app.key({ formIds: [(await aForm(app.api)).id] })];
    const path = (id: string) => `/v1/forms/${id}/submissions`;
    const answers = [
      await app.api.get(path(v7())),
      await app.api.get(path('no-id')),
      await app.api.get(path(form.id), { key: stranger }),
      await app.api.get(path(form.id), { key: selected }),
    ];
    for (const answer of answers) expectError(answer, 'resource_not_found');
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.error))).size).toBe(1);
  });
});
