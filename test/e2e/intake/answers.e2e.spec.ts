import { v7 } from 'uuid';
import type { Answer } from '../../support/api';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { dropHoneypots, anEnabledForm, reload, submit } from '../../support/forms';
import { storedIn, submitPairs } from '../../support/intake';
import { expectPage } from '../../support/pages';
import { send } from '../../support/wire';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const PAGE = 'https://page.example';

/** Submits like a browser, from a page. */
const fromPage = (form: CreatedForm, pairs: [string, string][], accept = BROWSER): Promise<Answer> =>
  submitPairs(app.api, form, pairs, { origin: PAGE, accept });

describe('201', () => {
  it('answers a receipt with the id of the stored submission', async () => {
    const form = await anEnabledForm(app.api, { fields: [{ name: 'email', type: 'string' }] });
    const { body, status } = await submit(app.api, form, { email: 'a@b.example' });
    expect(status).toBe(201);
    expect(body).toEqual({
      data: {
        id: expect.any(String),
        form_id: form.id,
        received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        has_files: false,
        file_count: 0,
      },
      request_id: expect.stringMatching(/^req_/),
    });
    const { id, received_at } = body.data as { id: string; received_at: string };
    const found = await app.api.get(`/v1/forms/${form.id}/submissions/${id}`);
    expect(found.body.data).toMatchObject({ id, received_at, fields: { email: 'a@b.example' } });
  });

  it.each(['application/json', '*/*', 'application/json, text/html;q=0.9', 'text/html;q=0.4, application/json;q=0.5', ''])(
    'answers a form encoding with JSON for Accept: %s',
    async (accept) => {
      const form = await anEnabledForm(app.api);
      expect((await fromPage(form, [['n', '1']], accept)).status).toBe(201);
    },
  );

  it('answers JSON with JSON, whatever Accept and _redirect say', async () => {
    const form = await anEnabledForm(app.api, { allowed_origins: [PAGE] });
    const answer = await submit(app.api, form, { n: 1, _redirect: `${PAGE}/next` }, { origin: PAGE, accept: 'text/html' });
    expect(answer.status).toBe(201);
    expect(answer.headers.location).toBeUndefined();
  });
});

describe('303', () => {
  it.each([BROWSER, 'text/html', 'text/html;q=0.5, application/json;q=0.4'])(
    'redirects a browser that submits a form with Accept: %s',
    async (accept) => {
      const form = await anEnabledForm(app.api);
      const answer = await fromPage(form, [['n', '1']], accept);
      expect(answer.status).toBe(303);
      expect(answer.headers.location).toBe(`/f/${form.id}/thanks`);
      expect(await storedIn(app.api, form)).toHaveLength(1);
    },
  );

  it.each<[listed: string[], target: string]>([
    [[PAGE], `${PAGE}/thank-you?a=1#top`],
    [[PAGE, 'https://shop.example:8443'], 'https://shop.example:8443/'],
    [[PAGE, 'https://*.example.com'], 'https://www.example.com/thanks'],
  ])('redirects to a page of a listed origin: %j, %s', async (listed, target) => {
    const form = await anEnabledForm(app.api, { allowed_origins: listed });
    const answer = await fromPage(form, [
      ['n', '1'],
      ['_redirect', target],
    ]);
    expect({ status: answer.status, location: answer.headers.location }).toEqual({ status: 303, location: target });
  });

  it.each<[listed: string[], target: string]>([
    [[PAGE], 'https://evil.example/'],
    [[PAGE], '//evil.example/'],
    [[PAGE], 'https:evil.example'],
    [[PAGE], 'https:/page.example/'],
    [[PAGE], '/relative'],
    [[PAGE], 'javascript:alert(1)'],
    [[PAGE], 'data:text/html,x'],
    [[PAGE], `${PAGE}@evil.example/`],
    [[PAGE], 'https://user:pw@page.example/'],
    [[PAGE], `${PAGE}\\@evil.example/`],
    [[PAGE], `${PAGE}.evil.example/`],
    [[PAGE], `http://page.example/`],
    [[PAGE], `${PAGE}/\r\nSet-Cookie: a=b`],
    [[PAGE, '*'], 'https://evil.example/'],
    [['*'], `${PAGE}/`],
    [[], `${PAGE}/`],
  ])('redirects to the thanks page instead of another address: %j, %s', async (listed, target) => {
    const form = await anEnabledForm(app.api, { allowed_origins: listed });
    const answer = await fromPage(form, [
      ['n', '1'],
      ['_redirect', target],
    ]);
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe(`/f/${form.id}/thanks`);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});

describe('the thanks page', () => {
  it('has a policy against scripts, and against frames on other websites', async () => {
    const form = await anEnabledForm(app.api, { name: '<script>alert(1)</script>', allowed_origins: [PAGE] });
    const answer = await send('GET', `${app.api.baseUrl}/f/${form.id}/thanks`);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['content-security-policy']).toMatch(
      new RegExp(`default-src 'none'; script-src 'none'.*frame-ancestors ${PAGE}$`),
    );
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.text).toContain('Thank you');
    expect(answer.text).not.toContain('<script>');
  });

  it('may be read by scripts of any origin, which follow the redirect too', async () => {
    const form = await anEnabledForm(app.api, { allowed_origins: [PAGE] });
    const answer = await fromPage(form, [['n', '1']]);
    expect(answer.headers['access-control-allow-origin']).toBe(PAGE);
    const page = await app.api.as(null).get(answer.headers.location!, { headers: { origin: PAGE } });
    expect(page.headers['access-control-allow-origin']).toBe('*');
  });

  it('answers HEAD without a body', async () => {
    const form = await anEnabledForm(app.api);
    const answer = await app.api.as(null).call('HEAD', `/f/${form.id}/thanks`);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: '' });
  });

  it.each(['nothing', v7()])('does not exist for an unknown form: %s', async (id) => {
    expectPage(await send('GET', `${app.api.baseUrl}/f/${id}/thanks`), 404, 'There is no form here');
  });

  it('disappears with its form', async () => {
    const form = await anEnabledForm(app.api);
    expect((await app.api.as(null).get(`/f/${form.id}/thanks`)).status).toBe(200);
    await app.api.delete(`/v1/forms/${form.id}`, { ifMatch: form.etag });
    expectPage(await send('GET', `${app.api.baseUrl}/f/${form.id}/thanks`), 404, 'There is no form here');
  });
});

