import { randomUUID } from 'node:crypto';
import { AuditEventsRepository } from '../../../src/api/operation/audit-events.repository';
import { KeysService } from '../../../src/keys/keys.service';
import { excessOf } from '../../../src/keys/key-ceiling.rules';
import { rightsOf } from '../../../src/keys/key.rules';
import { KeysRepository } from '../../../src/keys/keys.repository';
import type { Scope } from '../../../src/api/auth/caller';
import { expectError } from '../../support/api';
import { type TestApp, startApp } from '../../support/app';
import { aSession, cookieOf, signIn } from '../../support/console';
import { aForm, anEnabledForm, aSubmission } from '../../support/forms';
import { keyIdOf } from '../../support/keys';

interface Event {
  id: string;
  action: string;
  resource_id: string | null;
  form_id: string | null;
  key_id: string | null;
  key_name: string | null;
  details: { action: string | null; count: number; ids: string[] } | null;
  actor: string;
  request_id: string | null;
  revisions: { before: number | null; after: number | null };
}

let app: TestApp;
let ownId: string;
beforeAll(async () => {
  app = await startApp();
  const keys = await app.api.get<{ id: string; current: boolean }[]>('/v1/keys');
  ownId = keys.body.data.find(({ current }) => current)!.id;
});
afterAll(() => app.close());

const events = async (query = '', by = app.api): Promise<Event[]> => (await by.get<Event[]>(`/v1/audit-events${query}`)).body.data;

it('tells who has changed what, newest first, without its content', async () => {
  const form = await aForm(app.api, { name: 'Canary' });
  const answer = await app.api.patch(`/v1/forms/${form.id}`, { name: 'Canary of a mine' }, { ifMatch: '*' });
  const [change, creation] = await events(`?resource=${form.id}`);
  expect(change).toEqual({
    id: expect.stringMatching(/^\d+$/),
    action: 'PATCH /v1/forms/:id',
    ...{ resource_id: form.id, form_id: form.id, key_id: ownId, key_name: 'test', actor: 'key', details: null },
    request_id: answer.headers['x-request-id'],
    revisions: { before: 1, after: 2 },
    created_at: expect.any(String),
  });
  expect(creation).toMatchObject({ action: 'POST /v1/forms' });
  expect(JSON.stringify(await events())).not.toContain('Canary');
});

it('has the changes of fields, whose ids are numbers, as the API document says', async () => {
  const form = await aForm(app.api, { fields: [{ name: 'email', type: 'string' }] });
  const { id } = form.fields[0]!;
  await app.api.patch(`/v1/forms/${form.id}/fields/${id}`, { label: 'E-mail' }, { ifMatch: '*' });
  const change = { action: 'PATCH /v1/forms/:form/fields/:field', form_id: form.id };
  expect(await events(`?resource=${id}`)).toMatchObject([change]);
});

it('has the changes of keys, by keys and by the operator', async () => {
  const made = await app.api.post<{ id: string }>('/v1/keys', { name: 'x', scopes: ['forms:read'] });
  const { id } = made.body.data;
  await app.api.patch(`/v1/keys/${id}`, { name: 'y' }, { ifMatch: '*' });
  await app.app.get(KeysService).rotate(id, 60);
  await app.api.delete(`/v1/keys/${id}`);
  const found = (await events(`?resource=${id}`)).map(({ action, key_id, actor, revisions }) => ({ action, key_id, actor, ...revisions }));
  expect(found).toEqual([
    { action: 'keys revoke', key_id: ownId, actor: 'key', before: 3, after: 4 },
    { action: 'keys rotate', key_id: null, actor: 'operator', before: 2, after: 3 },
    { action: 'keys update', key_id: ownId, actor: 'key', before: 1, after: 2 },
    { action: 'keys create', key_id: ownId, actor: 'key', before: null, after: null },
  ]);
  expect((await events('?action=keys%20revoke')).map(({ resource_id }) => resource_id)).toEqual([id]);
});

