import { expectError } from '../../support/api';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import { expectNothingLeft, fileRowsOf, submitParts } from '../../support/files';
import { anEnabledForm, reload, setSettings } from '../../support/forms';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const TEN_BYTES = '0123456789';
const submitted = (form: { id: string }, at = app.api) => submitParts(at, form, [['cv', 'cv.txt', TEN_BYTES]]);
const aForm = (api: TestApp['api'] = app.api) =>
  anEnabledForm(api, {
    fields: [
      { name: 'name', type: 'string' },
      { name: 'cv', type: 'file' },
    ],
  });
const storedFiles = async (api: TestApp['api']) => (await api.get('/v1/capabilities')).body.data.stored_files;

describe('the limit of a form', () => {
  it('refuses files beyond it, and takes others again once some are deleted', async () => {
    const form = await aForm();
    await setSettings(app.api, form, { intake: { max_stored_bytes: 25 } });
    const first = await submitted(form);
    expect([first.status, (await submitted(form)).status]).toEqual([201, 201]);
    expectError(await submitted(form), 'storage_quota_exceeded');
    expect((await submitParts(app.api, form, [['name', 'Ada']])).status).toBe(201);
    expect(await reload(app.api, form)).toMatchObject({ submissions_count: 3, stored_bytes: 20 });
    const { submission_id: submission, id } = (await fileRowsOf(app, form))[0]! as unknown as { submission_id: string; id: string };
    expect((await app.api.delete(`/v1/forms/${form.id}/submissions/${submission}/files/${id}`)).status).toBe(200);
    expect(await reload(app.api, form)).toMatchObject({ stored_bytes: 10 });
    expect((await submitted(form)).status).toBe(201);
    expectError(await submitted(form), 'storage_quota_exceeded');
    await expectNothingLeft(app);
  });
});

describe('the limit of a plan', () => {
  it('holds over all forms of the account and in all processes, exactly, when files arrive at once', async () => {
    const { key } = await app.stranger('pro');
    const [api, sibling] = [app.api.as(key), await app.sibling()];
    await app.database.query(`update plans set stored_bytes_max = 100 where name = 'pro'`);
    const forms = [await aForm(api), await aForm(api)];
    const processes = [app, sibling];
    const answers = await Promise.all(Array.from({ length: 16 }, (_, n) => submitted(forms[n % 2]!, processes[(n >> 1) % 2]!.api)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(6);
    for (const answer of refused) expectError(answer, 'storage_quota_exceeded');
    expect(await storedFiles(api)).toEqual({ used_bytes: 100, max_bytes: 100 });
    expect((await api.delete(`/v1/forms/${forms[0]!.id}`, { ifMatch: '*' })).status).toBe(200);
    expect((await storedFiles(api)).used_bytes).toBe((await reload(api, forms[1]!)).stored_bytes);
    expect((await submitted(forms[1]!)).status).toBe(201);
  });

  it('is none for accounts of the operator', async () => {
    expect(await storedFiles(app.api)).toMatchObject({ max_bytes: null });
  });
});
