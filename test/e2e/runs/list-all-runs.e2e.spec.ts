import { v7 } from 'uuid';
import type { RunOfFormView } from '../../../src/workflows/runs/api/run-view.dto';
import type { Answer, Api } from '../../support/api';
import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import type { Receiver } from '../../support/receiver';
import { countStatements } from '../../support/queries';
import { withRunningApp } from '../../support/running-app';
import type { RunHandle } from '../../support/runs';
import { aPublishedForm, aRun, aRunOf } from '../../support/runs';
import { aFanOut, aNode, aWebhook, STORE } from '../../support/workflows';

let app: TestApp;
let receiver: Receiver;
let forms: { id: string; name: string }[];
/** Oldest first, of two forms in turn. */
let runs: RunHandle[];

withRunningApp((...started) => ([app, receiver] = started));
beforeAll(async () => {
  const crm = aWebhook('crm', { url: receiver.url(), retry_uncertain: false });
  const definition = aFanOut(STORE, { ...crm, name: 'CRM' });
  forms = [await aPublishedForm(app, definition), await aPublishedForm(app, definition)];
  receiver.answers({ status: 200 }, { status: 404 }, 'reset', { status: 404, body: 'No such thing.' }, { status: 200 });
  runs = [];
  for (const [form, status] of [
    [forms[0], 'succeeded'],
    [forms[1], 'partially_failed'],
    [forms[0], 'partially_failed'],
    [forms[1], 'partially_failed'],
  ] as const) {
    const run = await aRunOf(app, form!);
    await run.reach(status);
    runs.push(run);
  }
});

type Page = Answer<RunOfFormView[]> & { body: { meta: { next_cursor: string | null } } };
const list = async (query = '', api: Api = app.api): Promise<Page> =>
  (await api.get<RunOfFormView[]>(`/v1/workflow-runs?${query}`)) as Page;
const placesOf = ({ body }: Page): number[] => body.data.map(({ id }) => runs.findIndex((run) => run.id === id));

it('lists the runs of all forms, newest first, each with its form', async () => {
  const page = await list();
  expect(placesOf(page)).toEqual([3, 2, 1, 0]);
  const [newest] = page.body.data;
  const { form_id: _, form_name: __, ...rest } = newest!;
  expect(newest).toMatchObject({ form_id: forms[1]!.id, form_name: forms[1]!.name });
  expect(rest).toEqual(await runs[3]!.summary());
});

it('leads from page to page by cursors, which belong to their filters', async () => {
  const first = await list('limit=3&status=partially_failed');
  expect([placesOf(first), first.body.meta.next_cursor]).toEqual([[3, 2, 1], null]);
  const { next_cursor: cursor } = (await list('limit=3')).body.meta;
  const rest = await list(`limit=3&cursor=${cursor}`);
  expect([placesOf(rest), rest.body.meta]).toEqual([[0], { next_cursor: null }]);
  expectError(await list(`cursor=${cursor}&status=failed`), 'invalid_cursor');
  expectError(await list(`cursor=${cursor}`, app.api.as(await app.key())), 'invalid_cursor');
});

it.each([
  ['status=succeeded', [0]],
  ['delivery_uncertain=true', [2]],
  ['run_kind=test', []],
  ['workflow_version=1', [3, 2, 1, 0]],
  ['min_compute_points=2', [2, 0]],
  ['max_compute_points=1&status=partially_failed', [3, 1]],
  ['created_before=2026-01-01', []],
])('filters like the list of one form: %s', async (query, expected) => {
  expect(placesOf(await list(query))).toEqual(expected);
});

it('shows a key nothing but the forms that it sees', async () => {
  const granted = app.api.as(await app.key({ formIds: [forms[0]!.id] }));
  expect(placesOf(await list('', granted))).toEqual([2, 0]);
  expect((await list('', app.api.as((await app.stranger()).key))).body.data).toEqual([]);
  expectError(await list('', app.api.as(await app.key({ scopes: ['submissions:read'] }))), 'insufficient_scope');
});

it('answers 304 while nothing has changed', async () => {
  const { etag } = await list();
  expect((await app.api.get('/v1/workflow-runs', { headers: { 'if-none-match': etag } })).status).toBe(304);
});

it('lists what needs attention with what failed, and of a chain of retries the newest only', async () => {
  const page = await list('attention=true');
  expect(placesOf(page)).toEqual([3, 2, 1]);
  const failure = { node_id: 'crm', name: 'CRM', channel_type: 'webhook', attempt_count: 1 };
  expect(page.body.data.map(({ failures }) => failures)).toEqual([
    [{ ...failure, status: 'failed', error_code: 'http_4xx' }],
    [{ ...failure, status: 'uncertain', error_code: expect.any(String) }],
    [{ ...failure, status: 'failed', error_code: 'http_4xx' }],
  ]);
  expect((await list('attention=false')).body.data[0]).not.toHaveProperty('failures');
  expect((await list('attention=false')).body.data[0]).not.toHaveProperty('causes');
  const retried = await app.api.post<{ run_id: string }>(`${runs[1]!.path}/retry`, {});
  expect(retried.status).toBe(202);
  expect(placesOf(await list('attention=true'))).toEqual([3, 2]);
});

