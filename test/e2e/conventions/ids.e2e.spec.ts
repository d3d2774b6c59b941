import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { anEnabledForm, aSubmission, submit } from '../../support/forms';

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
