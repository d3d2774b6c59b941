import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { aForm, anEnabledForm, aSubmission, reload, setSettings } from '../../support/forms';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

const FIELDS = [{ name: 'email', type: 'string' }];
const batch = (form: { id: string }, action: string, ids: unknown, key?: string) =>
  (key ? app.api.as(key) : app.api).post(`/v1/forms/${form.id}/submissions/batch`, { action, ids });
const idsIn = async (form: { id: string }, query: string): Promise<string[]> =>
  (await app.api.get<{ id: string }[]>(`/v1/forms/${form.id}/submissions?${query}`)).body.data.map(({ id }) => id).sort();

async function aFormWith(count: number) {
  const form = await anEnabledForm(app.api, { fields: FIELDS });
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await aSubmission(app.api, form, { email: `n${n}@example.com` }));
  return { form, ids };
}

it('does each action to all of its submissions, and tells which needed it', async () => {
  const { form, ids } = await aFormWith(3);
  const [a, b, c] = ids as [string, string, string];
  const done = async (action: string, of: string[]) => (await batch(form, action, of)).body.data;
  expect(await done('read', [a, a])).toEqual({ changed: 1, unchanged: 0, missing: [], refused: [] });
  expect(await done('read', [a, b])).toEqual({ changed: 1, unchanged: 1, missing: [], refused: [] });
  expect(await idsIn(form, 'read_status=read')).toEqual([a, b].sort());
  expect(await reload(app.api, form)).toMatchObject({ unread_count: 1 });
  expect(await done('unread', ids)).toMatchObject({ changed: 2, unchanged: 1 });
  expect(await done('spam', [b, c])).toMatchObject({ changed: 2, unchanged: 0 });
  expect(await idsIn(form, 'state=quarantined')).toEqual([b, c].sort());
  expect(await done('release', ids)).toMatchObject({ changed: 2, unchanged: 1 });
  expect(await idsIn(form, 'state=accepted')).toEqual(ids.toSorted());
  expect(await done('delete', [a, b])).toMatchObject({ changed: 2, missing: [] });
  expect(await idsIn(form, 'state=all')).toEqual([c]);
  expect(await reload(app.api, form)).toMatchObject({ submissions_count: 1, unread_count: 1 });
});

it('names what the form does not have, and leaves other forms alone', async () => {
  const { form, ids } = await aFormWith(1);
  const other = await aFormWith(1);
  const unknown = [v7(), randomUUID()]; // the second is of a version that the service does not make
  const answer = await batch(form, 'delete', [...unknown, ...other.ids, ...ids]);
  expect(answer.body.data).toEqual({
    changed: 1,
    unchanged: 0,
    missing: [...unknown, ...other.ids].sort(),
    refused: [],
  });
  expect(await idsIn(other.form, '')).toEqual(other.ids);
});

it('refuses alone a release whose value is taken, or for which no places are left', async () => {
  const { form, ids } = await aFormWith(2);
  await batch(form, 'spam', ids);
  await setSettings(app.api, form, { intake: { unique_by: 'email' } });
  const again = await aSubmission(app.api, form, { email: 'n1@example.com' });
  expect((await batch(form, 'release', ids)).body.data).toEqual({
    changed: 1,
    unchanged: 0,
    missing: [],
    refused: [{ id: ids[1], code: 'duplicate_submission' }],
  });
  expect(await idsIn(form, '')).toEqual([ids[0]!, again].sort());
  await setSettings(app.api, form, { intake: { unique_by: null, max_submissions: 2 } });
  expect((await batch(form, 'release', ids)).body.data).toMatchObject({
    unchanged: 1,
    refused: [{ id: ids[1], code: 'no_places_left' }],
  });
});

it('needs the scope of the single action', async () => {
  const { form, ids } = await aFormWith(1);
  const updating = await app.key({ scopes: ['submissions:update'] });
  const deleting = await app.key({ scopes: ['submissions:delete'] });
  expectError(await batch(form, 'delete', ids, updating), 'insufficient_scope');
  for (const action of ['read', 'unread', 'release', 'spam']) expectError(await batch(form, action, ids, deleting), 'insufficient_scope');
  expect((await batch(form, 'read', ids, updating)).body.data).toMatchObject({ changed: 1 });
  expect((await batch(form, 'delete', ids, deleting)).body.data).toMatchObject({ changed: 1 });
});

it.each([
  ['read', [], 'ids'],
  ['read', 'all', 'ids'],
  ['read', Array.from({ length: 201 }, () => v7()), 'ids'],
  ['read', [v7(), 'none'], 'ids.1'],
  ['archive', [v7()], 'action'],
])('refuses %s of %j', async (action, ids, path) => {
  expectFieldErrors(await batch(await aForm(app.api), action, ids), path);
});

it('tells in the settings whether the fields are locked', async () => {
  const lockedOf = async (form: { id: string }) =>
    (await app.api.get<{ fields_locked: boolean }>(`/v1/forms/${form.id}/settings`)).body.data.fields_locked;
  expect(await lockedOf(await aForm(app.api))).toBe(false);
  expect(await lockedOf(await anEnabledForm(app.api))).toBe(true);
});
