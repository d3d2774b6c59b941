import type { Answer } from '../../support/api';
import { expectError, expectFaults } from '../../support/api';
import type { Instance, TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { aField, aForm, anEnabledForm, aSubmission, submit } from '../../support/forms';
import { storedIn } from '../../support/intake';
import { send } from '../../support/wire';

/** Edits go through one process; the other one has just accepted a submission and remembers the form as it was then. */
let app: TestApp;
let other: Instance;
beforeAll(async () => {
  app = await startApp();
  other = await app.sibling();
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const FIELD = { name: 'size', type: 'string', options: ['s', 'm'] };
const SENT = { size: 's' };

async function aRememberedForm(members: object = {}): Promise<CreatedForm> {
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

describe('through another process, at once', () => {
  it('a form that is disabled accepts nothing, and accepts again when it is enabled', async () => {
    const form = await aRememberedForm();
    await edit(form, { status: 'disabled' });
    expectError(await submit(other.api, form, SENT), 'form_disabled');
    await edit(form, { status: 'enabled' });
    expect((await submit(other.api, form, SENT)).status).toBe(201);
  });

  it('a form that is enabled for the first time accepts', async () => {
    const form = await aForm(app.api);
    expectError(await submit(other.api, form, {}), 'form_disabled');
    await edit(form, { status: 'enabled' });
    expect((await submit(other.api, form, {})).status).toBe(201);
  });

  it('a disabled form answers neither a repetition nor a machine', async () => {
    const form = await aRememberedForm();
    expect((await submit(other.api, form, SENT, keyed)).status).toBe(201);
    await edit(form, { status: 'disabled' });
    expectError(await submit(other.api, form, SENT, keyed), 'form_disabled');
    await edit(form, { status: 'enabled' });
    await aSubmission(other.api, form, SENT);
    await edit(form, { status: 'disabled' });
    expectError(await submit(other.api, form, { _gotcha: 'x' }), 'form_disabled');
  });

  it('a new field that is required is required', async () => {
    const form = await aRememberedForm();
    await aField(app.api, form, { name: 'needed', required: true });
    expectFaults(await submit(other.api, form, SENT), 'needed');
    expect((await submit(other.api, form, { ...SENT, needed: 'x' })).status).toBe(201);
    expect(await fieldsOf(form)).toEqual({ ...SENT, needed: 'x' });
  });

  it('a field that is no longer required is not', async () => {
    const form = await aRememberedForm({ fields: [{ ...FIELD, required: true }] });
    await editField(form, { required: false });
    expect((await submit(other.api, form, {})).status).toBe(201);
  });

  it('other options of a field hold', async () => {
    const form = await aRememberedForm();
    await editField(form, { options: ['l'] });
    expectFaults(await submit(other.api, form, { size: 's' }), 'size');
    expect((await submit(other.api, form, { size: 'l' })).status).toBe(201);
  });

  it('a preset of a field holds', async () => {
    const form = await aRememberedForm({ fields: [{ name: 'size', type: 'string' }] });
    await editField(form, { validation: 'email' });
    expectFaults(await submit(other.api, form, SENT), 'size');
  });

  it('a field that was deleted is ignored', async () => {
    const form = await aRememberedForm();
    await app.api.delete(`/v1/forms/${form.id}/fields/${form.fields[0]!.id}`, { ifMatch: '*' });
    expect((await submit(other.api, form, SENT)).body.data).toMatchObject({ ignored_fields: ['size'] });
    expect(await fieldsOf(form)).toEqual({});
  });

  it('a form that stops or begins to validate does so', async () => {
    const form = await aRememberedForm();
    await edit(form, { validate_fields: false });
    expect((await submit(other.api, form, { size: 7, more: 1 })).status).toBe(201);
    expect(await fieldsOf(form)).toEqual({ size: 7, more: 1 });
    await edit(form, { validate_fields: true });
    expectFaults(await submit(other.api, form, { size: 7 }), 'size');
  });

  it('origins that were added or removed count', async () => {
    const form = await anEnabledForm(app.api, { allowed_origins: ['https://old.example'] });
    const from = (origin: string): Promise<Answer> => submit(other.api, form, {}, page(origin));
    expect((await from('https://old.example')).status).toBe(201);
    await edit(form, { allowed_origins: ['https://new.example'] });
    const refused = await from('https://old.example');
    expectError(refused, 'origin_not_allowed');
    expect(refused.headers['access-control-allow-origin']).toBeUndefined();
    const accepted = await from('https://new.example');
    expect(accepted.status).toBe(201);
    expect(accepted.headers['access-control-allow-origin']).toBe('https://new.example');
  });

  it('a redirect goes only where the form allows it by now', async () => {
    const form = await anEnabledForm(app.api, { allowed_origins: ['https://page.example', 'https://old.example'] });
    const headers = {
      ...page('https://page.example'),
      ...keyed,
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const sent = () => submit(other.api, form, '_redirect=https%3A%2F%2Fold.example%2F', headers);
    expect((await sent()).headers.location).toBe('https://old.example/');
    await edit(form, { allowed_origins: ['https://page.example'] });
    const again = await sent();
    expect({ status: again.status, location: again.headers.location }).toEqual({
      status: 303,
      location: `/f/${form.id}/thanks`,
    });
  });

  it('a form that was deleted is gone for submissions, repetitions, machines, preflights and visitors', async () => {
    const form = await aRememberedForm({ allowed_origins: [] });
    await submit(other.api, form, SENT, keyed);
    await app.api.delete(`/v1/forms/${form.id}`, { ifMatch: '*' });
    const token = { 'x-submission-token': form.submission_token };
    const answers = [
      await submit(other.api, form, SENT),
      await submit(other.api, form, SENT, keyed),
      await submit(other.api, form, { _gotcha: 'x' }),
      await submit(other.api, form, SENT, token),
      await submit(other.api, form, { size: 'wrong' }),
      await other.api.as(null).get(`/f/${form.id}/thanks`),
    ];
    for (const answer of answers) expectError(answer, 'resource_not_found');
    const url = `${other.api.baseUrl}/api/v1/forms/${form.id}/submit`;
    expect((await send('OPTIONS', url, [['Origin', 'https://page.example']])).status).toBe(404);
  });
});
