import { v7 } from 'uuid';
import type { AuditEventView } from '../../../src/keys/audit-event.dto';
import type { SubmissionView } from '../../../src/submissions/submission-view.dto';
import type { SubmissionEditView } from '../../../src/submissions/corrections/submission-edit-view.dto';
import { SearchIndexService } from '../../../src/submissions/lists/search-index.service';
import { type Answer, expectError, expectFieldErrors } from '../../support/api';
import { allScopesBut, startApp, type TestApp } from '../../support/app';
import { anEnabledForm, aSubmission, type CreatedForm, etagOf, setSettings } from '../../support/forms';

const FIELDS = [
  { name: 'email', type: 'string', validation: 'email', required: true },
  { name: 'seats', type: 'number' },
  { name: 'day', type: 'string', options: ['Mon', 'Tue'] },
  { name: 'old', type: 'string' },
  { name: 'cv', type: 'file' },
];
const SENT = { email: 'ada@exmaple.com', seats: 2, day: 'Mon', old: 'kept' };

let app: TestApp;
let form: CreatedForm;
let id: string;
beforeAll(async () => {
  app = await startApp();
});
beforeEach(async () => {
  form = await anEnabledForm(app.api, { fields: FIELDS });
  id = await aSubmission(app.api, form, SENT);
});
afterAll(() => app.close());

const path = () => `/v1/forms/${form.id}/submissions/${id}`;
const tag = (edits: number) => `"s-${id}-${edits}"`;
const read = () => app.api.get<SubmissionView>(path());
const edits = async () => (await app.api.get<SubmissionEditView[]>(`${path()}/edits`)).body.data;
const correct = (fields: object, ifMatch = tag(0), more: object = {}): Promise<Answer<SubmissionView>> =>
  app.api.patch<SubmissionView>(path(), { fields, ...more }, { ifMatch });
const lastAction = async () => (await app.api.get(`/v1/audit-events?limit=1`)).body.data[0] as AuditEventView;

describe('a correction', () => {
  it('replaces the values that are sent, repaired like those of a visitor, and removes null', async () => {
    const answer = await correct({ email: ' ada@example.com ', seats: null });
    expect(answer).toMatchObject({ status: 200, etag: tag(1) });
    expect(answer.body.data).toMatchObject({
      fields: { email: 'ada@example.com', day: 'Mon', old: 'kept' },
      edited_at: expect.any(String),
    });
    expect(answer.body.data.fields).not.toHaveProperty('seats');
    const now = await read();
    expect(now.etag).toBe(tag(1));
    expect(now.body.data).toEqual(answer.body.data);
    expect(await lastAction()).toMatchObject({ resource_id: id, revisions: { before: 0, after: 1 } });
  });

  it('is listed with what it has changed, the first one first', async () => {
    await correct({ email: 'ada@example.com', day: 'Mon' });
    const { body } = await correct({ seats: null, day: 'Tue' }, tag(1));
    expect(await edits()).toEqual([
      expect.objectContaining({ number: 1, before: { email: 'ada@exmaple.com' }, after: { email: 'ada@example.com' } }),
      expect.objectContaining({
        ...{ number: 2, before: { seats: 2, day: 'Mon' }, after: { seats: null, day: 'Tue' } },
        ...{ edited_at: body.data.edited_at, edited_by: body.data.edited_by, key_name: expect.any(String) },
      }),
    ]);
  });

  it('that changes nothing is none, and keeps the ETag', async () => {
    const before = await lastAction();
    expect((await correct({ email: SENT.email, seats: 2 })).etag).toBe(tag(0));
    expect((await correct({})).etag).toBe(tag(0));
    expect([await edits(), await lastAction()]).toEqual([[], before]);
  });

  it('can come with a mark, and a mark of its own changes no ETag', async () => {
    const { body, etag } = await correct({ day: 'Tue' }, tag(0), { read: true });
    expect([body.data.fields['day'], body.data.read_at, etag]).toEqual(['Tue', expect.any(String), tag(1)]);
    expect(await app.api.patch(path(), { read: false })).toMatchObject({ status: 200, etag: tag(1) });
  });

  it('is told by the change feed and found by searches', async () => {
    const index = async () => {
      while (await app.app.get(SearchIndexService).indexBatch());
    };
    await index();
    const feed = (query: string) => app.api.get(`/v1/forms/${form.id}/changes?${query}`);
    const { next_cursor } = (await feed('limit=0')).body['meta'] as { next_cursor: string };
    await correct({ old: 'needle' });
    expect((await feed(`after=${next_cursor}`)).body.data).toMatchObject([
      { type: 'upserted', submission: { id, fields: { old: 'needle' }, edited_at: expect.any(String) } },
    ]);
    const found = async (search: string) =>
      (await app.api.get<SubmissionView[]>(`/v1/forms/${form.id}/submissions?search=${search}`)).body.data.length;
    for (const round of [async () => Promise.resolve(), index]) {
      await round();
      expect([await found('needle'), await found('kept')]).toEqual([1, 0]);
    }
    const texts = await app.database.query(`select body from submission_texts where submission_id = $1`, [id]);
    expect(texts).toEqual([{ body: expect.stringContaining('needle') }]);
  });

  it('works for one in quarantine, which takes nothing', async () => {
    await setSettings(app.api, form, { intake: { unique_by: 'email' } });
    await aSubmission(app.api, form, { email: 'ada@example.com' });
    await app.api.post(`${path()}/spam`);
    const { status, body } = await correct({ email: 'ada@example.com' });
    expect([status, body.data.state]).toEqual([200, 'quarantined']);
    expectError(await app.api.post(`${path()}/release`), 'duplicate_submission');
  });

  it('ends the confirmation of an address that it changes, and of no other', async () => {
    await app.database.query(`update forms set settings = jsonb_set(settings, '{respondent}', '{"address_field":"email"}') where id = $1`, [
      form.id,
    ]);
    await app.database.query('update submissions set address_confirmed_at = now() where id = $1', [id]);
    expect((await correct({ day: 'Tue' })).body.data.address_confirmed_at).toEqual(expect.any(String));
    expect((await correct({ email: 'ada@example.com' }, tag(1))).body.data).not.toHaveProperty('address_confirmed_at');
  });

  it('is refused after fifty', async () => {
    for (let n = 0; n < 50; n += 1) expect((await correct({ seats: n + 10 }, tag(n))).status).toBe(200);
    expectError(await correct({ seats: 1 }, tag(50)), 'too_many_edits');
    expect((await correct({ seats: 59 }, tag(50))).status).toBe(200);
    expect(await edits()).toHaveLength(50);
  });
});