it('says that a person has changed something in the console, and never names the key of its links', async () => {
  const headers = { cookie: await aSession(app), 'sec-fetch-site': 'same-origin' };
  const body = { name: 'By hand', validate_fields: true, notifications_enabled: false };
  const form = await app.api.as(null).post<{ id: string }>('/v1/forms', body, { headers });
  expect((await events(`?resource=${form.body.data.id}`))[0]).toMatchObject({ actor: 'console', key_id: null, key_name: null });
  const [hidden] = await app.database.query<{ id: string }>('select id from api_keys where is_console and account_id = $1', [
    app.accountId,
  ]);
  expect(JSON.stringify(await events('?limit=50'))).not.toContain(hidden!.id);
});

it('is read page by page, within a period, and of one key', async () => {
  const key = await app.key({ scopes: ['forms:create'] });
  for (let count = 0; count < 3; count++) await aForm(app.api.as(key));
  const of = `key=${await keyIdOf(app, key)}`;
  const all = await events(`?${of}`);
  expect(all).toHaveLength(3);
  const paged: Event[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: { body: { data: Event[]; meta?: unknown } } = await app.api.get<Event[]>(
      `/v1/audit-events?${of}&limit=2${cursor && `&cursor=${cursor}`}`,
    );
    paged.push(...page.body.data);
    cursor = (page.body.meta as { next_cursor: string | null }).next_cursor;
  }
  expect(paged).toEqual(all);
  expect(await events(`?${of}&created_after=2026-01-01`)).toEqual(all);
  expect(await events(`?${of}&created_before=2026-01-01`)).toEqual([]);
  expectError(await app.api.get('/v1/audit-events?key=mine'), 'validation_failed');
  expectError(await app.api.as(key).get('/v1/audit-events'), 'insufficient_scope');
});

it('shows a key that sees selected forms those of its forms, and of keys that may do no more, as the rules say', async () => {
  const [own, other] = [await aForm(app.api), await aForm(app.api)];
  const end = new Date(Date.now() + 30 * 24 * 3600 * 1000);
  const scopes: Scope[] = ['keys:manage', 'forms:read'];
  const caller = await app.key({ scopes, formIds: [own.id], readPerMinute: 100, expiresAt: end });
  const combinations = [null, [own.id], [own.id, other.id]].flatMap((formIds) =>
    [['forms:read'], ['forms:read', 'forms:create']].flatMap((given) =>
      [100, 101, null].flatMap((readPerMinute) =>
        [end, new Date(end.getTime() + 1)].map((expiresAt) => ({ formIds, scopes: given as Scope[], readPerMinute, expiresAt })),
      ),
    ),
  );
  const ids: string[] = [];
  for (const request of combinations) ids.push(await keyIdOf(app, await app.key(request))); // each locks the account
  const grantor = { ...(await app.app.get(KeysRepository).ceilingOf(await keyIdOf(app, caller))), scopes, isConsole: false };
  const keys = await app.app.get(KeysRepository).findAll(app.accountId, ids);
  const within = keys.filter((key) => excessOf(grantor, rightsOf(key)).length === 0);
  const found = await events('?action=keys%20create&limit=50', app.api.as(caller));
  const seen = found.map(({ resource_id }) => resource_id!).filter((id) => ids.includes(id));
  expect(seen.sort()).toEqual(within.map(({ id }) => id).sort());
  expect([seen.length, ids.length]).toEqual([1, 36]);
  const listed = await app.api.as(caller).get<{ id: string; manageable: boolean }[]>('/v1/keys?limit=50');
  expect(listed.body.data.filter(({ id, manageable }) => manageable && ids.includes(id)).map(({ id }) => id)).toEqual(seen);
  const forms = await events('?action=POST%20%2Fv1%2Fforms', app.api.as(caller));
  expect(forms.map(({ form_id }) => form_id)).toEqual([own.id]);
});

