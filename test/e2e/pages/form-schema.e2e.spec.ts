import { v7 } from 'uuid';
import { expectError } from '../../support/api';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import { aForm, anEnabledForm, type CreatedForm, etagOf } from '../../support/forms';
import { send } from '../../support/wire';

const BASE = 'https://forms.example/base';
const SITE = 'https://site.example';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ baseUrl: BASE });
});
afterAll(() => app.close());

const path = ({ id }: { id: string }) => `/api/v1/forms/${id}/schema`;
const read = (form: { id: string }, headers: Record<string, string> = {}) => app.api.as(null).get(path(form), { headers });

const aContactForm = (members: object = {}): Promise<CreatedForm> =>
  anEnabledForm(app.api, {
    name: 'Contact',
    allowed_origins: [SITE],
    fields: [
      { name: 'email', label: 'E-mail', type: 'string', required: true, validation: 'email' },
      { name: 'topic', type: 'string', options: ['a', 'b'] },
      { name: 'cv', type: 'file', options: { accept: ['.pdf', 'image/*'], max_files: 2, max_bytes: 1000, note: 1 } },
      { name: 'any', type: 'file' },
    ],
    ...members,
  });

const NO_FILES = { max_files: null, max_bytes: null, accept: null };

describe('the public schema of a form', () => {
  it('has everything that a form is built from, and nothing else', async () => {
    const form = await aContactForm();
    const answer = await read(form);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ data: expect.any(Object), request_id: answer.headers['x-request-id'] });
    expect(answer.body.data).toEqual({
      form_id: form.id,
      title: 'Contact',
      intro: null,
      submit_label: null,
      language: 'auto',
      submit_url: `${BASE}/api/v1/forms/${form.id}/submit`,
      fields: [
        { name: 'email', label: 'E-mail', type: 'string', required: true, options: null, preset: 'email', ...NO_FILES },
        { name: 'topic', label: null, type: 'string', required: false, options: ['a', 'b'], preset: null, ...NO_FILES },
        {
          ...{ name: 'cv', label: null, type: 'file', required: false, preset: null },
          options: { accept: ['.pdf', 'image/*'], max_files: 2, max_bytes: 1000, note: 1 },
          ...{ max_files: 2, max_bytes: 1000, accept: ['.pdf', 'image/*'] },
        },
        {
          ...{ name: 'any', label: null, type: 'file', required: false, options: null, preset: null },
          ...{ max_files: 10, max_bytes: 10 * 1024 * 1024, accept: expect.arrayContaining(['.pdf', '.jpg', '.csv']) },
        },
      ],
      proof_of_work: null,
    });
    expect(JSON.stringify(answer.body.data.fields[3].accept)).not.toMatch(/zip|svg|html/);
  });

  it('follows settings and fields at once', async () => {
    const form = await aContactForm();
    const before = await read(form);
    const page = { title: 'Write to us', intro: 'Soon', submit_label: 'Off', language: 'de' };
    await app.api.patch(`/v1/forms/${form.id}/settings`, { page }, { ifMatch: form.etag });
    const { body, etag } = await read(form);
    expect(body.data).toMatchObject(page);
    expect(etag).not.toBe(before.etag);
    const fieldPath = `/v1/forms/${form.id}/fields/${form.fields[3]!.id}`;
    await app.api.delete(fieldPath, { ifMatch: await etagOf(app.api, form) });
    expect((await read(form)).body.data.fields).toHaveLength(3);
  });

  it('may be cached for 30 seconds, and is not sent again to who has it', async () => {
    const form = await aContactForm();
    const { headers, etag } = await read(form);
    expect(headers['cache-control']).toBe('public, max-age=30');
    expect(headers['vary']).toBe('Origin, Accept-Encoding');
    expect(etag).toMatch(/^W\//);
    const again = await read(form, { 'if-none-match': etag });
    expect({ status: again.status, etag: again.etag, body: again.body }).toEqual({ status: 304, etag, body: '' });
    expect(again.headers['cache-control']).toBe('public, max-age=30');
    expect((await read(form, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('may be read by scripts of allowed origins only, and by everybody without a browser', async () => {
    const form = await aContactForm();
    expect((await read(form, { origin: SITE })).headers['access-control-allow-origin']).toBe(SITE);
    for (const headers of [{}, { origin: 'https://evil.example' }] as Record<string, string>[]) {
      const answer = await read(form, headers);
      expect(answer.status).toBe(200);
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  it('answers the preflight of a browser that has an ETag', async () => {
    const form = await aContactForm();
    const preflight = (origin: string) => send('OPTIONS', `${app.api.baseUrl}${path(form)}`, [['Origin', origin]]);
    const allowed = await preflight(SITE);
    expect(allowed.status).toBe(204);
    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': SITE,
      'access-control-allow-methods': 'GET',
      'access-control-allow-headers': expect.stringMatching(/^accept, if-none-match, x-requested-with, .*traceparent/),
    });
    expect((await preflight('https://evil.example')).headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('is refused for a closed form, for scripts of its pages to read, and does not exist for an unknown one', async () => {
    const closed = await aForm(app.api, { allowed_origins: [SITE] });
    const answer = await read(closed, { origin: SITE });
    expectError(answer, 'form_disabled');
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': SITE });
    expect(answer.headers['cache-control']).toContain('no-store');
    expectError(await read({ id: v7() }), 'resource_not_found');
    expectError(await read({ id: 'nothing' }), 'resource_not_found');
  });

  it('has the limits of the service where values are not validated', async () => {
    const form = await aContactForm({ validate_fields: false });
    expect((await read(form)).body.data.fields[2]).toMatchObject({ max_files: 10, max_bytes: 10 * 1024 * 1024 });
  });
});
