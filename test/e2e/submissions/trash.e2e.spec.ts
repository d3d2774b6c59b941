import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut, startApp } from '../../support/app';
import { anEnabledForm, aSubmission, type CreatedForm, reload, setSettings, submit } from '../../support/forms';
import { expectInvariants } from '../../support/invariants';
import { aStoredFile } from '../../support/stored-files';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterEach(() => expectInvariants(app));
afterAll(() => app.close());

const FIELDS = [
  { name: 'email', type: 'string' },
  { name: 'day', type: 'string', options: ['mon', 'tue'] },
];
const aForm = (): Promise<CreatedForm> => anEnabledForm(app.api, { fields: FIELDS });
const path = (form: { id: string }, rest = '') => `/v1/forms/${form.id}/submissions${rest}`;
const trash = async (form: { id: string }, id: string) => expect((await app.api.delete(path(form, `/${id}`))).status).toBe(200);
const restore = (form: { id: string }, id: string, key?: string) =>
  (key ? app.api.as(key) : app.api).post(path(form, `/${id}/restore`), undefined);
const idsIn = async (address: string): Promise<string[]> =>
  (await app.api.get<{ id: string }[]>(address)).body.data.map(({ id }) => id).sort();
const exported = async (form: { id: string }, query: string): Promise<string> => {
  const headers = { authorization: `Bearer ${await app.key()}` };
  return (await fetch(`${app.api.baseUrl}${path(form, `/export?${query}`)}`, { headers })).text();
};

