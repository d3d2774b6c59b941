import type { Answer } from '../../support/api';
import { expectError, expectFieldErrors } from '../../support/api';
import type { Instance, TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { aField, aForm, anEnabledForm, aSubmission, submit } from '../../support/forms';
import { storedIn } from '../../support/intake';
import { send } from '../../support/wire';

/** Edits go through one process, while the other one has the form in its cache. */
let app: TestApp;
let other: Instance;
beforeAll(async () => {
  app = await shareApp();
  other = await app.sibling();
});

const FIELD = { name: 'size', type: 'string', options: ['s', 'm'] };
const SENT = { size: 's' };

async function aCachedForm(members: object = {}): Promise<CreatedForm> {
  const form = await anEnabledForm(app.api, { fields: [FIELD], ...members });
  await aSubmission(other.api, form, SENT);
  return form;
}

async function edit(form: CreatedForm, members: object): Promise<void> {
  expect((await app.api.patch(`/v1/forms/${form.id}`, members, { ifMatch: '*' })).status).toBe(200);
}

const editField = async ({ id, fields }: CreatedForm, members: object): Promise<void> => {
  const path = `/v1/forms/${id}/fields/${fields[0]!.id}`;
  expect((await app.api.patch(path, members, { ifMatch: '*' })).status).toBe(200);
};

const keyed = { 'idempotency-key': 'k' };
const page = (origin: string) => ({ origin });
const fieldsOf = async (form: CreatedForm) => (await storedIn(app.api, form))[0]!.fields;

describe('as soon as another process has edited the form', () => {
  it('submissions are refused while it is disabled and accepted once it is enabled again', async () => {
    const form = await aCachedForm();
    await edit(form, { status: 'disabled' });
    expectError(await submit(other.api, form, SENT), 'form_disabled');
    await edit(form, { status: 'enabled' });
    expect((await submit(other.api, form, SENT)).status).toBe(201);
  });

  it('submissions are accepted once it is enabled for the first time', async () => {
    const form = await aForm(app.api);
    expectError(await submit(other.api, form, { n: 1 }), 'form_disabled');
    await edit(form, { status: 'enabled' });
    expect((await submit(other.api, form, { n: 1 })).status).toBe(201);
  });

  it('neither replays nor filled honeypots are answered while it is disabled', async () => {
    const form = await aCachedForm();
    expect((await submit(other.api, form, SENT, keyed)).status).toBe(201);
    await edit(form, { status: 'disabled' });
    expectError(await submit(other.api, form, SENT, keyed), 'form_disabled');
    await edit(form, { status: 'enabled' });
    await aSubmission(other.api, form, SENT);
    await edit(form, { status: 'disabled' });
    expectError(await submit(other.api, form, { _gotcha: 'x' }), 'form_disabled');
  });

  it('a new required field is required', async () => {
    const form = await aCachedForm();
    await aField(app.api, form, { name: 'needed', required: true });
    expectFieldErrors(await submit(other.api, form, SENT), 'needed');
    expect((await submit(other.api, form, { ...SENT, needed: 'x' })).status).toBe(201);
    expect(await fieldsOf(form)).toEqual({ ...SENT, needed: 'x' });
  });

  it('a field that became optional may be missing', async () => {
    const form = await aCachedForm({ fields: [{ ...FIELD, required: true }] });
    await editField(form, { required: false });
    expect((await submit(other.api, form, { n: 1 })).status).toBe(201);
  });

  it('new options of a field apply', async () => {
    const form = await aCachedForm();
    await editField(form, { options: ['l'] });
    expectFieldErrors(await submit(other.api, form, { size: 's' }), 'size');
    expect((await submit(other.api, form, { size: 'l' })).status).toBe(201);
  });

  it('a new preset of a field applies', async () => {
    const form = await aCachedForm({ fields: [{ name: 'size', type: 'string' }] });
    await editField(form, { validation: 'email' });
    expectFieldErrors(await submit(other.api, form, SENT), 'size');
  });

  it('values of a deleted field are ignored', async () => {
    const form = await aCachedForm();
    await app.api.delete(`/v1/forms/${form.id}/fields/${form.fields[0]!.id}`, { ifMatch: '*' });
    expect((await submit(other.api, form, SENT)).body.data).toMatchObject({ ignored_fields: ['size'] });
    expect(await fieldsOf(form)).toEqual({});
  });

  it('changes of validate_fields apply', async () => {
    const form = await aCachedForm();
    await edit(form, { validate_fields: false });
    expect((await submit(other.api, form, { size: 7, more: 1 })).status).toBe(201);
    expect(await fieldsOf(form)).toEqual({ size: 7, more: 1 });
    await edit(form, { validate_fields: true });
    expectFieldErrors(await submit(other.api, form, { size: 7 }), 'size');
  });

  it('added and removed origins apply', async () => {
    const form = await anEnabledForm(app.api, { allowed_origins: ['https://old.example'] });
    const from = (origin: string): Promise<Answer> => submit(other.api, form, { n: 1 }, page(origin));
    expect((await from('https://old.example')).status).toBe(201);
    await edit(form, { allowed_origins: ['https://new.example'] });
    const refused = await from('https://old.example');
    expectError(refused, 'origin_not_allowed');
    expect(refused.headers['access-control-allow-origin']).toBe('https://old.example'); // its scripts can read why
    const accepted = await from('https://new.example');
    expect(accepted.status).toBe(201);
    expect(accepted.headers['access-control-allow-origin']).toBe('https://new.example');
  });

  it('redirects go to currently allowed origins only', async () => {
    const form = await anEnabledForm(app.api, { allowed_origins: ['https://page.example', 'https://old.example'] });
    const headers = {
      ...page('https://page.example'),
      ...keyed,
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const sent = () => submit(other.api, form, 'n=1&_redirect=https%3A%2F%2Fold.example%2F', headers);
    expect((await sent()).headers.location).toBe('https://old.example/');
    await edit(form, { allowed_origins: ['https://page.example'] });
    const again = await sent();
    expect({ status: again.status, location: again.headers.location }).toEqual({
      status: 303,
      location: `/f/${form.id}/thanks`,
    });
  });

  it('the schema and the page show it as it is now', async () => {
    const form = await aCachedForm({ name: 'Before' });
    const texts = async () => {
      const paths = [`/api/v1/forms/${form.id}/schema`, `/f/${form.id}`];
      return Promise.all(paths.map(async (path) => (await send('GET', other.api.baseUrl + path)).text));
    };
    for (const text of await texts()) expect(text).toContain('Before');
    await edit(form, { name: 'Afterwards' });
    await aField(app.api, form, { name: 'added' });
    for (const text of await texts()) {
      expect(text).toContain('Afterwards');
      expect(text).toContain('added');
    }
    await edit(form, { status: 'disabled' });
    for (const text of await texts()) expect(text).not.toContain('added');
  });

  it('a deleted form answers 404 to submissions, replays, honeypots, preflights, the schema and the pages', async () => {
    const form = await aCachedForm({ allowed_origins: [] });
    await submit(other.api, form, SENT, keyed);
    await app.api.delete(`/v1/forms/${form.id}`, { ifMatch: '*' });
    const token = { 'x-submission-token': form.submission_token };
    const answers = [
      await submit(other.api, form, SENT),
      await submit(other.api, form, SENT, keyed),
      await submit(other.api, form, { _gotcha: 'x' }),
      await submit(other.api, form, SENT, token),
      await submit(other.api, form, { size: 'wrong' }),
    ];
    for (const answer of answers) expectError(answer, 'resource_not_found');
    const url = `${other.api.baseUrl}/api/v1/forms/${form.id}`;
    expect((await send('OPTIONS', `${url}/submit`, [['Origin', 'https://page.example']])).status).toBe(404);
    expect((await send('GET', `${url}/schema`)).status).toBe(404);
    for (const page of [form.id, `${form.id}/thanks`]) {
      expect((await send('GET', `${other.api.baseUrl}/f/${page}`)).status).toBe(404);
    }
  });
});
