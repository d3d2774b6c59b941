import { SubmissionJobRunner } from '../../../src/submissions/jobs/submission-job-runner';
import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { anEnabledForm, aSubmission, reload, submit } from '../../support/forms';

interface Job {
  id: string;
  status: string;
  reason: string | null;
  total: number | null;
  found: number;
  changed: number;
  refused: number;
  form_id: string | null;
}

let app: TestApp;
let form: CreatedForm;

beforeEach(async () => {
  app = await shareApp();
  form = await anEnabledForm(app.api, { fields: [{ name: 'email', type: 'string' }] });
});

/** Stores copies of one submission, which is faster than sending each. */
async function received(count: number, of = form, value = 'ada@example.com'): Promise<void> {
  const first = await aSubmission(app.api, of, { email: value });
  await app.database.query(
    `insert into submissions (id, form_id, source, fields, file_count, received_at, state, inserted_number, change_number, changed_at)
     select gen_random_uuid(), form_id, source, fields, 0, received_at - n * interval '1 second', state, inserted_number, change_number, changed_at
     from submissions, generate_series(1, $2) n where id = $1`,
    [first, count - 1],
  );
  await app.database.query(
    'update form_stats set submissions_count = submissions_count + $2, unread_count = unread_count + $2 where form_id = $1',
    [of.id, count - 1],
  );
}

const create = (action: string, filters?: object, key?: string) =>
  (key ? app.api.as(key) : app.api).post<Job>('/v1/submission-jobs', { action, ...(filters && { filters }) });
const read = async (id: string) => (await app.api.get<Job>(`/v1/submission-jobs/${id}`)).body.data;
const batch = () => app.app.get(SubmissionJobRunner).runBatch();

async function finish(id: string): Promise<Job> {
  for (let turns = 0; turns < 500; turns += 1) {
    await batch();
    const job = await read(id);
    if (job.status !== 'running') return job;
  }
  throw new Error('The job does not end.');
}

const count = async (query: string) =>
  (await app.api.get<{ count: number; complete: boolean }>(`/v1/submissions/count?${query}`)).body.data;
const eventsOf = (id: string) =>
  app.database.query(`select action, actor, form_id, details from audit_events where resource_id = $1 and action like 'submissions.%'`, [
    id,
  ]);

it('does an action to all that fit, in batches, and records it once with its count', async () => {
  await received(400);
  expect(await count(`form=${form.id}`)).toEqual({ count: 400, complete: true });
  const answer = await create('read', { form: form.id });
  expect([answer.status, answer.headers['location']]).toEqual([202, `/v1/submission-jobs/${answer.body.data.id}`]);
  expect(answer.body.data).toMatchObject({ status: 'running', total: 400, found: 0, form_id: form.id });
  await batch();
  expect(await read(answer.body.data.id)).toMatchObject({ status: 'running', found: 250, changed: 250 });
  const job = await finish(answer.body.data.id);
  expect(job).toMatchObject({ status: 'done', reason: null, total: 400, found: 400, changed: 400, refused: 0 });
  expect(await reload(app.api, form)).toMatchObject({ submissions_count: 400, unread_count: 0 });
  const details = { action: 'read', status: 'done', total: 400, changed: 400 };
  expect(await eventsOf(job.id)).toEqual([{ action: 'submissions.job', actor: 'key', form_id: form.id, details }]);
  expect((await app.api.get<Job[]>('/v1/submission-jobs')).body.data.map(({ id }) => id)).toContain(job.id);
});

it('has each action of the rows', async () => {
  await received(3);
  const done = async (action: string, filters: object = {}) => {
    const { body } = await create(action, { form: form.id, ...filters });
    const { status, changed } = await finish(body.data.id);
    return [status, changed];
  };
  expect(await done('read', { read_status: 'unread' })).toEqual(['done', 3]);
  expect(await done('unread')).toEqual(['done', 3]);
  expect(await done('spam')).toEqual(['done', 3]);
  expect(await count(`form=${form.id}&state=quarantined`)).toMatchObject({ count: 3 });
  expect(await done('release', { state: 'quarantined' })).toEqual(['done', 3]);
  expect(await done('delete', { search: 'ADA' })).toEqual(['done', 3]);
  expect(await reload(app.api, form)).toMatchObject({ submissions_count: 0, unread_count: 0 });
});

it('leaves alone what arrives or is changed after it was asked for', async () => {
  await received(60);
  const mine = await aSubmission(app.api, form);
  const { body } = await create('delete', { form: form.id });
  const later = await aSubmission(app.api, form);
  await app.api.patch(`/v1/forms/${form.id}/submissions/${mine}`, { read: true });
  expect(await finish(body.data.id)).toMatchObject({ status: 'done', total: 61, changed: 60 });
  const left = (await app.api.get<{ id: string }[]>(`/v1/forms/${form.id}/submissions`)).body.data.map(({ id }) => id);
  expect(left.toSorted()).toEqual([mine, later].toSorted());
});