describe('a deleted submission', () => {
  it('is in the trash alone: it can be read nowhere else, and is listed, counted and exported only with trash=only', async () => {
    const form = await aForm();
    const [id, other] = [await aSubmission(app.api, form, { email: 'ada@example.com' }), await aSubmission(app.api, form)];
    await trash(form, id);
    for (const rest of ['', '/files']) expectError(await app.api.get(path(form, `/${id}${rest}`)), 'resource_not_found');
    expectError(await app.api.patch(path(form, `/${id}`), { read: true }), 'resource_not_found');
    for (const action of ['spam', 'release']) expectError(await app.api.post(path(form, `/${id}/${action}`)), 'resource_not_found');
    expectError(await app.api.delete(path(form, `/${id}`)), 'resource_not_found');
    for (const list of [path(form), `/v1/submissions`]) {
      for (const query of ['', 'state=all&', 'search=ada&', 'order=oldest&'].filter(
        (each) => list !== '/v1/submissions' || !each.startsWith('order'),
      )) {
        expect(await idsIn(`${list}?${query}limit=50`)).not.toContain(id);
      }
      expect(await idsIn(`${list}?trash=only`)).toContain(id);
      expect(await idsIn(`${list}?trash=only&search=ada&read_status=unread&source=form_submit`)).toContain(id);
      expect(await idsIn(`${list}?trash=only&state=quarantined`)).not.toContain(id);
    }
    const count = async (query: string) => (await app.api.get(`/v1/submissions/count?form=${form.id}${query}`)).body.data.count as number;
    expect([await count(''), await count('&trash=only')]).toEqual([1, 1]);
    expect(await reload(app.api, form)).toMatchObject({ submissions_count: 1, unread_count: 1 });
    for (const format of ['csv', 'ndjson']) {
      expect(await exported(form, `format=${format}`)).not.toContain(id);
      expect(await exported(form, `format=${format}&trash=only&state=all`)).toContain(id);
      expect(await exported(form, `format=${format}&trash=only`)).not.toContain(other);
    }
  });

  it('is shown in the trash with its former state and the time of its deletion', async () => {
    const form = await aForm();
    const [accepted, held] = [await aSubmission(app.api, form), await aSubmission(app.api, form)];
    await app.api.post(path(form, `/${held}/spam`));
    for (const id of [accepted, held]) await trash(form, id);
    const { data } = (await app.api.get(path(form, '?trash=only&order=oldest'))).body;
    expect(data).toMatchObject([
      { id: accepted, state: 'accepted', deleted_at: expect.stringMatching(/Z$/) as string },
      { id: held, state: 'quarantined', deleted_at: expect.stringMatching(/Z$/) as string },
    ]);
    expect(await idsIn(path(form, '?trash=only&state=quarantined'))).toEqual([held]);
    expect((await app.api.get(`/v1/forms/${form.id}/settings`)).body.data).toMatchObject({ quarantined: 0 });
  });

  it('takes its files and their links out of reach until it is restored', async () => {
    const form = await aForm();
    const id = await aSubmission(app.api, form);
    const file = await aStoredFile(app, form.id, id);
    await app.database.query('update form_stats set stored_bytes = $2 where form_id = $1', [form.id, file.content.length]);
    const { url } = (await app.api.post(`${file.path}/links`, {})).body.data as { url: string };
    const link = app.api.baseUrl + new URL(url).pathname;
    const statuses = async () => [(await app.api.get(file.path)).status, (await fetch(link)).status];
    await trash(form, id);
    expect(await statuses()).toEqual([404, 404]);
    expectError(await app.api.post(`${file.path}/links`, {}), 'resource_not_found');
    expectError(await app.api.delete(file.path), 'resource_not_found');
    await restore(form, id);
    expect((await fetch(link)).status).toBe(200);
  });

  it('leaves its key used: the same request is answered as before and stores nothing', async () => {
    const form = await aForm();
    const send = () => app.api.as(null).post(`/api/v1/forms/${form.id}/submit`, { email: 'ada@example.com' }, { idempotencyKey: 'once' });
    const first = await send();
    const { id } = first.body.data as { id: string };
    await trash(form, id);
    expect((await send()).body.data).toEqual(first.body.data);
    expect(await idsIn(path(form, '?state=all'))).toEqual([]);
    await app.api.delete(path(form, `/${id}?permanently=true`));
    expect((await send()).body.data).toEqual(first.body.data);
  });

  it('stays counted for the month, the days and the lock of fields', async () => {
    const form = await aForm();
    const counters = () =>
      app.database.queryOne('select month_count, day_accepted, first_submission_at from form_stats where form_id = $1', [form.id]);
    const id = await aSubmission(app.api, form);
    const before = await counters();
    await trash(form, id);
    expect(await counters()).toEqual(before);
    await restore(form, id);
    expect(await counters()).toEqual(before);
  });

  it('is deleted for good with permanently, from the trash as well as before it, and at once where the plan has no trash', async () => {
    const form = await aForm();
    const ids = [];
    for (let n = 0; n < 3; n += 1) ids.push(await aSubmission(app.api, form));
    await trash(form, ids[0]!);
    for (const id of ids.slice(0, 2)) expect((await app.api.delete(path(form, `/${id}?permanently=true`))).status).toBe(200);
    await app.database.query('update plans set trash_days = 0');
    await trash(form, ids[2]!);
    await app.database.query('update plans set trash_days = 30');
    expect(await app.database.query('select from submissions where form_id = $1', [form.id])).toEqual([]);
    for (const id of ids) expectError(await restore(form, id), 'resource_not_found');
  });

  it('is refused by an export link and for other values of trash', async () => {
    const form = await aForm();
    const link = { name: 'Sheet', expires_in: 3600, filters: { trash: 'only' } };
    expectFieldErrors(await app.api.post(`/v1/forms/${form.id}/export-links`, link), 'filters.trash');
    expectFieldErrors(await app.api.get(path(form, '?trash=all')), 'trash');
  });
});

