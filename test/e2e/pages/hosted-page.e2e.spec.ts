import { Liquid } from 'liquidjs';
import { v7 } from 'uuid';
import type { Config } from '../../../src/platform/config/config';
import type { Instance, TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import { BOUNDARY, expectNothingLeft, fileRowsOf, multipartOf, type Part } from '../../support/files';
import { aForm, anEnabledForm, type CreatedForm, etagOf } from '../../support/forms';
import { storedIn, URLENCODED } from '../../support/intake';
import { BROWSER, expectPage, hiddenIn, type Pairs } from '../../support/pages';
import { SAMPLES } from '../../support/sample-files';
import type { HeaderLine, WireAnswer } from '../../support/wire';
import { send } from '../../support/wire';

const SITE = 'https://site.example';
const OWN_ORIGIN = 'http://localhost:3000';

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
      { name: 'topics', type: 'array', options: ['a', 'b', 'c'] },
    ],
    ...members,
  });

const set = async (form: CreatedForm, page: object): Promise<void> => {
  const ifMatch = await etagOf(app.api, form);
  expect((await app.api.patch(`/v1/forms/${form.id}/settings`, { page }, { ifMatch })).status).toBe(200);
};

type Options = { lines?: HeaderLine[]; on?: Instance; origin?: string };

const address = ({ id }: { id: string }, on: Instance = app) => `${on.api.baseUrl}/f/${id}`;

const open = (form: { id: string }, { lines = [], on }: Options = {}): Promise<WireAnswer> =>
  send('GET', address(form, on), [['Accept', BROWSER], ...lines]);

function post(form: { id: string }, body: Pairs | Part[] | Buffer, options: Options = {}): Promise<WireAnswer> {
  const { lines = [], on, origin = OWN_ORIGIN } = options;
  const isEncoded = Buffer.isBuffer(body);
  const type = isEncoded ? `multipart/form-data; boundary=${BOUNDARY}` : URLENCODED['content-type'];
  const content = isEncoded ? body : new URLSearchParams(body as Pairs).toString();
  const headers: HeaderLine[] = [['Origin', origin], ['Accept', BROWSER], ['Content-Type', type], ...lines];
  return send('POST', `${address(form, on)}?sent`, headers, content);
}

/** The hidden inputs of a fresh page. */
const proofOf = async (form: { id: string }): Promise<Pairs> => hiddenIn((await open(form)).text);

const VALID: Pairs = [
  ['name', 'Ada'],
  ['email', 'ada@example.com'],
  ['topics', 'a'],
  ['topics', 'c'],
  ['_gotcha', ''],
];

const without = (pairs: Pairs, name: string): Pairs => pairs.filter(([each]) => each !== name);

const named = (name: string): Pairs => [...without(VALID, 'name'), ['name', name]];

function expectThanks(answer: WireAnswer, form: { id: string }): void {
  expect({ status: answer.status, location: answer.headers.location }).toEqual({
    status: 303,
    location: `/f/${form.id}/thanks`,
  });
}

describe('pages that many open at a time', () => {
  afterEach(() => jest.restoreAllMocks());

  it('are made once, and each visit has a token and a key of its own', async () => {
    const form = await aContactForm();
    const render = jest.spyOn(Liquid.prototype, 'renderFileSync');
    const pages = await Promise.all(Array.from({ length: 40 }, () => open(form)));
    expect(render.mock.calls.length).toBeLessThan(20); // one in each second, which are few
    const proofs = pages.map(({ text }) => hiddenIn(text).map(([, value]) => value));
    expect(new Set(proofs.flat()).size).toBe(80);
    for (const { text } of pages) expectPage(await post(form, [...named(text.length.toString()), ...hiddenIn(text)]), 303);
    expect(await storedIn(app.api, form)).toHaveLength(40);
  });

  it('follow a change of the form at once', async () => {
    const form = await aContactForm();
    expectPage(await open(form), 200, 'Contact');
    await set(form, { title: 'Changed' });
    expectPage(await open(form), 200, 'Changed');
  });

  it('are in the language of each visitor', async () => {
    const form = await aContactForm();
    const languages = ['de', 'fr', 'en', 'de'];
    const pages = await Promise.all(languages.map((language) => open(form, { lines: [['Accept-Language', language]] })));
    expect(pages.map(({ text }) => /<html lang="(..)"/.exec(text)![1])).toEqual(languages);
  });
});

