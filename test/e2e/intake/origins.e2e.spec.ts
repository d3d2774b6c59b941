import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { aForm, anEnabledForm } from '../../support/forms';
import { storedIn } from '../../support/intake';
import type { HeaderLine, WireAnswer } from '../../support/wire';
import { send } from '../../support/wire';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

const urlOf = (form: { id: string }) => `${app.api.baseUrl}/api/v1/forms/${form.id}/submit`;
const originLines = (origins: string[]): HeaderLine[] => origins.map((origin) => ['Origin', origin]);

/** Urlencoded, which pages send without a preflight. */
const submitFrom = (form: CreatedForm, origins: string[], lines: HeaderLine[] = [], body = 'a=1'): Promise<WireAnswer> =>
  send('POST', urlOf(form), [['Content-Type', 'application/x-www-form-urlencoded'], ...originLines(origins), ...lines], body);

const PLAIN = ['https://example.com'];
const WILD = ['https://*.example.com'];

describe('a page may submit and read the response', () => {
  it.each<[listed: string[], origin: string]>([
    [[], 'https://anything.example'],
    [[], 'null'],
    [PLAIN, 'https://example.com'],
    [PLAIN, 'https://example.com:443'],
    [PLAIN, 'HTTPS://EXAMPLE.COM'],
    [['https://Example.com:443/'], 'https://example.com'],
    [['http://localhost:3000'], 'http://localhost:3000'],
    [['https://bücher.example'], 'https://xn--bcher-kva.example'],
    [WILD, 'https://a.example.com'],
    [WILD, 'https://a.b.example.com'],
    [['*'], 'https://anything.example'],
    [['*'], 'null'],
    [['https://example.com', 'null'], 'null'],
    [['capacitor://localhost'], 'capacitor://localhost'],
    [['https://example.com', 'app://bundle'], 'app://bundle'],
    [['chrome-extension://abcdefghijklmnopabcdefghijklmnop'], 'chrome-extension://abcdefghijklmnopabcdefghijklmnop'],
    [['*'], 'tauri://localhost'],
  ])('when the form lists %j, from %s', async (listed, origin) => {
    const form = await anEnabledForm(app.api, { allowed_origins: listed });
    const { status, headers } = await submitFrom(form, [origin]);
    expect({ status, origin: headers['access-control-allow-origin'] }).toEqual({ status: 201, origin });
    expect(headers.vary).toContain('Origin');
  });
});

/** True for one serialized origin, which can be told that it is refused. */
const isReadable = ([origin = '', ...others]: string[]): boolean =>
  others.length === 0 && (origin === 'null' || /^[a-z]+:\/\/[a-z0-9.-]*[a-z0-9](?::\d+)?$/.test(origin));

