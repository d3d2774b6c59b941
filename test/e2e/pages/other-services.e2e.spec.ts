import { shareApp } from '../../support/app';
import type { TestApp } from '../../support/app';
import { anEnabledForm, type CreatedForm, setSettings } from '../../support/forms';
import { storedIn, URLENCODED } from '../../support/intake';
import { BROWSER, expectPage } from '../../support/pages';
import { send } from '../../support/wire';

const SITE = 'https://site.example';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});

const aContactForm = (): Promise<CreatedForm> =>
  anEnabledForm(app.api, {
    allowed_origins: [SITE],
    fields: [
      { name: 'email', type: 'string', required: true, validation: 'email' },
      { name: 'people', type: 'number' },
    ],
  });

const addressOf = ({ id }: { id: string }): string => `${app.api.baseUrl}/f/${id}`;

/** A request as the page of a browser sends it. */
const fromPage = (form: { id: string }, body: BodyInit, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(addressOf(form), { method: 'POST', body, redirect: 'manual', headers: { Origin: SITE, ...headers } });

/** The answer as `@formspree/core` 4 reads it: an error comes before a success, and anything else is unexpected. */
async function formspree(form: { id: string }, values: object, origin = SITE) {
  const headers = { 'Content-Type': 'application/json', 'Formspree-Client': '@formspree/core@4.0.0', Origin: origin };
  const response = await fromPage(form, JSON.stringify(values), { ...headers, Accept: 'application/json' });
  const answer = (await response.json()) as { next?: string; errors?: { code: string; field?: string; message: string }[] };
  if (answer.errors) return { kind: 'error', errors: answer.errors, response };
  return typeof answer.next === 'string' ? { kind: 'success', next: answer.next, response } : { kind: 'unexpected', response };
}

describe('a page that was made for Formspree and changes the address only', () => {
  it('is told where to go on, and may read it', async () => {
    const form = await aContactForm();
    const answer = await formspree(form, { email: 'ada@example.com' });
    expect(answer).toMatchObject({ kind: 'success', next: expect.stringMatching(new RegExp(`^http.*/f/${form.id}/thanks$`)) });
    expect(answer.response.headers.get('access-control-allow-origin')).toBe(SITE);
    expect(await storedIn(app.api, form)).toMatchObject([{ source: 'form_submit', fields: { email: 'ada@example.com' } }]);
  });

  it('is told of each field what is wrong with it, with the codes that it knows', async () => {
    const form = await aContactForm();
    const wrong = await formspree(form, { email: 'nobody', people: 'many' });
    expect(wrong.errors).toEqual([
      { code: 'TYPE_EMAIL', field: 'email', message: expect.any(String) },
      { code: 'TYPE_NUMERIC', field: 'people', message: expect.any(String) },
    ]);
    const missing = await formspree(form, { people: 2 });
    expect(missing.errors).toEqual([{ code: 'REQUIRED_FIELD_MISSING', field: 'email', message: 'This field is required.' }]);
    expect((await formspree(form, {})).errors).toEqual([{ code: 'EMPTY', message: 'Nothing was sent.' }]);
    expect(missing.response.headers.get('access-control-allow-origin')).toBe(SITE);
  });

  it('is told in its own way of a form that is unknown, closed or for other pages', async () => {
    const form = await aContactForm();
    expect((await formspree(form, { email: 'ada@example.com' }, 'https://evil.example')).errors).toMatchObject([{ code: 'BLOCKED' }]);
    await setSettings(app.api, form, { intake: { closes_at: '2020-01-01T00:00:00Z' } });
    expect((await formspree(form, { email: 'ada@example.com' })).errors).toMatchObject([{ code: 'INACTIVE' }]);
    const unknown = { id: '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f' };
    expect((await formspree(unknown, { email: 'ada@example.com' })).errors).toMatchObject([{ code: 'FORM_NOT_FOUND' }]);
    expect(await storedIn(app.api, form)).toEqual([]);
  });

  it('may ask with the headers of its library', async () => {
    const asked = 'content-type,formspree-client,formspree-session-data';
    const method = 'Access-Control-Request-Method';
    const answer = await send('OPTIONS', addressOf(await aContactForm()), [
      ['Origin', SITE],
      [method, 'POST'],
      ['Access-Control-Request-Headers', asked],
    ]);
    expect(answer.status).toBe(204);
    for (const name of asked.split(',')) expect(answer.headers['access-control-allow-headers']).toContain(name);
  });

  it('needs no script: an HTML form is stored, and its browser goes on to the address in _next', async () => {
    const form = await aContactForm();
    const values = new URLSearchParams({ email: 'ada@example.com', _next: `${SITE}/thanks`, _gotcha: '' });
    const answer = await fromPage(form, values, { Accept: BROWSER });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${SITE}/thanks`]);
    expect(await storedIn(app.api, form)).toMatchObject([{ source: 'form_submit', fields: { email: 'ada@example.com' } }]);
    const plain = await fromPage(form, new URLSearchParams({ email: 'ada@example.com' }), { Accept: BROWSER });
    expect(plain.headers.get('location')).toMatch(/\/thanks$/);
  });

  it('shows its visitors the page of the form with their values when some are refused', async () => {
    const lines: [string, string][] = [
      ['Origin', SITE],
      ['Accept', BROWSER],
      ['Content-Type', URLENCODED['content-type']],
    ];
    expectPage(await send('POST', addressOf(await aContactForm()), lines, 'email=nobody'), 422, 'nobody');
  });
});

describe('the scripts of other services', () => {
  it.each<[string, Record<string, string>, (values: Record<string, string>) => BodyInit]>([
    [
      'Netlify, urlencoded without a preference',
      URLENCODED,
      (values) => new URLSearchParams({ 'form-name': 'contact', ...values }).toString(),
    ],
    ['Getform, form data that accepts JSON', { Accept: 'application/json' }, (values) => formData(values)],
    ['Basin, form data without a preference', {}, (values) => formData(values)],
    ['Web3Forms, JSON', { 'Content-Type': 'application/json', Accept: 'application/json' }, (values) => JSON.stringify(values)],
  ])('are answered as they expect: %s', async (_, headers, bodyOf) => {
    const form = await aContactForm();
    const stored = await fromPage(form, bodyOf({ email: 'ada@example.com' }), headers);
    expect([stored.status, stored.ok]).toEqual([200, true]);
    expect(await stored.json()).toMatchObject({ ok: true, success: true, message: 'Thank you' });
    const refused = await fromPage(form, bodyOf({ email: 'nobody' }), headers);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ success: false, message: expect.any(String), error: { code: 'validation_failed' } });
    expect(await storedIn(app.api, form)).toHaveLength(1);
  });

  it('get the thanks and the way on of the form, in the language of the visitor', async () => {
    const form = await aContactForm();
    const german = { Accept: 'application/json', 'Accept-Language': 'de' };
    const answer = await fromPage(form, formData({ email: 'ada@example.com' }), german);
    expect(await answer.json()).toMatchObject({ message: 'Vielen Dank' });
    await setSettings(app.api, form, { page: { thanks_title: 'Got it', redirect_url: `${SITE}/done` } });
    const own = await fromPage(form, formData({ email: 'bob@example.com' }), german);
    expect(await own.json()).toMatchObject({ message: 'Got it', next: `${SITE}/done` });
    const refused = await fromPage(form, formData({ email: '' }), german);
    expect(await refused.json()).toMatchObject({ errors: [{ field: 'email', message: expect.stringContaining('füllen') }] });
  });
});

function formData(values: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.append(name, value);
  return data;
}