describe('a restored submission', () => {
  it('is as it was, read or unread, with exact counters, whatever the form takes now', async () => {
    const form = await aForm();
    const [read, unread] = [await aSubmission(app.api, form), await aSubmission(app.api, form)];
    const before = (await app.api.patch(path(form, `/${read}`), { read: true })).body.data;
    for (const id of [read, unread]) await trash(form, id);
    expect(await reload(app.api, form)).toMatchObject({ submissions_count: 0, unread_count: 0, latest_submission_at: null });
    await setSettings(app.api, form, { intake: { closes_at: '2026-01-01T00:00:00.000Z' } });
    const restored = (await restore(form, read)).body.data;
    expect(restored).toMatchObject({ ...before, state: 'accepted', cancelled_run_ids: [] });
    expect(restored).not.toHaveProperty('deleted_at');
    expect(await reload(app.api, form)).toMatchObject({ submissions_count: 1, unread_count: 0 });
    await restore(form, unread);
    expect(await reload(app.api, form)).toMatchObject({ submissions_count: 2, unread_count: 1 });
    expect((await restore(form, read)).body.data).toMatchObject({ id: read, cancelled_run_ids: [] });
  });

  it('that was held is held for thirty days again', async () => {
    const form = await aForm();
    const id = await aSubmission(app.api, form);
    await app.api.post(path(form, `/${id}/spam`));
    await app.database.query(`update submissions set held_at = now() - interval '29 days' where id = $1`, [id]);
    await trash(form, id);
    await restore(form, id);
    const row = await app.database.queryOne(
      `select state, held_at > now() - interval '1 minute' as is_new, deleted_at, state_before from submissions where id = $1`,
      [id],
    );
    expect(row).toEqual({ state: 'quarantined', is_new: true, deleted_at: null, state_before: null });
  });

  it('takes its value and its places again, and stays in the trash while one of them is taken', async () => {
    const form = await aForm();
    await setSettings(app.api, form, { intake: { unique_by: 'email', places: { day: { mon: 1 } }, max_submissions: 2 } });
    const id = await aSubmission(app.api, form, { email: 'ada@example.com', day: 'mon' });
    await trash(form, id);
    const same = await aSubmission(app.api, form, { email: 'ada@example.com', day: 'tue' });
    expectError(await restore(form, id), 'duplicate_submission');
    await trash(form, same);
    const place = await aSubmission(app.api, form, { email: 'bob@example.com', day: 'mon' });
    expectError(await restore(form, id), 'no_places_left');
    await trash(form, place);
    for (const email of ['c@example.com', 'd@example.com']) await aSubmission(app.api, form, { email });
    expectError(await restore(form, id), 'no_places_left');
    expect(await idsIn(path(form, '?trash=only'))).toEqual([id, same, place].sort());
    await setSettings(app.api, form, { intake: { max_submissions: null } });
    expect((await restore(form, id)).status).toBe(200);
    expectError(await submit(app.api, form, { email: 'ada@example.com' }), 'duplicate_submission');
    expectError(await submit(app.api, form, { email: 'e@example.com', day: 'mon' }), 'no_places_left');
  });

  it('that was imported gets its id at its source back, unless it was imported anew', async () => {
    const form = await aForm();
    const file = 'email,source_id\nada@example.com,7\n';
    const imported = async () =>
      (
        await app.api.post(path(form, '/import'), Buffer.from(file), {
          idempotencyKey: '',
          headers: { 'content-type': 'text/csv' },
        })
      ).body.data;
    expect(await imported()).toMatchObject({ imported: 1 });
    const [first] = await idsIn(path(form));
    await trash(form, first!);
    expect(await imported()).toMatchObject({ imported: 1, already_there: 0 });
    const [second] = await idsIn(path(form));
    expectError(await restore(form, first!), 'duplicate_submission');
    await app.api.delete(path(form, `/${second}?permanently=true`));
    expect((await restore(form, first!)).status).toBe(200);
    expect(await imported()).toMatchObject({ imported: 0, already_there: 1 });
  });

  it('has its mail written anew if that was not sent, and no other', async () => {
    const form = await anEnabledForm(app.api, { fields: FIELDS, notifications_enabled: true });
    await setSettings(app.api, form, { notifications: { to: ['owner@example.com'] } });
    const ids = [await aSubmission(app.api, form), await aSubmission(app.api, form), await aSubmission(app.api, form)] as const;
    const [pending, delivered, failed] = ids;
    const setStatus = (id: string, status: string, due: string, at = 'null') =>
      app.database.query(
        `update notifications set status = $2, due_at = ${due}, delivered_at = ${at}, mail_id = gen_random_uuid(),
           error_code = case when $2 = 'failed' then 'smtp_rejected' end where submission_id = $1`,
        [id, status],
      );
    await setStatus(delivered, 'delivered', 'null', 'now()');
    await setStatus(failed, 'failed', 'null');
    const mails = async () =>
      app.database.query<{ submission_id: string; status: string }>(
        'select submission_id, status from notifications where form_id = $1 order by submission_id',
        [form.id],
      );
    const before = await mails();
    for (const id of ids) await trash(form, id);
    expect((await mails()).map(({ submission_id }) => submission_id)).toEqual([delivered, failed]);
    expect((await app.api.get('/v1/notifications/unsent')).body.data).toEqual([]);
    expectError(await app.api.post(`/v1/forms/${form.id}/notifications/${failed}/retry`), 'resource_not_found');
    expect((await app.api.post(`/v1/forms/${form.id}/notifications/retry`)).body.data).toEqual({ retried: 0 });
    for (const id of ids) await restore(form, id);
    expect(await mails()).toEqual(before);
    expect(before[0]).toEqual({ submission_id: pending, status: 'pending' });
    expect((await app.api.get('/v1/notifications/unsent')).body.data).toMatchObject([{ count: 1 }]);
  });

  it('needs submissions:delete, and submissions:read of a key that could choose who gets it', async () => {
    const form = await aForm();
    const id = await aSubmission(app.api, form);
    await trash(form, id);
    expectError(await restore(form, id, await app.key({ scopes: allScopesBut('submissions:delete') })), 'insufficient_scope');
    expectError(await restore(form, id, await app.key({ scopes: allScopesBut('submissions:read') })), 'insufficient_scope');
    expectError(await restore(form, id, (await app.stranger()).key), 'resource_not_found');
    expect((await restore(form, id, await app.key({ scopes: ['submissions:delete'] }))).status).toBe(200);
  });
});