describe('a page may not submit, and reads no more than that it may not', () => {
  it.each<[listed: string[], origins: string[]]>([
    [PLAIN, ['http://example.com']],
    [PLAIN, ['https://example.com:8443']],
    [PLAIN, ['https://evilexample.com']],
    [PLAIN, ['https://example.com.evil.io']],
    [PLAIN, ['https://www.example.com']],
    [PLAIN, ['https://example.com.']],
    [PLAIN, ['https://example.com/']],
    [PLAIN, ['https://example.com@evil.io']],
    [PLAIN, ['null']],
    [PLAIN, ['']],
    [PLAIN, ['https://example.com, https://evil.io']],
    [PLAIN, ['https://example.com', 'https://evil.io']],
    [PLAIN, ['https://example.com', 'https://example.com']],
    [WILD, ['https://example.com']],
    [WILD, ['https://evilexample.com']],
    [WILD, ['https://a.example.com.evil.io']],
    [WILD, ['http://a.example.com']],
    [['null'], ['https://example.com']],
    [['capacitor://localhost'], ['ionic://localhost']],
    [['capacitor://localhost'], ['https://localhost']],
    [['capacitor://localhost'], ['capacitor://localhost.example.com']],
    [['https://localhost'], ['capacitor://localhost']],
    [['*'], ['https://a.example', 'https://b.example']],
  ])('when the form lists %j, from %j', async (listed, origins) => {
    const form = await anEnabledForm(app.api, { allowed_origins: listed });
    const { status, headers, text } = await submitFrom(form, origins);
    expect({ status, code: JSON.parse(text).error.code }).toEqual({ status: 403, code: 'origin_not_allowed' });
    expect(headers['access-control-allow-origin']).toBe(isReadable(origins) ? origins[0] : undefined);
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
    expect(headers.vary).toContain('Origin');
    expect(await storedIn(app.api, form)).toEqual([]);
  });

  it.each([[PLAIN], [WILD], [['*']], [['null']]])(
    'when the form lists %j and no origin is sent, naming the token that programs send',
    async (listed) => {
      const form = await anEnabledForm(app.api, { allowed_origins: listed });
      const referred = await submitFrom(form, [], [['Referer', 'https://example.com/contact']]);
      expect(referred.status).toBe(403);
      expect(JSON.parse(referred.text).error.message).toContain('submission token');
    },
  );

  it('is not checked for a form without a list', async () => {
    const form = await anEnabledForm(app.api);
    const answer = await submitFrom(form, []);
    expect(answer.status).toBe(201);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('a response of any kind', () => {
  const conflict: HeaderLine = ['Idempotency-Key', 'same'];

  it.each<[number, { lines?: HeaderLine[]; body?: string; isDisabled?: boolean }]>([
    [201, {}],
    [303, { lines: [['Accept', 'text/html']] }],
    [400, { body: '%' }],
    [401, { lines: [['X-Submission-Token', 'wrong']] }],
    [403, { isDisabled: true }],
    [409, { lines: [conflict], body: 'a=2' }],
    [413, { body: 'a='.padEnd(256 * 1024 + 1, 'x') }],
    [415, { lines: [['Content-Encoding', 'br']] }],
    [422, { body: 'number=seven' }],
  ])('%i can be read by a listed origin, and by another one only as the refusal of its origin', async (status, { isDisabled, ...sent }) => {
    const members = { allowed_origins: ['https://example.com'], fields: [{ name: 'number', type: 'number' }] };
    const form = await (isDisabled ? aForm : anEnabledForm)(app.api, members);
    await submitFrom(form, PLAIN, [conflict]);
    const answer = await submitFrom(form, PLAIN, sent.lines, sent.body);
    expect(answer.status).toBe(status);
    expect(answer.headers['access-control-allow-origin']).toBe('https://example.com');
    expect(answer.headers['access-control-allow-credentials']).toBe('true');
    expect(answer.headers.vary).toContain('Origin');
    const foreign = await submitFrom(form, ['https://evil.example'], sent.lines, sent.body);
    const isRefusal = foreign.status === 403 && !isDisabled;
    expect(foreign.headers['access-control-allow-origin']).toBe(isRefusal ? 'https://evil.example' : undefined);
    expect(foreign.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('404 can be read too, so that a page learns that its form was deleted', async () => {
    const form = await anEnabledForm(app.api, { allowed_origins: PLAIN });
    await app.api.delete(`/v1/forms/${form.id}`, { ifMatch: form.etag });
    const answer = await submitFrom(form, PLAIN);
    expect(answer.status).toBe(404);
    expect(answer.headers['access-control-allow-origin']).toBe('https://example.com');
  });
});

describe('a preflight', () => {
  const ask = (form: { id: string }, origins: string[], lines: HeaderLine[] = []) =>
    send('OPTIONS', urlOf(form), [...originLines(origins), ['Access-Control-Request-Method', 'POST'], ...lines]);

  it('lists the allowed headers for a listed origin', async () => {
    const form = await anEnabledForm(app.api, { allowed_origins: PLAIN });
    const answer = await ask(form, PLAIN, [['Access-Control-Request-Headers', 'content-type']]);
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'https://example.com',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers':
        'content-type, accept, idempotency-key, x-requested-with, cache-control, pragma, baggage, sentry-trace, traceparent, tracestate, x-csrf-token, x-xsrf-token, accept-language',
      'access-control-max-age': '600',
      vary: 'Origin, Access-Control-Request-Headers',
    });
    expect(answer.headers['access-control-allow-credentials']).toBe('true');
  });

  it.each<[listed: string[], origins: string[], isAllowed: boolean]>([
    [[], ['https://anything.example'], true],
    [['*'], ['https://anything.example'], true],
    [['*'], ['null'], true],
    [['null'], ['null'], true],
    [['capacitor://localhost'], ['capacitor://localhost'], true],
    [['capacitor://localhost'], ['ionic://localhost'], true],
    [WILD, ['https://a.example.com'], true],
    [PLAIN, ['https://evil.example'], true],
    [PLAIN, ['null'], true],
    [PLAIN, ['https://evil.example/'], false],
    [PLAIN, ['https://example.com', 'https://evil.example'], false],
    [WILD, ['https://example.com'], true],
    [PLAIN, [], false],
  ])(
    'of a form that lists %j from %j, which can then read the answer or its refusal: allowed is %s',
    async (listed, origins, isAllowed) => {
      const form = await anEnabledForm(app.api, { allowed_origins: listed });
      const { status, headers } = await ask(form, origins);
      expect(status).toBe(204);
      expect(headers['access-control-allow-origin']).toBe(isAllowed ? origins[0] : undefined);
      expect(headers['access-control-allow-methods']).toBe(isAllowed ? 'POST' : undefined);
      expect(headers.vary).toBe('Origin, Access-Control-Request-Headers');
    },
  );

  it('allows credentials to an origin as soon as an edit has listed it', async () => {
    const form = await anEnabledForm(app.api, { allowed_origins: ['https://old.example'] });
    expect((await ask(form, PLAIN)).headers).not.toHaveProperty('access-control-allow-credentials');
    await app.api.patch(`/v1/forms/${form.id}`, { allowed_origins: PLAIN }, { ifMatch: form.etag });
    expect((await ask(form, PLAIN)).headers['access-control-allow-credentials']).toBe('true');
    expect((await ask(form, ['https://old.example'])).headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('of a disabled form succeeds, so that the page can read the refusal', async () => {
    const form = await aForm(app.api, { allowed_origins: PLAIN });
    expect((await ask(form, PLAIN)).headers['access-control-allow-origin']).toBe('https://example.com');
  });

  it('of a form that does not exist is answered 404', async () => {
    expect((await ask({ id: 'nothing' }, PLAIN)).status).toBe(404);
  });
});