it('tells the causes of what needs attention, and of the submission only to keys that may read it', async () => {
  const isNewest = ({ id }: RunOfFormView) => id === runs[3]!.id;
  const [run] = (await list('attention=true')).body.data.filter(isNewest);
  const cause = { ...run!.failures![0], host: new URL(receiver.url()).host, address_secret_name: null, secret_name: null };
  const { attempts } = await runs[3]!.step('crm');
  const answer = { http_status: 404, last_attempt_at: attempts![0]!.started_at, response_excerpt: 'No such thing.' };
  const full = { ...cause, ...answer, message: null, recipients: null, subject: null };
  expect(run).toMatchObject({ first_value: 'ada@example.com', published_version: 1, causes: [full] });
  const key = await app.key({ scopes: ['workflows:read'] });
  const [restricted] = (await list('attention=true', app.api.as(key))).body.data.filter(isNewest);
  expect(restricted).toEqual({
    ...run,
    first_value: null,
    causes: [{ ...full, http_status: null, last_attempt_at: null, response_excerpt: null }],
  });
});

it('tells the note of a step that has ended a run as failed', async () => {
  const stop = aNode('stop', 'stop', { outcome: 'failed', message: 'Not for us.' });
  const run = await aRun(app, aFanOut(STORE, stop), { name: 'nobody' });
  await run.reach('failed');
  const listed = (await list('attention=true')).body.data.find(({ id }) => id === run.id)!;
  expect(listed).toMatchObject({ failures: [], first_value: 'nobody' });
  expect(listed.causes).toEqual([
    expect.objectContaining({ node_id: 'stop', channel_type: 'stop', status: 'failed', message: 'Not for us.' }),
  ]);
});

it('tells a value that no field has when there are no others', async () => {
  const stop = aNode('stop', 'stop', { outcome: 'failed', message: 'Not for us.' });
  const run = await aRun(app, aFanOut(STORE, stop), { company: 'Acme' });
  await run.reach('failed');
  expect((await list('attention=true')).body.data.find(({ id }) => id === run.id)).toMatchObject({ first_value: 'Acme' });
});

it('reads the causes of a whole page in one statement', async () => {
  const count = (limit: number) => countStatements(() => list(`attention=true&limit=${limit}`));
  const least = async (limit: number) => Math.min(await count(limit), await count(limit), await count(limit)); // the worker sends some, too
  await count(1);
  expect(await least(50)).toBe(await least(1));
});

it('leaves out what was dismissed, one run or many, until it is retried, and refuses alone what a key may not dismiss', async () => {
  const [, first, second] = runs.map(({ id }) => id);
  const attention = async () => (await list('attention=true')).body.data.map(({ id }) => id);
  const dismiss = (api: Api, body: object) => api.post('/v1/workflow-runs/dismiss', body);
  const before = await attention();
  const stranger = v7();
  expect((await dismiss(app.api, { ids: [second, stranger] })).body.data).toEqual({
    dismissed: [second],
    refused: [{ run_id: stranger, code: 'resource_not_found' }],
  });
  expect(await attention()).toEqual(before.filter((id) => id !== second));
  const testing = app.api.as(await app.key({ scopes: ['workflows:test'] }));
  expect((await dismiss(testing, { ids: [first] })).body.data).toEqual({
    dismissed: [],
    refused: [{ run_id: first, code: 'insufficient_scope' }],
  });
  await app.database.query('update workflow_runs set dismissed_at = null where id = $1', [second]);
});

it('retries many runs, and refuses alone those that cannot be', async () => {
  const ids = runs.map(({ id }) => id);
  const stranger = v7();
  const granted = app.api.as(await app.key({ formIds: [forms[0]!.id] }));
  const retry = (api: Api, body: object) => api.post('/v1/workflow-runs/retry', body);
  expect((await retry(granted, { ids: [ids[3], stranger] })).body.data).toEqual({
    retried: [],
    refused: [ids[3]!, stranger].sort().map((id) => ({ run_id: id, code: 'resource_not_found' })),
  });
  const testing = app.api.as(await app.key({ scopes: ['workflows:test'] }));
  expect((await retry(testing, { ids: [ids[3]] })).body.data).toMatchObject({
    refused: [{ code: 'insufficient_scope' }],
  });
  const answer = await retry(app.api, { ids });
  expect([answer.status, answer.body.data]).toEqual([
    202,
    {
      retried: [{ run_id: ids[3], new_run_id: expect.any(String) }],
      refused: expect.arrayContaining([
        { run_id: ids[0], code: 'run_not_retryable' },
        { run_id: ids[1], code: 'run_not_retryable' },
        { run_id: ids[2], code: 'delivery_uncertain' },
      ]),
    },
  ]);
  const confirmed = await retry(app.api, { ids: [ids[2]], confirm_delivery_uncertainty: true });
  expect(confirmed.body.data).toMatchObject({ retried: [{ run_id: ids[2] }], refused: [] });
  expectFieldErrors(await retry(app.api, { ids: ['none'] }), 'ids.0');
});