describe('many at once', () => {
  const batch = (form: { id: string }, body: object) => app.api.post(path(form, '/batch'), body);

  it('go to the trash, come back and are deleted for good, each action as the single one', async () => {
    const form = await aForm();
    const ids = [await aSubmission(app.api, form), await aSubmission(app.api, form)].sort();
    expect((await batch(form, { action: 'delete', ids })).body.data).toMatchObject({ changed: 2 });
    expect((await batch(form, { action: 'read', ids })).body.data).toMatchObject({ changed: 0, missing: ids });
    expect((await batch(form, { action: 'delete', ids })).body.data).toMatchObject({ changed: 0, missing: ids });
    expect((await batch(form, { action: 'restore', ids })).body.data).toMatchObject({ changed: 2, refused: [] });
    expect((await batch(form, { action: 'restore', ids })).body.data).toMatchObject({ changed: 0, unchanged: 2 });
    await trash(form, ids[0]!);
    expect((await batch(form, { action: 'delete', permanently: true, ids })).body.data).toMatchObject({ changed: 2, missing: [] });
    expect(await app.database.query('select from submissions where form_id = $1', [form.id])).toEqual([]);
    expectFieldErrors(await batch(form, { action: 'read', permanently: true, ids }), 'permanently');
  });

  it('are refused alone where a value is taken meanwhile', async () => {
    const form = await aForm();
    await setSettings(app.api, form, { intake: { unique_by: 'email' } });
    const ids = [
      await aSubmission(app.api, form, { email: 'a@example.com' }),
      await aSubmission(app.api, form, { email: 'b@example.com' }),
    ];
    await batch(form, { action: 'delete', ids });
    await aSubmission(app.api, form, { email: 'a@example.com' });
    expect((await batch(form, { action: 'restore', ids })).body.data).toMatchObject({
      changed: 1,
      refused: [{ id: ids[0], code: 'duplicate_submission' }],
    });
  });
});