describe('a honeypot whose submissions are dropped', () => {
  it('answers like a stored submission, and stores nothing', async () => {
    const form = await anEnabledForm(app.api, { fields: [{ name: 'email', type: 'string' }] });
    await dropHoneypots(app.api, form);
    const person = await submit(app.api, form, { email: 'a@b.example' });
    const before = await reload(app.api, form);
    const machine = await submit(app.api, form, { email: 'a@b.example', _gotcha: 'http://spam.example' });
    expect(machine.status).toBe(person.status);
    expect(Object.keys(machine.body.data as object)).toEqual(Object.keys(person.body.data as object));
    expect(Object.keys(machine.headers).sort()).toEqual(Object.keys(person.headers).sort());
    expect(await storedIn(app.api, form)).toHaveLength(1);
    expect(await reload(app.api, form)).toEqual(before);
  });

  it('answers a program with the time of the service clock', async () => {
    const form = await anEnabledForm(app.api);
    await dropHoneypots(app.api, form);
    app.clock.forward({ hours: 1 });
    const before = app.clock.now();
    const { body } = await submit(app.api, form, { _gotcha: 'x' });
    const receivedAt = new Date((body.data as { received_at: string }).received_at);
    expect(receivedAt.getTime()).toBeGreaterThanOrEqual(before.getTime());
  });

  it('redirects like a stored submission', async () => {
    const form = await anEnabledForm(app.api, { allowed_origins: [PAGE] });
    await dropHoneypots(app.api, form);
    const answer = await fromPage(form, [
      ['_gotcha', 'x'],
      ['_redirect', `${PAGE}/next`],
    ]);
    expect({ status: answer.status, location: answer.headers.location }).toEqual({
      status: 303,
      location: `${PAGE}/next`,
    });
    expect(await storedIn(app.api, form)).toEqual([]);
  });

  it('stores a submission that left it empty', async () => {
    const form = await anEnabledForm(app.api);
    expect(
      (
        await submitPairs(app.api, form, [
          ['n', '1'],
          ['_gotcha', ''],
        ])
      ).status,
    ).toBe(201);
    expect((await submit(app.api, form, { n: 1, _gotcha: '' })).status).toBe(201);
    expect(await storedIn(app.api, form)).toHaveLength(2);
  });
});