describe('GET /f/{form_id}', () => {
  it('shows the form, which only going back brings again, runs no script and posts to itself', async () => {
    const form = await aContactForm();
    const page = await open(form);
    expectPage(page, 200, '<h1 dir="auto">Contact</h1>', `<form method="post" action="/f/${form.id}"`, 'Your name');
    expect(page.text).toContain('name="_gotcha"');
    expect(page.text).toContain(`<button type="submit" formaction="/f/${form.id}?sent">`);
    expect(page.text).not.toMatch(/<script|<style| style=| on\w+=/);
    expect(hiddenIn(page.text).map(([name]) => name)).toEqual(['_nonce', '_key']);
    expect(page.headers['cache-control']).toBe('private, no-cache, no-transform');
    expect(page.headers['permissions-policy']).toBe('publickey-credentials-create=(), publickey-credentials-get=()');
    expect(page.headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors ${SITE}`,
    );
    expect(page.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('has a token and a key of its own each time, also for a browser that has the page already', async () => {
    const form = await aContactForm();
    const first = await open(form);
    expect(first.headers).not.toHaveProperty('etag');
    expect(first.headers).not.toHaveProperty('last-modified');
    const lines: HeaderLine[] = [
      ['If-None-Match', '*'],
      ['If-Modified-Since', new Date(Date.now() + 60_000).toUTCString()],
    ];
    const again = await open(form, { lines });
    expectPage(again, 200);
    const [[nonce, key], [otherNonce, otherKey]] = [hiddenIn(first.text), hiddenIn(again.text)];
    expect(nonce).not.toEqual(otherNonce);
    expect(key).not.toEqual(otherKey);
  });

  it('shows the texts, the colour and the language of the settings', async () => {
    const form = await aContactForm();
    await set(form, {
      ...{ title: 'Schreiben Sie <uns>', intro: 'Zeile 1\nZeile 2', submit_label: 'Los', language: 'de' },
      accent_color: '#0b6e4f',
    });
    const page = await open(form, { lines: [['Accept-Language', 'fr']] });
    expectPage(page, 200, '<html lang="de" dir="ltr">', 'Schreiben Sie &lt;uns&gt;', 'Zeile 1\nZeile 2', '>Los</button>');
    const sheet = /href="(\/f\/style\.css\?[^"]*)"/.exec(page.text)![1]!.replaceAll('&amp;', '&');
    const css = await send('GET', `${app.api.baseUrl}${sheet}`);
    expect({ status: css.status, type: css.headers['content-type'] }).toEqual({
      status: 200,
      type: 'text/css; charset=utf-8',
    });
    expect(css.text).toContain('--accent: #0b6e4f');
  });

  it.each([
    ['de-AT,de;q=0.9,en;q=0.5', 'de', 'Absenden'],
    ['fr-CA', 'fr', 'Envoyer'],
    ['es', 'es', 'Enviar'],
    ['ja', 'en', 'Send'],
  ])('speaks the language of the browser: %s', async (header, language, button) => {
    const page = await open(await aContactForm(), { lines: [['Accept-Language', header]] });
    expectPage(page, 200, `<html lang="${language}"`, `>${button}</button>`);
  });

  it('tells caches that the language follows the browser, and the coding too, on each page', async () => {
    const [form, closed] = [await aContactForm(), await aForm(app.api)];
    const thanks = await send('GET', `${address(form)}/thanks`, [['Accept', BROWSER]]);
    const pages = [await open(form), thanks, await open(closed), await open({ id: v7() }), await post(form, VALID)];
    const varied = pages.map(({ headers }) => headers.vary);
    expect(varied).toEqual([...Array<string>(4).fill('Accept-Language, Accept-Encoding'), 'Accept-Language']);
  });

  it('may be shown in a frame by the pages of the allowed origins, by all, or by none', async () => {
    const form = await aContactForm({ allowed_origins: [] });
    expect((await open(form)).headers['content-security-policy']).toContain('frame-ancestors *');
    await set(form, { frame: 'none' });
    expect((await open(form)).headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it('says that a form is closed, or that there is none', async () => {
    const closed = await aForm(app.api, { name: 'Contact' });
    const page = await open(closed);
    expectPage(page, 200, 'This form is closed', 'Contact');
    expect(page.text).not.toContain('<form');
    expectPage(await open({ id: v7() }), 404, 'There is no form here');
    expectPage(await open({ id: 'nothing' }), 404, 'There is no form here');
  });

  it('answers HEAD, OPTIONS and other methods as every address', async () => {
    const form = await aContactForm();
    const head = await send('HEAD', address(form));
    expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' });
    const options = await send('OPTIONS', address(form));
    expect({ status: options.status, allow: options.headers.allow }).toEqual({
      status: 204,
      allow: 'GET, HEAD, OPTIONS, POST',
    });
    expect((await send('DELETE', address(form))).status).toBe(405);
  });
});

describe('POST /f/{form_id}', () => {
  it.each([OWN_ORIGIN, 'null', 'http://127.0.0.1:3000'])(
    'stores a submission of the hosted form, whatever origins the form lists: from %s',
    async (origin) => {
      const form = await aContactForm();
      expectThanks(await post(form, [...(await proofOf(form)), ...VALID], { origin }), form);
      expect(await storedIn(app.api, form)).toMatchObject([
        { source: 'hosted_form', fields: { name: 'Ada', email: 'ada@example.com', topics: ['a', 'c'] } },
      ]);
    },
  );

  it('stores files through the same limits and checks as the submit address', async () => {
    const fields = [{ name: 'cv', type: 'file', required: true, options: { accept: ['.pdf'] } }];
    const form = await aContactForm({ fields });
    const parts = (name: string, content: Buffer): Part[] => [['cv', name, content]];
    const proof = (await proofOf(form)) as Part[];
    const refused = await post(form, multipartOf([...proof, ...parts('cv.png', SAMPLES.png)]));
    expectPage(refused, 422, '“cv.png” cannot be sent here. Accepted: PDF.', 'Please choose your files again');
    expect(refused.text).toContain('enctype="multipart/form-data"');
    expectPage(await post(form, multipartOf([...proof, ...parts('', Buffer.alloc(0))])), 422, 'Please choose a file.');
    const again = hiddenIn(refused.text) as Part[];
    expectThanks(await post(form, multipartOf([...again, ...parts('cv.pdf', SAMPLES.pdf)])), form);
    expectThanks(await post(form, multipartOf([...again, ...parts('cv.pdf', SAMPLES.pdf)])), form);
    expect(await fileRowsOf(app, form)).toMatchObject([{ field: 'cv', filename: 'cv.pdf' }]);
    expect(await storedIn(app.api, form)).toHaveLength(1);
  });

  it('shows the page again with the values, a summary and the message at its field', async () => {
    const form = await aContactForm();
    const proof = await proofOf(form);
    const sent: Pairs = [
      ['name', 'Ada "<b>"'],
      ['email', 'ada'],
      ['topics', 'c'],
    ];
    const page = await post(form, [...proof, ...sent]);
    expectPage(page, 422, 'value="Ada &#34;&lt;b&gt;&#34;"', 'value="ada"', 'value="c" checked', 'autofocus');
    expect(page.text).toMatch(/<a href="#f1"><bdi>Email<\/bdi> – Please enter an e-mail address/);
    expect(page.text).toMatch(/id="f1"[^>]*aria-invalid="true" aria-describedby="f1-error"/);
    expect(page.headers['cache-control']).toContain('no-store');
    const [nonce, key] = hiddenIn(page.text);
    expect(nonce).not.toEqual(proof[0]);
    expect(key).toEqual(proof[1]);
    expectThanks(await post(form, [nonce!, key!, ...VALID]), form);
    expect(await storedIn(app.api, form)).toHaveLength(1);
  });

  it('stores a double click and a repeated request once, and other values as another submission', async () => {
    const form = await aContactForm();
    const proof = await proofOf(form);
    const body: Pairs = [...proof, ...VALID];
    for (const answer of await Promise.all([post(form, body), post(form, body)])) expectThanks(answer, form);
    expectThanks(await post(form, body), form);
    expect(await storedIn(app.api, form)).toHaveLength(1);
    expectThanks(await post(form, [...proof, ...without(VALID, 'topics')]), form);
    expect(await storedIn(app.api, form)).toHaveLength(2);
  });

  it('stores the same answers of two people twice, and those of a copy of the page that several have', async () => {
    const form = await aContactForm();
    const [one, another] = [await proofOf(form), await proofOf(form)];
    for (const proof of [one, another]) expectThanks(await post(form, [...proof, ...VALID]), form);
    expect(await storedIn(app.api, form)).toHaveLength(2);

    app.clock.forward({ hours: 25 });
    const copies = [await post(form, [...one, ...VALID]), await post(form, [...one, ...VALID])];
    for (const page of copies) {
      expectPage(page, 422, 'Please send again');
      expectThanks(await post(form, [...hiddenIn(page.text), ...VALID]), form);
    }
    expect(await storedIn(app.api, form)).toHaveLength(4);
  });

  it('accepts a page for an hour, then shows it again with every value, which are stored once all the same', async () => {
    const form = await aContactForm();
    const body: Pairs = [...(await proofOf(form)), ...VALID];
    app.clock.forward({ minutes: 59 });
    expectThanks(await post(form, body), form);
    app.clock.forward({ minutes: 2 });
    const page = await post(form, body);
    expectPage(page, 422, 'Please send again', 'value="Ada"', 'value="a" checked', 'value="c" checked');
    expect(page.text).not.toContain('aria-invalid');
    expectThanks(await post(form, [...hiddenIn(page.text), ...VALID]), form);
    expect(await storedIn(app.api, form)).toHaveLength(1);
  });

  it('tells that files have to be chosen again when the page has expired', async () => {
    const form = await aContactForm({ fields: [{ name: 'cv', type: 'file' }] });
    const page = await post(form, multipartOf([['cv', 'cv.pdf', SAMPLES.pdf]]));
    expectPage(page, 422, 'Please send again', 'Please choose your files again');
    expect(await storedIn(app.api, form)).toEqual([]);
  });

  it.each<[string, (proof: Pairs, foreign: Pairs) => Pairs]>([
    ['a missing', (proof) => without(proof, '_nonce')],
    ['a forged', (proof) => [['_nonce', 'x'.repeat(60)], ...without(proof, '_nonce')]],
    ['an altered', (proof) => proof.map(([name, value]) => [name, name === '_nonce' ? `A${value.slice(1)}A` : value])],
    ["another form's", (_, foreign) => foreign],
  ])('shows the page again for %s token, and stores what is sent from there', async (_, altered) => {
    const [form, other] = [await aContactForm(), await aContactForm()];
    const page = await post(form, [...altered(await proofOf(form), await proofOf(other)), ...VALID]);
    expectPage(page, 422, 'Please send again', 'value="Ada"');
    expect(await storedIn(app.api, form)).toEqual([]);
    expectThanks(await post(form, [...hiddenIn(page.text), ...VALID]), form);
  });

  it('does not take the token of a page that answers a refused submission of a website', async () => {
    const form = await aContactForm();
    const headers: HeaderLine[] = [
      ['Origin', SITE],
      ['Accept', BROWSER],
      ['Content-Type', URLENCODED['content-type']],
    ];
    const refused = await send('POST', `${app.api.baseUrl}/api/v1/forms/${form.id}/submit`, headers, 'name=');
    expectPage(await post(form, [...hiddenIn(refused.text), ...VALID]), 422, 'Please send again');
  });

  it('ignores _redirect and follows the redirect of the settings as long as it is allowed', async () => {
    const form = await aContactForm();
    const target = `${SITE}/thanks?from=form`;
    const sent = async (name: string): Promise<string | undefined> => {
      const pairs: Pairs = [...(await proofOf(form)), ...named(name), ['_redirect', `${SITE}/other`]];
      return (await post(form, pairs)).headers.location;
    };
    expect(await sent('one')).toBe(`/f/${form.id}/thanks`);
    await set(form, { redirect_url: target });
    expect((await open(form)).headers['content-security-policy']).toContain(`form-action 'self' ${SITE};`);
    expect(await sent('two')).toBe(target);
    const origins = { allowed_origins: ['https://elsewhere.example'] };
    await app.api.patch(`/v1/forms/${form.id}`, origins, { ifMatch: await etagOf(app.api, form) });
    expect((await open(form)).headers['content-security-policy']).toContain("form-action 'self';");
    expect(await sent('three')).toBe(`/f/${form.id}/thanks`);
  });

  it('thanks a program that fills in the honeypot, and stores nothing', async () => {
    const form = await aContactForm();
    const pairs: Pairs = [...(await proofOf(form)), ...without(VALID, '_gotcha'), ['_gotcha', 'x']];
    expectThanks(await post(form, pairs), form);
    expect(await storedIn(app.api, form)).toEqual([]);
  });

  it('answers 403 with a page when the form was closed in between, and 404 when it is gone', async () => {
    const form = await aContactForm();
    const body: Pairs = [...(await proofOf(form)), ...VALID];
    await app.api.patch(`/v1/forms/${form.id}`, { status: 'disabled' }, { ifMatch: form.etag });
    expectPage(await post(form, body), 403, 'This form is closed');
    expect(await storedIn(app.api, form)).toEqual([]);
    await app.api.delete(`/v1/forms/${form.id}`, { ifMatch: '*' });
    expectPage(await post(form, body), 404, 'There is no form here');
  });

  it('keeps the values where a limit of the form is reached, and shows how long to wait', async () => {
    const form = await aContactForm();
    await withLimits({ perForm: 1 }, async (on) => {
      expectThanks(await post(form, [...(await proofOf(form)), ...named('One')], { on }), form);
      const page = await post(form, [...(await proofOf(form)), ...VALID], { on });
      expectPage(page, 429, 'Please wait a minute', 'value="Ada"');
      expect(Number(page.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      await withLimits({}, async (later) => {
        expectThanks(await post(form, [...hiddenIn(page.text), ...VALID], { on: later }), form);
      });
    });
  });

  it('counts for the limits by address like other submissions', async () => {
    const form = await aContactForm();
    await withLimits({ perIpForm: 1 }, async (on) => {
      expectThanks(await post(form, [...(await proofOf(form)), ...VALID], { on }), form);
      const page = await post(form, [...(await proofOf(form)), ...VALID], { on });
      expectPage(page, 429, 'Many answers come from your network just now. Please wait a minute', 'value="Ada"', 'value="c" checked');
      await withLimits({}, async (later) => {
        expectThanks(await post(form, [...hiddenIn(page.text), ...VALID], { on: later }), form);
      });
    });
  });

  it('shows errors that are at no field above the form', async () => {
    const form = await aContactForm({ validate_fields: false });
    const many: Pairs = Array.from({ length: 201 }, (_, n) => [`x${n}`, '']);
    const page = await post(form, [...(await proofOf(form)), ...VALID, ...many]);
    expectPage(page, 422, 'At most 200 answers can be sent at once', 'value="Ada"');
  });

  it.each<[string, string, Part[]]>([
    ['one file', '“big.txt” is too large. A file can have up to 1 kB.', [['cv', 'big.txt', 'x'.repeat(1025)]]],
    ['all files', 'Together they can have up to 2 kB.', [...'123'].map((n): Part => ['cv', `${n}.txt`, 'x'.repeat(1000)])],
    ['their number', 'Please choose at most 4 files.', [...'12345'].map((n): Part => ['cv', `${n}.txt`, 'x'])],
  ])('keeps every value when files exceed the limit of %s, and names it', async (_, message, files) => {
    const limits = { maxFiles: 4, maxFileBytes: 1024, maxTotalBytes: 2048 };
    const on = await app.sibling({ uploads: limits });
    const form = await aContactForm({
      fields: [
        { name: 'cv', label: 'CV', type: 'file' },
        { name: 'name', type: 'string' },
        { name: 'topics', type: 'array', options: ['a', 'b'] },
      ],
    });
    const proof = (await proofOf(form)) as Part[];
    const rest: Part[] = [
      ['name', 'Ada “L”'],
      ['topics', 'b'],
    ];
    const page = await post(form, multipartOf([...files, ...proof, ...rest]), { on });
    expectPage(page, 413, message, 'value="Ada “L”"', 'value="b" checked', 'Please choose your files again');
    expect(page.headers['cache-control']).toContain('no-store');
    const again = await post(form, multipartOf([...(hiddenIn(page.text) as Part[]), ...rest]), { on });
    await on.close();
    expectThanks(again, form);
    expect(await storedIn(app.api, form)).toMatchObject([{ fields: { name: 'Ada “L”', topics: ['b'] } }]);
    await expectNothingLeft(app);
  });

  it('puts the limit of a file at its field', async () => {
    const form = await aContactForm({ fields: [{ name: 'cv', type: 'file' }] });
    const on = await app.sibling({ uploads: { maxFiles: 4, maxFileBytes: 10, maxTotalBytes: 2048 } });
    const page = await post(form, multipartOf([['cv', 'big.txt', 'x'.repeat(11)]]), { on });
    await on.close();
    expect(page.text).toMatch(/<a href="#f0"><bdi>Cv<\/bdi> – “big\.txt” is too large/);
  });

  it('keeps every value when there are too many, and when characters are not UTF-8', async () => {
    const form = await aContactForm();
    const proof = await proofOf(form);
    const long = await post(form, [...proof, ...named('x'.repeat(256 * 1024))]);
    expectPage(long, 413, 'Together they can have up to 256 kB', 'value="ada@example.com"', 'x'.repeat(256 * 1024));
    const send1252 = (body: string): Promise<WireAnswer> =>
      send(
        'POST',
        address(form),
        [
          ['Accept', BROWSER],
          ['Content-Type', URLENCODED['content-type']],
        ],
        Buffer.from(body, 'latin1'),
      );
    for (const sent of ['name=M\xfcller&email=a%40b.de&_key=kept', 'name=M%FCller&email=a%40b.de&_key=kept']) {
      const page = await send1252(sent);
      expectPage(page, 400, 'Some characters could not be read', 'value="M\ufffdller"', 'value="a@b.de"');
    }
    const parts = multipartOf(
      [
        ['name', 'M\xfcller'],
        ['email', 'a@b.de'],
      ].map(([name, text]): Part => [name!, text!]),
    );
    const latin1 = Buffer.from(parts.toString(), 'latin1');
    expectPage(await post(form, latin1), 400, 'Some characters could not be read', 'value="M\ufffdller"', 'value="a@b.de"');
    expect(await storedIn(app.api, form)).toEqual([]);
  });

  it.each([
    ['en', '“cv.pdf” cannot be sent: this form takes no file there.'],
    ['de', '„cv.pdf“ kann nicht gesendet werden'],
    ['fr', 'ne peut pas être envoyé'],
    ['es', '«cv.pdf» no se puede enviar'],
  ])('says in words of the visitor that the form takes no file there: %s', async (language, words) => {
    const form = await aContactForm();
    const parts = [...(await proofOf(form)), ...VALID, ['cv', 'cv.pdf', SAMPLES.pdf]] as Part[];
    const page = await post(form, multipartOf(parts), { lines: [['Accept-Language', language]] });
    expectPage(page, 422, words, 'value="Ada"', 'value="c" checked');
    expect(await storedIn(app.api, form)).toEqual([]);
  });

  it('offers a way on where it cannot show the values', async () => {
    const form = await aContactForm();
    await withLimits({ perIpForm: 1 }, async (on) => {
      expectThanks(await post(form, [...(await proofOf(form)), ...VALID], { on }), form);
      const page = await post(form, multipartOf([...(await proofOf(form)), ...VALID] as Part[]), { on });
      expectPage(page, 429, 'Use the back button', `<a href="/f/${form.id}">Open an empty form</a>`);
    });
    await app.api.patch(`/v1/forms/${form.id}`, { status: 'disabled' }, { ifMatch: form.etag });
    expectPage(await post(form, VALID), 403, 'This form is closed', 'Use the back button');
  });

  it('takes no other encoding than those of HTML forms with texts', async () => {
    const form = await aContactForm();
    const headers: HeaderLine[] = [
      ['Accept', BROWSER],
      ['Content-Type', 'text/plain'],
    ];
    expectPage(await send('POST', address(form), headers, 'name=Ada'), 415, 'have not been sent');
    expect(await storedIn(app.api, form)).toEqual([]);
  });

  async function withLimits(intake: Partial<Config['intake']>, work: (on: Instance) => Promise<void>): Promise<void> {
    const on = await app.sibling({ intake: { perIp: 0, perIpForm: 0, perIpFormMax: 600, perForm: 0, ...intake } });
    await work(on).finally(() => on.close());
  }
});

describe('GET /f/{form_id}/thanks', () => {
  const thanks = (form: { id: string }, lines: HeaderLine[] = []) => send('GET', `${address(form)}/thanks`, lines);

  it('shows the texts of the settings in the language of the form', async () => {
    const form = await aContactForm();
    expectPage(await thanks(form), 200, 'Thank you', 'Your answers have been received.');
    await set(form, { thanks_title: 'Grazie <mille>', thanks_text: 'A presto', language: 'de' });
    const page = await thanks(form);
    expectPage(page, 200, '<html lang="de"', 'Grazie &lt;mille&gt;', 'A presto');
    expect(page.headers['cache-control']).toContain('no-store');
  });

  it('offers another response to visitors of the hosted page only', async () => {
    const form = await aContactForm();
    const referer = (path: string): HeaderLine[] => [['Referer', `${OWN_ORIGIN}${path}`]];
    const sameOrigin: HeaderLine = ['Sec-Fetch-Site', 'same-origin']; // WebKit leaves out the path in a frame of another site
    for (const lines of [referer(`/f/${form.id}`), [...referer('/'), sameOrigin], [sameOrigin]]) {
      expectPage(await thanks(form, lines), 200, `<a href="/f/${form.id}">Send another response</a>`);
    }
    const crossSite: HeaderLine = ['Sec-Fetch-Site', 'cross-site'];
    const nonsense: HeaderLine = ['Referer', 'nonsense'];
    for (const lines of [[], referer('/contact'), [...referer('/contact'), sameOrigin], [crossSite], [nonsense]]) {
      expect((await thanks(form, lines)).text).not.toContain('<a ');
    }
  });
});