describe('the ETag', () => {
  it('is required for values, and compared', async () => {
    expectError(await app.api.patch(path(), { fields: { day: 'Tue' } }), 'precondition_required');
    await correct({ day: 'Tue' });
    for (const stale of [tag(0), `"s-${v7()}-1"`, `"f-${form.id}-1"`])
      expectError(await correct({ day: 'Mon' }, stale), 'precondition_failed');
    expect((await correct({ day: 'Mon' }, '*')).etag).toBe(tag(2));
  });

  it('never makes a 304', async () => {
    expect((await app.api.get(path(), { headers: { 'if-none-match': tag(0) } })).status).toBe(200);
  });

  it('lets one of two corrections pass', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => correct({ seats: n + 10 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412, 412, 412]);
    expect(await edits()).toHaveLength(1);
  });
});

describe('422', () => {
  it.each<[string, object, string]>([
    ['an address that is none', { email: 'ada' }, 'fields.email'],
    ['a required value that is removed', { email: null }, 'fields.email'],
    ['a required value that is empty', { email: '' }, 'fields.email'],
    ['another type', { seats: '2' }, 'fields.seats'],
    ['no option', { day: 'Wed' }, 'fields.day'],
    ['an unknown name', { mail: 'ada@example.com' }, 'fields.mail'],
    ['an unknown name that is to be removed', { mail: null }, 'fields.mail'],
    ['a name of every object', { constructor: null }, 'fields.constructor'],
    ['a file', { cv: null }, 'fields.cv'],
  ])('is the answer to %s', async (_, fields, error) => {
    expectFieldErrors(await correct({ seats: 3, ...fields }), error);
    expect((await read()).body.data.fields).toEqual(SENT);
  });

  it('lets the value of a field that was deleted only be removed', async () => {
    const old = form.fields.find(({ name }) => name === 'old')!;
    await app.api.delete(`/v1/forms/${form.id}/fields/${old.id}`, { ifMatch: await etagOf(app.api, form) });
    expectFieldErrors(await correct({ old: 'new' }), 'fields.old');
    const { body } = await correct({ old: null });
    expect(body.data.fields).toEqual({ email: 'ada@exmaple.com', seats: 2, day: 'Mon' });
  });

  it('does not ask for values that are not sent', async () => {
    const extra = { name: 'town', type: 'string', required: true };
    await app.api.post(`/v1/forms/${form.id}/fields`, extra, { ifMatch: await etagOf(app.api, form) });
    expect((await correct({ day: 'Tue' })).status).toBe(200);
  });

  it('takes any value where the form validates none, also under a name that never had a field', async () => {
    form = await anEnabledForm(app.api, { validate_fields: false, fields: [{ name: 'seats', type: 'number', required: true }] });
    id = await aSubmission(app.api, form, { seats: null, other: 'x' });
    expect((await correct({ seats: 'two', other: ['y'] })).body.data.fields).toEqual({ seats: 'two', other: ['y'] });
    expect((await correct({ seats: null, other: null }, tag(1))).body.data.fields).toEqual({});
    expectFieldErrors(await correct({ other: 'x' }, tag(2)), 'fields.other');
  });
});

describe('403 and 404', () => {
  it('needs submissions:update, and submissions:read for values', async () => {
    const call = async (scope: 'submissions:update' | 'submissions:read', body: object) =>
      app.api.patch(path(), body, { ifMatch: tag(0), key: await app.key({ scopes: allScopesBut(scope) }) });
    expectError(await call('submissions:update', { fields: { day: 'Tue' } }), 'insufficient_scope');
    expectError(await call('submissions:read', { fields: { day: 'Tue' } }), 'insufficient_scope');
    expect((await call('submissions:read', { read: true })).status).toBe(200);
    const updater = await app.key({ scopes: allScopesBut('submissions:read') });
    expectError(await app.api.get(`${path()}/edits`, { key: updater }), 'insufficient_scope');
  });

  it('finds a submission only in its own form, and for its own account', async () => {
    const { key } = await app.stranger();
    expectError(await app.api.patch(path(), { fields: {} }, { ifMatch: '*', key }), 'resource_not_found');
    expectError(await app.api.get(`${path()}/edits`, { key }), 'resource_not_found');
    expectError(await app.api.get(`/v1/forms/${(await anEnabledForm(app.api)).id}/submissions/${id}/edits`), 'resource_not_found');
  });
});
