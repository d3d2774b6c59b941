import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut } from '../../support/app';
import { aForm } from '../../support/forms';
import type { Receiver } from '../../support/receiver';
import { withRunningApp } from '../../support/running-app';
import type { RunHandle } from '../../support/runs';
import { aPublishedForm, aRunOf, aTest, listRuns } from '../../support/runs';
import { aDefinition, aFanOut, aNode, aVersion, aWebhook, START, STORE } from '../../support/workflows';

let app: TestApp;
let receiver: Receiver;
let form: { id: string };
/** Oldest first: production with version 1, the same with an uncertain step, production with version 2, and a test. */
let runs: { first: RunHandle; uncertain: RunHandle; second: RunHandle; test: RunHandle };

withRunningApp((...started) => ([app, receiver] = started));
beforeAll(async () => {
  const crm = aWebhook('crm', { url: receiver.url(), retry_uncertain: false });
  form = await aPublishedForm(app, aFanOut(STORE, crm));
  receiver.answers({ status: 200 }, 'reset', { status: 404 });
  const first = await aRunOf(app, form);
  await first.reach('succeeded');
  const uncertain = await aRunOf(app, form);
  await uncertain.reach('partially_failed');
  await aVersion(app.api, form, aDefinition([START, crm], 'start>crm'));
  const second = await aRunOf(app, form);
  await second.reach('failed');
  const test = await aTest(app, aFanOut(STORE), { source: 'sample' }, form);
  await test.reach('succeeded');
  runs = { first, uncertain, second, test };
});

const path = ({ id }: { id: string }, query = ''): string => `/v1/forms/${id}/workflow-runs?${query}`;
const namesOf = (found: { id: string }[]): string[] =>
  found.map(({ id }) => Object.entries(runs).find(([, run]) => run.id === id)?.[0] ?? 'another');
const matching = async (query: string): Promise<string[]> => namesOf(await listRuns(app, form, query));

describe('200', () => {
  it('lists kind, outcome and cost of each run, newest first, and nothing else', async () => {
    const answer = await app.api.get(path(form));
    expect(Object.keys(answer.body)).toEqual(['data', 'request_id']);
    expect(namesOf(answer.body.data)).toEqual(['test', 'second', 'uncertain', 'first']);
    const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(answer.body.data[1]).toEqual({
      id: runs.second.id,
      submission_id: runs.second.submissionId,
      run_kind: 'production',
      status: 'failed',
      workflow_version: 2,
      workflow_version_id: expect.any(String),
      draft_revision: null,
      reserved_compute_points: 2,
      consumed_compute_points: 0,
      released_compute_points: 2,
      error_code: 'http_4xx',
      retry_of_run_id: null,
      dismissed_at: null,
      started_at: timestamp,
      completed_at: timestamp,
      created_at: timestamp,
    });
    expect(answer.body.data[0]).toMatchObject({
      run_kind: 'test',
      submission_id: null,
      workflow_version: null,
      workflow_version_id: null,
      draft_revision: expect.stringMatching(/^\d+$/),
    });
  });

  it.each([
    ['run_kind=production', ['second', 'uncertain', 'first']],
    ['run_kind=test', ['test']],
    ['status=partially_failed', ['uncertain']],
    ['status=running', []],
    ['workflow_version=1', ['uncertain', 'first']],
    ['workflow_version=2', ['second']],
    ['workflow_version=2147483647', []],
    ['min_compute_points=2', ['uncertain', 'first']],
    ['max_compute_points=1', ['test', 'second']],
    ['min_compute_points=0&max_compute_points=0', ['test', 'second']],
    ['delivery_uncertain=true', ['uncertain']],
    ['delivery_uncertain=1', ['uncertain']],
    ['delivery_uncertain=false', ['test', 'second', 'first']],
    ['delivery_uncertain=0&run_kind=production', ['second', 'first']],
    ['limit=2', ['test', 'second']],
    ['limit=1&status=succeeded&run_kind=production', ['first']],
    ['created_after=2000-01-01', ['test', 'second', 'uncertain', 'first']],
    ['created_before=2000-01-01', []],
    ['created_after=2999-12-31T23:59:59%2B02:00', []],
  ])('filters by %s', async (query, names) => {
    expect(await matching(query)).toEqual(names);
  });

  it('filters open and ended runs alike by version, points and submission, in one order', async () => {
    const wait = aNode('wait', 'delay', { seconds: 3600 });
    const waiting = await aPublishedForm(app, aDefinition([START, wait, STORE], 'start>wait', 'wait>store'));
    const ended = await aRunOf(app, waiting);
    await ended.reachStep('wait', 'waiting');
    expect((await ended.cancel()).status).toBe(200);
    const again = await ended.repeated();
    await again.reachStep('wait', 'waiting');
    const open = await aRunOf(app, waiting);
    await open.reachStep('wait', 'waiting');
    const last = await aRunOf(app, waiting);
    expect((await last.cancel()).status).toBe(200);
    const idsOf = async (query: string) => (await listRuns(app, waiting, query)).map(({ id }) => id);
    const all = [last, open, again, ended].map(({ id }) => id);
    for (const query of ['', 'workflow_version=1', 'min_compute_points=0', 'max_compute_points=0'])
      expect({ query, ids: await idsOf(query) }).toEqual({ query, ids: all });
    expect(await idsOf('workflow_version=1&limit=3')).toEqual(all.slice(0, 3));
    expect(await idsOf('workflow_version=1&status=running')).toEqual([open.id, again.id]);
    expect(await idsOf('min_compute_points=1')).toEqual([]);
    expect(await idsOf(`submission_id=${ended.submissionId}`)).toEqual([again.id, ended.id]);
  });

  it('filters by submission, and finds nothing for a foreign or unknown one', async () => {
    const stranger = await aPublishedForm(app, aFanOut(STORE));
    const foreign = await aRunOf(app, stranger);
    expect(await matching(`submission_id=${runs.uncertain.submissionId}`)).toEqual(['uncertain']);
    expect(await matching(`submission_id=${foreign.submissionId}`)).toEqual([]);
    expect(await matching(`submission_id=${v7()}`)).toEqual([]);
    expect(await matching(`submission_id=${randomUUID()}`)).toEqual([]);
  });

  it('includes created_after and excludes created_before, to the millisecond', async () => {
    const { created_at: at } = await runs.uncertain.summary();
    expect(await matching(`created_after=${at}`)).toEqual(['test', 'second', 'uncertain']);
    expect(await matching(`created_before=${at}`)).toEqual(['first']);
    const next = new Date(Date.parse(at) + 1).toISOString();
    expect(await matching(`created_after=${at}&created_before=${next}`)).toEqual(['uncertain']);
  });

  it('reads a date as its first moment in UTC', async () => {
    const { created_at } = await runs.first.summary();
    const day = created_at.slice(0, 10);
    const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
    expect(await matching(`created_after=${day}&created_before=${next}`)).toEqual(await matching(''));
    expect(await matching(`created_before=${day}`)).toEqual([]);
  });

  it('lists twenty runs by default and fifty at most', async () => {
    const busy = await aPublishedForm(app, aFanOut(STORE));
    for (let count = 0; count < 52; count += 13) {
      await Promise.all(Array.from({ length: 13 }, () => aRunOf(app, busy)));
    }
    expect(await listRuns(app, busy, '')).toHaveLength(20);
    const fifty = await listRuns(app, busy, 'limit=50');
    expect(fifty).toHaveLength(50);
    const order = fifty.map(({ created_at, id }) => `${created_at} ${id}`);
    expect(order).toEqual([...order].sort().reverse());
  });

  it('is empty for a form without runs', async () => {
    expect(await listRuns(app, await aForm(app.api), '')).toEqual([]);
  });
});

