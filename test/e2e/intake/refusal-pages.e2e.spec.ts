import { v7 } from 'uuid';
import type { Config } from '../../../src/platform/config/config';
import { expectError } from '../../support/api';
import type { Instance, TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { aForm, anEnabledForm, setSettings } from '../../support/forms';
import { storedIn, submitPairs, URLENCODED } from '../../support/intake';
import { BROWSER, expectPage, hiddenIn, type Pairs } from '../../support/pages';
import type { HeaderLine, WireAnswer } from '../../support/wire';
import { send } from '../../support/wire';

const OWN_ORIGIN = 'http://localhost:3000';
const SITE = 'https://site.example';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ baseUrl: OWN_ORIGIN });
});
afterAll(() => app.close());

const aContactForm = (members: object = {}): Promise<CreatedForm> =>
  anEnabledForm(app.api, {
    name: 'Contact',
    allowed_origins: [SITE],
    fields: [
      { name: 'name', label: 'Your name', type: 'string', required: true },
      { name: 'email', type: 'string', required: true, validation: 'email' },
      { name: 'news', type: 'boolean', required: true },
      { name: 'message', type: 'string' },
    ],
    ...members,
  });

/** Posts as a browser does for a plain HTML form. */
function post(
  form: { id: string },
  pairs: Pairs | string,
  { origin = SITE, lines = [], on = app }: { origin?: string; lines?: HeaderLine[]; on?: Instance } = {},
): Promise<WireAnswer> {
  const body = typeof pairs === 'string' ? pairs : new URLSearchParams(pairs).toString();
  const headers: HeaderLine[] = [['Origin', origin], ['Accept', BROWSER], ...lines];
  const isTyped = lines.some(([name]) => name === 'Content-Type');
  const type: HeaderLine[] = isTyped ? [] : [['Content-Type', URLENCODED['content-type']]];
  return send('POST', `${on.api.baseUrl}/api/v1/forms/${form.id}/submit`, [...type, ...headers], body);
}

describe('a browser whose form has errors', () => {
  const sent: Pairs = [
    ['name', 'Ada "<b>" Lovelace'],
    ['email', 'ada.example.com'],
    ['news', '0'],
    ['message', 'first line\r\nsecond line'],
    ['button', 'Send'],
    ['_redirect', `${SITE}/thanks`],
  ];

  it('gets the form with its values and a message at the field', async () => {
    const form = await aContactForm();
    const answer = await post(form, sent);
    expectPage(answer, 422, '<h1 dir="auto">Contact</h1>', 'value="Ada &#34;&lt;b&gt;&#34; Lovelace"', '\nfirst line');
    expect(answer.text).toMatch(/id="f1-error"[^]*Please enter an e-mail address/);
    expect(answer.text).toMatch(/id="f1"[^>]*aria-invalid="true"[^>]*value="ada\.example\.com"/);
    expect(answer.text).toContain(`action="/api/v1/forms/${form.id}/submit"`);
    expect(answer.text).toContain('name="_gotcha"');
    expect(hiddenIn(answer.text).filter(([name]) => name !== '_nonce')).toEqual([
      ['button', 'Send'],
      ['_redirect', `${SITE}/thanks`],
      ['news', '0'],
    ]);
    expect(await storedIn(app.api, form)).toEqual([]);
  });

  it('sends the corrected form from that page, as a submission of the website', async () => {
    const form = await aContactForm();
    const page = await post(form, sent);
    const corrected: Pairs = [...hiddenIn(page.text), ['name', 'Ada'], ['email', 'ada@example.com'], ['news', 'true'], ['_gotcha', '']];
    const answer = await post(form, corrected, { origin: OWN_ORIGIN });
    expect({ status: answer.status, location: answer.headers.location }).toEqual({
      status: 303,
      location: `${SITE}/thanks`,
    });
    expect(await storedIn(app.api, form)).toMatchObject([
      {
        source: 'form_submit',
        fields: { name: 'Ada', email: 'ada@example.com', news: true },
        other_values: { button: 'Send' },
      },
    ]);
  });

  it('shows the value of _replyto at the field that takes it', async () => {
    const form = await aContactForm();
    const answer = await post(form, [
      ['name', 'Ada'],
      ['_replyto', 'ada'],
      ['news', 'on'],
    ]);
    expectPage(answer, 422);
    expect(answer.text).toMatch(/id="f1"[^>]*aria-invalid="true"[^>]*value="ada"/);
    expect(answer.text).not.toContain('_replyto');
  });

  it('may correct it for a day, and only for the form that refused it', async () => {
    const [form, other] = [await aContactForm(), await aContactForm()];
    const nonce = hiddenIn((await post(form, sent)).text).filter(([name]) => name === '_nonce');
    const valid: Pairs = [...nonce, ['name', 'Ada'], ['email', 'ada@example.com'], ['news', 'no']];
    expectPage(await post(other, valid, { origin: OWN_ORIGIN }), 403);
    app.clock.forward({ hours: 23 });
    expect((await post(form, valid, { origin: OWN_ORIGIN })).status).toBe(303);
    app.clock.forward({ hours: 2 });
    expectPage(await post(form, valid, { origin: OWN_ORIGIN }), 403);
    expect(await storedIn(app.api, other)).toEqual([]);
  });

  it('gets a page that runs no script, posts and redirects to known places only, and may be framed by the website', async () => {
    const form = await aContactForm();
    const { headers } = await post(form, sent);
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self' ${SITE}; base-uri 'none'; frame-ancestors ${SITE}`,
    );
    expect(headers['referrer-policy']).toBe('same-origin');
    expect(headers['cache-control']).toContain('no-store');
    expect(headers['access-control-allow-origin']).toBe(SITE);
    const foreign = await post(form, [['_redirect', 'https://evil.example/']]);
    expect(foreign.headers['content-security-policy']).toContain("form-action 'self';");
  });

  it('keeps its values when an error is at no field of the form, and those of other names without what cannot be sent', async () => {
    const form = await aContactForm();
    const answer = await post(form, [...sent, ['other', 'x\0']]);
    expectPage(answer, 422, 'U+0000', 'value="Ada &#34;&lt;b&gt;&#34; Lovelace"');
    expect(hiddenIn(answer.text)).toContainEqual(['other', 'x']);
  });

  it('is told without the form when the form stores values as sent, and led back to the website', async () => {
    const form = await aContactForm({ validate_fields: false });
    const tooLong: Pairs = [['name', 'x'.repeat(64 * 1024 + 1)]];
    const answer = await post(form, tooLong, { lines: [['Referer', `${SITE}/contact?a=%22`]] });
    expectPage(answer, 422, '<bdi>Your name</bdi> – This answer is too long. At most 64 kB can be sent.');
    expect(answer.text).toContain(`<a href="${SITE}/contact?a=%22">Back to site.example</a>`);
    expect(answer.text).not.toContain('<form');
    for (const referer of ['javascript:alert(1)', 'nonsense', `${OWN_ORIGIN}/api/v1/forms/${form.id}/submit`]) {
      expect((await post(form, tooLong, { lines: [['Referer', referer]] })).text).not.toContain('<a ');
    }
  });

  it.each([
    ['de-AT,de;q=0.9', '<html lang="de"', 'Bitte geben Sie eine E-Mail-Adresse ein'],
    ['fr', '<html lang="fr"', 'Veuillez'],
    ['es-MX', '<html lang="es"', 'correo electrónico'],
    ['ja', '<html lang="en"', 'Please enter an e-mail address'],
  ])('gets the page in its language: %s', async (language, ...texts) => {
    const page = await post(await aContactForm(), sent, { lines: [['Accept-Language', language]] });
    expectPage(page, 422, ...texts);
    expect(page.headers.vary).toBe('Origin, Accept-Language');
  });
});

