import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { anEnabledForm, aSubmission, submit } from '../../support/forms';
import { aFanOut, aVersion, STORE } from '../../support/workflows';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

describe('an id in a path', () => {
  it.each([
    (id: string) => id.toUpperCase(),
    (id: string) => id.replace(/[a-f]/g, (digit, at: number) => (at % 2 ? digit.toUpperCase() : digit)),
  ])('is the same in capital letters, in the API, at the submit address and on the page (%#)', async (written) => {
    const form = await anEnabledForm(app.api);
    const id = await aSubmission(app.api, form);
    const [formId, submissionId] = [written(form.id), written(id)];
    const plain = await app.api.get<{ id: string }>(`/v1/forms/${formId}`);
    expect([plain.status, plain.body.data.id, plain.etag.includes(form.id)]).toEqual([200, form.id, true]);
    expect((await app.api.get<{ id: string }>(`/v1/forms/${formId}/submissions/${submissionId}`)).body.data.id).toBe(id);
    expect((await submit(app.api, { id: formId }, { email: 'ada@example.com' })).status).toBe(201);
    expect((await fetch(`${app.api.baseUrl}/f/${formId}`)).status).toBe(200);
    const patched = await app.api.patch(`/v1/forms/${formId}`, { name: 'New' }, { ifMatch: plain.etag });
    expect(patched.status).toBe(200);
  });

  it('is none with other letters or other places of its hyphens', async () => {
    const { id } = await anEnabledForm(app.api);
    for (const wrong of [
      id.toUpperCase().replaceAll('-', ''),
      `${id.toUpperCase()}F`,
      `{${id.toUpperCase()}}`,
      id.toUpperCase().replace(/.$/, 'G'),
    ])
      expect((await app.api.get(`/v1/forms/${encodeURIComponent(wrong)}`)).status).toBe(404);
  });
});

describe('an id in capital letters', () => {
  const lengthOf = async (address: string) => (await app.api.get<unknown[]>(address)).body.data.length;

  it('is the same in queries', async () => {
    const form = await anEnabledForm(app.api);
    await aVersion(app.api, form, aFanOut(STORE));
    const id = (await aSubmission(app.api, form)).toUpperCase();
    const FORM = form.id.toUpperCase();
    const { key_id } = (await app.api.get<{ key_id: string }[]>(`/v1/audit-events?resource=${FORM}&limit=1`)).body.data[0]!;
    expect(await lengthOf(`/v1/submissions?form=${FORM}`)).toBe(1);
    expect(await lengthOf(`/v1/forms/${FORM}/workflow-runs?submission_id=${id}`)).toBe(1);
    expect(await lengthOf(`/v1/audit-events?resource=${FORM}&key=${key_id.toUpperCase()}&limit=1`)).toBe(1);
  });

  it('is the same in bodies, and counts once with itself in small letters', async () => {
    const form = await anEnabledForm(app.api);
    const id = await aSubmission(app.api, form);
    const batch = await app.api.post(`/v1/forms/${form.id}/submissions/batch`, { action: 'read', ids: [id, id.toUpperCase()] });
    expect(batch.body.data).toMatchObject({ changed: 1, unchanged: 0, missing: [] });
    const rights = { name: 'One form', scopes: ['forms:read'], form_access_mode: 'selected', form_ids: [form.id.toUpperCase()] };
    const key = await app.api.post('/v1/keys', rights);
    expect([key.status, key.body.data]).toMatchObject([201, { form_ids: [form.id] }]);
    await aVersion(app.api, form, aFanOut(STORE));
    const test = { source: 'recent_submission', submission_id: id.toUpperCase() };
    expect((await app.api.post(`/v1/forms/${form.id}/workflow/test`, test, { ifMatch: '*' })).status).toBe(202);
  });
});