describe('403', () => {
  it('names the missing scope', async () => {
    const answer = await app.api.as(await app.key({ scopes: allScopesBut('workflows:read') })).get(path(form));
    expectError(answer, 'insufficient_scope');
    expect(answer.body.error!.message).toContain('workflows:read');
  });
});

describe('404', () => {
  it('does not find the runs of a form of another account, without a grant, or unknown', async () => {
    const { key } = await app.stranger();
    const granted = await aForm(app.api);
    const selected = await app.key({ formIds: [granted.id] });
    expectError(await app.api.as(key).get(path(form)), 'resource_not_found');
    expectError(await app.api.as(selected).get(path(form)), 'resource_not_found');
    expect((await app.api.as(selected).get(path(granted))).status).toBe(200);
    for (const id of [v7(), 'x']) expectError(await app.api.get(path({ id })), 'resource_not_found');
  });
});

describe('422', () => {
  it.each([
    ['run_kind=dry', 'run_kind'],
    ['run_kind=', 'run_kind'],
    ['status=done', 'status'],
    ['workflow_version=0', 'workflow_version'],
    ['workflow_version=1.5', 'workflow_version'],
    ['workflow_version=2147483648', 'workflow_version'],
    ['submission_id=1', 'submission_id'],
    ['submission_id=', 'submission_id'],
    ['created_after=yesterday', 'created_after'],
    ['created_after=2026-02-30', 'created_after'],
    ['created_after=2026-01-01T00:00:00', 'created_after'],
    ['created_before=2026-13-01', 'created_before'],
    ['created_after=2026-01-02&created_before=2026-01-01', 'created_before'],
    ['created_after=2026-01-01&created_before=2026-01-01T00:00:00Z', 'created_before'],
    ['min_compute_points=-1', 'min_compute_points'],
    ['max_compute_points=x', 'max_compute_points'],
    ['min_compute_points=2&max_compute_points=1', 'max_compute_points'],
    ['delivery_uncertain=yes', 'delivery_uncertain'],
    ['delivery_uncertain=', 'delivery_uncertain'],
    ['limit=0', 'limit'],
    ['limit=51', 'limit'],
    ['cursor=x', 'cursor'],
    ['sort=created_at', 'sort'],
    ['status=failed&status=succeeded', 'status'],
    ['status[]=failed', 'status[]'],
  ])('refuses %s', async (query, name) => {
    expectFieldErrors(await app.api.get(path(form, query)), name);
  });

  it('reports all errors at once', async () => {
    expectFieldErrors(await app.api.get(path(form, 'status=x&limit=x&run_kind=x')), 'status', 'limit', 'run_kind');
  });
});
