import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { anEnabledForm, type CreatedForm, setSettings } from '../../support/forms';
import { storedIn, URLENCODED } from '../../support/intake';
import { type HeaderLine, send, type WireAnswer } from '../../support/wire';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

const SITE = 'https://www.example.com';
const urlOf = (form: CreatedForm, part: string): string => `${app.api.baseUrl}/api/v1/forms/${form.id}/${part}`;
const CREDENTIALS = 'access-control-allow-credentials';

const preflight = (form: CreatedForm, origin: string, part = 'submit'): Promise<WireAnswer> =>
  send('OPTIONS', urlOf(form, part), [
    ['Origin', origin],
    ['Access-Control-Request-Method', 'POST'],
  ]);

const submit = (form: CreatedForm, origin: string, lines: HeaderLine[] = [], body = 'a=1'): Promise<WireAnswer> =>
  send('POST', urlOf(form, 'submit'), [...(Object.entries(URLENCODED) as HeaderLine[]), ['Origin', origin], ...lines], body);

describe('credentials of a page', () => {
  it.each<[listed: string[], origin: string, isAllowed: boolean]>([
    [[SITE], SITE, true],
    [['https://*.example.com', SITE], SITE, true],
    [['*', SITE], SITE, true],
    [['capacitor://localhost'], 'capacitor://localhost', true],
    [['http://localhost:5173'], 'http://localhost:5173', true],
    [['https://*.example.com'], SITE, false],
    [['*'], SITE, false],
    [[], SITE, false],
    [['null'], 'null', false],
    [['*'], 'null', false],
    [[], 'null', false],
    [[SITE], 'null', false],
    [[SITE], 'https://other.example.com', false],
  ])('are allowed where the form lists %j and the page is of %s: %s', async (listed, origin, isAllowed) => {
    const form = await anEnabledForm(app.api, { allowed_origins: listed });
    for (const answer of [await preflight(form, origin), await submit(form, origin), await submit(form, origin, [], '%')]) {
      expect(answer.headers[CREDENTIALS]).toBe(isAllowed ? 'true' : undefined);
      if (isAllowed) expect(answer.headers['access-control-allow-origin']).toBe(origin);
    }
  });

  it('are allowed at no other public address of a form', async () => {
    const form = await anEnabledForm(app.api, { allowed_origins: [SITE] });
    for (const part of ['schema', 'challenge']) {
      expect((await preflight(form, SITE, part)).headers).not.toHaveProperty(CREDENTIALS);
      expect((await send('GET', urlOf(form, part), [['Origin', SITE]])).headers).not.toHaveProperty(CREDENTIALS);
    }
  });

  it.each([
    ['accepted', 'a=1', []],
    ['refused', '%', []],
    ['redirected', 'a=1', [['Accept', 'text/html']]],
    ['refused with a page', '', [['Accept', 'text/html']]],
  ] as [string, string, HeaderLine[]][])('change no answer: a submission is %s with any cookie as without one', async (_, body, lines) => {
    const form = await anEnabledForm(app.api, { allowed_origins: [SITE] });
    const shapeOf = ({ status, headers, text }: WireAnswer) => {
      const names = Object.keys(headers).filter((name) => !['date', 'x-request-id', 'etag', 'content-length'].includes(name));
      const own = text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|req_\w+|\d{4}-\d\d-\d\dT[\d:.]+Z|value="[^"]*"/g, '');
      return { status, names: names.sort(), location: headers['location'], own, cookie: headers['set-cookie'] };
    };
    const without = shapeOf(await submit(form, SITE, lines, body));
    expect(without.cookie).toBeUndefined();
    for (const cookie of ['session=1', '__Host-console=x; fcs_console=y', `key=${app.api.baseUrl}`]) {
      expect(shapeOf(await submit(form, SITE, [...lines, ['Cookie', cookie]], body))).toEqual(without);
    }
  });
});