describe('a browser whose form is refused for another reason', () => {
  const valid: Pairs = [
    ['name', 'Ada'],
    ['email', 'ada@example.com'],
    ['news', '0'],
    ['news', '1'],
  ];

  it.each<[status: number, text: string, sent: Pairs | string, options: Parameters<typeof post>[2]]>([
    [403, 'origin_not_allowed', valid, { origin: 'https://evil.example' }],
    [403, 'origin_not_allowed', valid, { origin: OWN_ORIGIN }],
    [413, 'Together they can have up to 256 kB', 'name='.padEnd(1024 * 1024 + 1, 'x'), {}],
    [415, 'unsupported_media_type', 'name=Ada', { lines: [['Content-Type', 'text/plain']] }],
  ])('gets a %i as a page without a form: %s', async (status, text, sent, options) => {
    const answer = await post(await aContactForm(), sent, options);
    expectPage(answer, status, text, 'Use the back button of your browser', answer.headers['x-request-id'] as string);
    expect(answer.text).not.toContain('<form');
  });

  it.each<[status: number, text: string, sent: string, kept: string]>([
    [400, 'Some characters could not be read', 'name=100%&email=ada', 'value="100%"'],
    [413, 'Together they can have up to 256 kB', 'email=ada&name='.padEnd(256 * 1024 + 1, 'x'), 'xxx"'],
  ])('gets a %i as the form with its values: %s', async (status, text, sent, kept) => {
    const form = await aContactForm();
    const answer = await post(form, sent);
    expectPage(answer, status, text, kept, 'value="ada"', `action="/api/v1/forms/${form.id}/submit"`);
    expect(await storedIn(app.api, form)).toEqual([]);
  });

  it('learns that the form is closed or does not exist', async () => {
    const closed = await aForm(app.api, { name: 'Contact', allowed_origins: [SITE] });
    expectPage(await post(closed, valid), 403, 'Contact', 'This form is closed');
    expectPage(await post({ id: v7() }, valid), 404, 'There is no form here');
    expectPage(await post({ id: 'nothing' }, valid), 404, 'There is no form here');
  });

  it('is led back to the website also when the form is closed or does not exist', async () => {
    const closed = await aForm(app.api, { name: 'Contact', allowed_origins: [SITE] });
    const unopened = await aContactForm();
    await setSettings(app.api, unopened, { intake: { opens_at: '2999-01-01T00:00:00Z' } });
    const lines: HeaderLine[] = [['Referer', `${SITE}/contact`]];
    for (const form of [closed, unopened, { id: v7() }, { id: 'nothing' }]) {
      expect((await post(form, valid, { lines })).text).toContain(`<a href="${SITE}/contact">Back to site.example</a>`);
      expect((await post(form, valid)).text).not.toContain('<a ');
    }
  });

  async function withLimits(intake: Partial<Config['intake']>, work: (on: Instance) => Promise<void>): Promise<void> {
    const on = await app.sibling({ intake: { perIp: 0, perIpForm: 0, perIpFormMax: 600, perForm: 0, ...intake } });
    await work(on).finally(() => on.close());
  }

  it('sends exactly the same values again once the limit of the form allows it', async () => {
    const form = await aContactForm({ validate_fields: false });
    const sent: Pairs = [...valid, ['tags[]', 'a & b'], ['_redirect', `${SITE}/thanks`]];
    await withLimits({ perForm: 1 }, async (on) => {
      expect((await post(form, sent, { on })).status).toBe(303);
      const page = await post(form, sent, { on });
      expectPage(page, 429, 'Many answers come to this form just now. Please wait a minute', 'Send again');
      expect(Number(page.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      const again = hiddenIn(page.text);
      expect(again.filter(([name]) => name !== '_nonce')).toEqual(sent);
      await withLimits({}, async (later) => {
        expect((await post(form, again, { origin: OWN_ORIGIN, on: later })).status).toBe(303);
      });
    });
    const [first, second] = await storedIn(app.api, form);
    expect(first!.fields).toEqual(second!.fields);
  });

  it.each<[string, Partial<Config['intake']>]>([
    ['that form', { perIpForm: 1 }],
    ['all forms', { perIp: 1 }],
  ])('sends exactly the same values again once the limit of its address for %s allows it', async (_, limit) => {
    const form = await aContactForm({ validate_fields: false });
    const sent: Pairs = [...valid, ['tags[]', 'a & b'], ['_redirect', `${SITE}/thanks`]];
    await withLimits(limit, async (on) => {
      expect((await post(form, sent, { on })).status).toBe(303);
      const page = await post(form, sent, { on, lines: [['Accept-Language', 'de']] });
      expectPage(page, 429, 'Aus Ihrem Netz kommen gerade viele Antworten.', 'Noch einmal senden');
      const again = hiddenIn(page.text);
      expect(again.filter(([name]) => name !== '_nonce')).toEqual(sent);
      await withLimits({}, async (later) => {
        expect((await post(form, again, { origin: OWN_ORIGIN, on: later })).status).toBe(303);
      });
    });
    const [first, second] = await storedIn(app.api, form);
    expect(first!.fields).toEqual(second!.fields);
  });

  it('sends again to a form that this process has not seen before', async () => {
    const [form, other] = [await aContactForm(), await aContactForm()];
    await withLimits({ perIp: 1 }, async (on) => {
      expect((await post(other, valid, { on })).status).toBe(303);
      expectPage(await post(form, valid, { on }), 429, 'Send again');
    });
  });

  it.each<[string, string, Parameters<typeof post>[2]]>([
    ['of another origin', 'name=Ada', { origin: 'https://evil.example' }],
    ['in multipart', 'x', { lines: [['Content-Type', 'multipart/form-data; boundary=b']] }],
    ['of more than 256 KiB', `name=${'x'.repeat(256 * 1024)}`, {}],
    ['that is not valid', 'name=%', {}],
  ])('is asked to go back when its address is over the limit with a form %s', async (_, body, options) => {
    const form = await aContactForm();
    await withLimits({ perIpForm: 1 }, async (on) => {
      expect((await post(form, valid, { on })).status).toBe(303);
      const answer = await post(form, body, { ...options, on });
      expectPage(answer, 429, 'Use the back button of your browser');
      expect(answer.text).not.toContain('<form');
    });
  });
});

describe('a client that is no browser with a plain form', () => {
  const pairs: Pairs = [['email', 'x']];

  it.each(['application/json', '*/*', 'application/json, text/html;q=0.9', ''])('gets JSON for Accept: %s', async (accept) => {
    const form = await aContactForm();
    expectError(await submitPairs(app.api, form, pairs, { origin: SITE, accept }), 'validation_failed');
  });

  it('gets JSON when it sends JSON or a token', async () => {
    const form = await aContactForm();
    const asJson = await post(form, '{}', { lines: [['Content-Type', 'application/json']] });
    const withToken = await post(form, pairs, { lines: [['X-Submission-Token', form.submission_token]] });
    for (const { text } of [asJson, withToken]) {
      expect(JSON.parse(text)).toMatchObject({ error: { code: 'validation_failed' } });
    }
  });
});

describe('the style sheet of the pages', () => {
  it('may be cached, and takes an accent colour', async () => {
    const answer = await send('GET', `${app.api.baseUrl}/f/style.css?accent=%23ff0000`);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    });
    expect(answer.text).toMatch(/--accent: #[0-9a-f]{6}/);
  });
});