it('takes in all forms that the key sees, and only those', async () => {
  const other = await anEnabledForm(app.api);
  await received(2);
  await aSubmission(app.api, other);
  const key = await app.key({ formIds: [form.id] });
  const { body } = await create('read', {}, key);
  expect(await finish(body.data.id)).toMatchObject({ form_id: null, total: 2, changed: 2 });
  const all = await create('read');
  expect(await finish(all.body.data.id)).toMatchObject({ total: 3, changed: 1, found: 3 });
  expectError(await app.api.as(key).get(`/v1/submission-jobs/${all.body.data.id}`), 'resource_not_found');
  const { key: stranger } = await app.stranger();
  expectError(await app.api.as(stranger).get(`/v1/submission-jobs/${all.body.data.id}`), 'resource_not_found');
});

it('is one at a time for a form, and for all forms', async () => {
  const other = await anEnabledForm(app.api);
  await received(2);
  const first = await create('read', { form: form.id });
  expectError(await create('unread', { form: form.id }), 'job_running');
  expectError(await create('unread'), 'job_running');
  const beside = await create('unread', { form: other.id });
  expect(beside.status).toBe(202);
  const racing = await Promise.all([finish(first.body.data.id), finish(beside.body.data.id)]);
  expect(racing.map(({ status }) => status)).toEqual(['done', 'done']);
  const both = await Promise.all([create('read'), create('read')]);
  expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
  await finish(both.find(({ status }) => status === 202)!.body.data.id);
});

it('is cancelled after the batch that is being done, and stays so', async () => {
  await received(400);
  const { body } = await create('read', { form: form.id });
  await batch();
  const cancel = () => app.api.post<Job>(`/v1/submission-jobs/${body.data.id}/cancel`, {});
  expect((await cancel()).body.data).toMatchObject({ status: 'cancelled', changed: 250, total: 400 });
  expect((await cancel()).body.data).toMatchObject({ status: 'cancelled', changed: 250 });
  await batch();
  expect(await reload(app.api, form)).toMatchObject({ unread_count: 150 });
  expect(await eventsOf(body.data.id)).toMatchObject([{ details: { status: 'cancelled', changed: 250 } }]);
});

it('goes on in another process where one has stopped, and does nothing twice', async () => {
  await received(220);
  const sibling = await app.sibling();
  const { body } = await create('delete', { form: form.id });
  await batch();
  const runner = sibling.app.get(SubmissionJobRunner);
  await Promise.all(Array.from({ length: 6 }, (_, turn) => (turn % 2 ? runner.runBatch() : batch())));
  expect(await finish(body.data.id)).toMatchObject({ status: 'done', found: 220, changed: 220 });
  expect(await reload(app.api, form)).toMatchObject({ submissions_count: 0 });
  expect(await eventsOf(body.data.id)).toHaveLength(1);
});

it.each([
  ['has been revoked', 'revoked_at = now()', 'invalid_api_key'],
  ['may no longer delete', `scopes = '{submissions:read}'`, 'insufficient_scope'],
  ['may only read by now', 'writes_enabled = false', 'writes_disabled'],
])('stops when its key %s', async (_, change, reason) => {
  await received(60);
  const key = await app.key();
  const { body } = await create('delete', { form: form.id }, key);
  await batch();
  await app.database.query(`update api_keys set ${change} where id = (select api_key_id from submission_jobs where id = $1)`, [
    body.data.id,
  ]);
  expect(await finish(body.data.id)).toMatchObject({ status: 'stopped', reason, changed: 50 });
  expect(await reload(app.api, form)).toMatchObject({ submissions_count: 10 });
});

it('passes over forms that are deleted, or that the key sees no more', async () => {
  const other = await anEnabledForm(app.api);
  await received(2);
  await aSubmission(app.api, other);
  const { body } = await create('read');
  await app.api.delete(`/v1/forms/${other.id}`, { ifMatch: (await reload(app.api, other)).etag });
  expect(await finish(body.data.id)).toMatchObject({ status: 'done', total: 3, changed: 2 });
});

it('counts what is refused, and keeps the filter no longer than it needs it', async () => {
  await received(2);
  const held = (await submit(app.api, form, { email: 'x@example.com', _gotcha: 'x' })).body.data as { id: string };
  const { body } = await create('release', { form: form.id, state: 'all', search: 'example.com' });
  expect(await finish(body.data.id)).toMatchObject({ total: 3, found: 3, changed: 1, refused: 0 });
  expect((await app.api.get(`/v1/forms/${form.id}/submissions/${held.id}`)).body.data).not.toMatchObject({ state: 'quarantined' });
  expect(await app.database.query('select filter from submission_jobs where id = $1', [body.data.id])).toEqual([{ filter: null }]);
});

it('needs the scope of its action, and to read submissions', async () => {
  const updates = await app.key({ scopes: ['submissions:update'] });
  expectError(await create('read', {}, updates), 'insufficient_scope');
  const reads = await app.key({ scopes: ['submissions:read', 'submissions:update'] });
  expectError(await create('delete', {}, reads), 'insufficient_scope');
  expectFieldErrors(await create('archive'), 'action');
  expectFieldErrors(await create('read', { form: 'x', search: '' }), 'filters.form', 'filters.search');
});

it('does nothing to a form that is not there', async () => {
  const { body } = await create('delete', { form: '019aa2c4-6a10-7b3c-8d4e-0a1b2c3d4e5f' });
  expect(await finish(body.data.id)).toMatchObject({ status: 'done', total: 0, found: 0 });
});