describe('the refusal of a page', () => {
  it('that hides its origin tells which Referrer-Policy to set', async () => {
    const form = await anEnabledForm(app.api, { allowed_origins: [SITE] });
    const answer = await submit(form, 'null');
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.text).error).toMatchObject({
      code: 'origin_not_allowed',
      message: expect.stringContaining('Referrer-Policy "strict-origin-when-cross-origin"'),
    });
    for (const language of ['en', 'de', 'fr', 'es']) {
      const page = await submit(form, 'null', [
        ['Accept', 'text/html'],
        ['Accept-Language', language],
      ]);
      expect(page.status).toBe(403);
      if (language === 'de') expect(page.text).toContain('lang="de"');
    }
    expect(await storedIn(app.api, form)).toEqual([]);
  });

  it('has the words for visitors in English where the script of forms asks', async () => {
    const form = await anEnabledForm(app.api, { allowed_origins: [SITE], fields: [{ name: 'age', type: 'number' }] });
    const messageOf = async (language: string) =>
      JSON.parse((await submit(form, SITE, [['Accept-Language', language]], 'age=x')).text).error.details.age;
    expect(await messageOf('en')).toEqual(['This field must be a number.']);
    for (const language of ['en,en-x-visitor;q=0.5', 'nl,en-x-visitor;q=0.5'])
      expect(await messageOf(language)).toEqual(['Please enter a number.']);
    expect(await messageOf('de,en-x-visitor;q=0.5')).toEqual(['Bitte geben Sie eine Zahl ein.']);
  });
});

describe('the address after sending', () => {
  const THANKS = `${SITE}/thanks?a=1#end`;
  const aRedirecting = async (): Promise<CreatedForm> => {
    const form = await anEnabledForm(app.api, { allowed_origins: [SITE] });
    await setSettings(app.api, form, { page: { redirect_url: THANKS } });
    return form;
  };
  const HTML: HeaderLine[] = [['Accept', 'text/html']];

  it('is followed by a plain form of an own page, unless that names another one that is listed', async () => {
    const form = await aRedirecting();
    expect((await submit(form, SITE, HTML)).headers.location).toBe(THANKS);
    const named = encodeURIComponent(`${SITE}/other`);
    for (const name of ['_next', '_redirect'])
      expect((await submit(form, SITE, HTML, `a=1&${name}=${named}`)).headers.location).toBe(`${SITE}/other`);
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    'javascript:alert(1)',
    `${SITE}@evil.example`,
    `${SITE}.evil.example/`,
    'https:evil.example',
    '/x',
  ])('is not replaced by what a page names outside of the allowed origins: %s', async (target) => {
    const form = await aRedirecting();
    const body = `a=1&_next=${encodeURIComponent(target)}`;
    expect((await submit(form, SITE, HTML, body)).headers.location).toBe(THANKS);
    expect(JSON.parse((await submit(form, SITE, [], body)).text).data.next).toBe(THANKS);
  });

  it('is told to scripts, and not to servers', async () => {
    const form = await aRedirecting();
    expect(JSON.parse((await submit(form, SITE)).text).data).toMatchObject({ next: THANKS });
    const token: HeaderLine = ['X-Submission-Token', form.submission_token];
    expect(
      JSON.parse((await send('POST', urlOf(form, 'submit'), [...(Object.entries(URLENCODED) as HeaderLine[]), token], 'a=1')).text).data,
    ).not.toHaveProperty('next');
  });

  it('is used no longer once its origin is not listed any more', async () => {
    const form = await aRedirecting();
    const { headers } = await app.api.get(`/v1/forms/${form.id}`);
    await app.api.patch(`/v1/forms/${form.id}`, { allowed_origins: ['https://new.example'] }, { ifMatch: headers['etag'] as string });
    const answer = await submit(form, 'https://new.example', HTML);
    expect(answer.headers.location).toMatch(/\/f\/[0-9a-f-]+\/thanks$/);
    expect(JSON.parse((await submit(form, 'https://new.example')).text).data).not.toHaveProperty('next');
  });
});