it('names the key or the person, also after they have another name and when they have left', async () => {
  const person = { address: 'lena@example.com', name: 'Lena' };
  const { data } = (await app.api.post('/v1/keys', { kind: 'person', person, scopes: ['forms:create'] })).body;
  const link = (await app.api.post(`/v1/keys/${data.id}/sign-in-links`, {})).body.data.url as string;
  const cookie = cookieOf(await signIn(app, { secret: new URL(link).hash.slice(1) }));
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const body = { name: 'By Lena', validate_fields: true, notifications_enabled: false };
  const form = await app.api.as(null).post<{ id: string }>('/v1/forms', body, { headers });
  const [event] = await events(`?resource=${form.body.data.id}`);
  expect(event).toMatchObject({ actor: 'console', key_id: data.id, key_name: 'Lena' });
  await app.api.patch(`/v1/keys/${data.id}`, { name: 'Lena Other' }, { ifMatch: '*' });
  await app.api.delete(`/v1/keys/${data.id}`);
  expect((await events(`?resource=${form.body.data.id}`))[0]).toEqual({ ...event, key_name: 'Lena Other' });
});

describe('a change of many', () => {
  const batch = async (formId: string, action: string, ids: string[]) =>
    (await app.api.post(`/v1/forms/${formId}/submissions/batch`, { action, ids })).body.data;
  const eventsOf = (formId: string, by = app.api) => events(`?action=${encodeURIComponent(BATCH)}&resource=${formId}`, by);
  const BATCH = 'POST /v1/forms/:form/submissions/batch';

  it('is told with what was done, to how many, and their ids', async () => {
    const form = await anEnabledForm(app.api);
    const ids = [await aSubmission(app.api, form), await aSubmission(app.api, form)].sort();
    await batch(form.id, 'read', [...ids, randomUUID()]);
    await batch(form.id, 'read', ids);
    await batch(form.id, 'delete', ids.slice(1));
    expect((await eventsOf(form.id)).map(({ details }) => details)).toEqual([
      { action: 'delete', count: 1, ids: ids.slice(1) },
      { action: 'read', count: 0, ids: [] },
      { action: 'read', count: 2, ids },
    ]);
  });

  it('is told with fifty ids at most', async () => {
    const form = await anEnabledForm(app.api);
    const ids = await Promise.all(Array.from({ length: 51 }, () => aSubmission(app.api, form)));
    await batch(form.id, 'read', ids);
    const [event] = await eventsOf(form.id);
    expect([event!.details!.count, event!.details!.ids.length]).toEqual([51, 50]);
  });

  it('shows ids of a form to those only who see the form', async () => {
    const [own, other] = [await anEnabledForm(app.api), await anEnabledForm(app.api)];
    for (const form of [own, other]) await batch(form.id, 'read', [await aSubmission(app.api, form)]);
    const caller = app.api.as(await app.key({ scopes: ['keys:manage'], formIds: [own.id] }));
    expect(await eventsOf(own.id, caller)).toMatchObject([{ details: { count: 1, ids: [expect.any(String)] } }]);
    expect(await eventsOf(other.id, caller)).toEqual([]);
    expect((await events('?limit=50', caller)).filter(({ form_id: id, details }) => id !== own.id && details !== null)).toEqual([]);
  });

  it('by a task is told with its number', async () => {
    const form = await aForm(app.api);
    const { accountId } = app;
    const details = { action: 'delete', status: 'done', total: 9, changed: 7 };
    await app.app.get(AuditEventsRepository).insert({ accountId, action: 'submissions.job', formId: form.id, details });
    await app.app.get(AuditEventsRepository).insert({ accountId, action: 'form.retention', formId: form.id, details: { deleted: 3 } });
    await app.app.get(AuditEventsRepository).insert({ accountId, action: 'form.retention_waits', formId: form.id, details: { days: 3 } });
    expect((await events(`?resource=${form.id}`)).slice(0, 3).map((event) => event.details)).toEqual([
      null,
      { action: null, count: 3, ids: [] },
      { action: 'delete', count: 7, ids: [] },
    ]);
  });
});
