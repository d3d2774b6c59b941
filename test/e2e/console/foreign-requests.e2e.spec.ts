import { startApp, type TestApp } from '../../support/app';
import { aLinkSecret, aSession, FROM_PAGE, signIn } from '../../support/console';
import { type HeaderLine, send } from '../../support/wire';

const BASE = 'https://forms.example.com';
const site = (value: string): HeaderLine => ['Sec-Fetch-Site', value];
const origin = (value: string): HeaderLine => ['Origin', value];
const OWN_ORIGIN = origin(BASE);

/** What other pages, links and programs make browsers send. */
const FOREIGN: [string, HeaderLine[]][] = [
  ['a page of another site', [site('cross-site'), origin('https://evil.example')]],
  ['a page of a sibling host', [site('same-site'), origin('https://blog.example.com')]],
  ['a sandboxed frame', [site('cross-site'), origin('null')]],
  ['a link in a mail, or the address bar', [site('none')]],
  ['another site by way of a redirect', [site('cross-site'), OWN_ORIGIN]],
  ['a value with a comma, as two lines make it', [FROM_PAGE, site('cross-site')]],
  ['a value in other letters', [site('Same-Origin')]],
  ['an empty value', [site(''), OWN_ORIGIN]],
  ['a browser without Sec-Fetch-Site, on another site', [origin('https://evil.example')]],
  ['one on a sibling host', [origin('https://blog.example.com')]],
  ['one on a host that begins alike', [origin(`${BASE}.evil.example`)]],
  ['one over http', [origin('http://forms.example.com')]],
  ['one on another port', [origin(`${BASE}:8443`)]],
  ['one on an opaque origin', [origin('null')]],
  ['one with two origins', [OWN_ORIGIN, origin('https://evil.example')]],
  ['one that tells a Referer only', [['Referer', `${BASE}/console`]]],
  ['a program that sends nothing of it', []],
];

let app: TestApp;
let cookie: HeaderLine;
beforeAll(async () => {
  app = await startApp({ baseUrl: BASE, trustProxy: ['loopback'] });
  cookie = ['Cookie', await aSession(app)];
});
afterAll(() => app.close());

const call = (method: string, path: string, headers: HeaderLine[], body?: string) =>
  send(method, `${app.api.baseUrl}${path}`, headers, body);
const readWith = async (...headers: HeaderLine[]) => (await call('GET', '/v1/capabilities', headers)).status;
const countForms = async () => (await app.database.query('select from forms')).length;

describe.each(FOREIGN)('a request of %s', (_, headers) => {
  it('reads nothing in the session', async () => {
    const { status, headers: answered } = await call('GET', '/v1/capabilities', [cookie, ...headers]);
    expect([status, answered['access-control-allow-origin'], answered['set-cookie']]).toEqual([401, undefined, undefined]);
  });

  it('changes nothing, as a form or as a script', async () => {
    const before = await countForms();
    const body = JSON.stringify({ name: 'planted', validate_fields: true, notifications_enabled: false });
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
      for (const method of ['POST', 'PUT', 'PATCH'])
        expect([401, 405]).toContain(
          (await call(method, '/v1/forms', [cookie, ...headers, ['Content-Type', type], ['Idempotency-Key', 'k']], body)).status,
        );
    expect(await countForms()).toBe(before);
  });

  it('neither signs in, which would spend the link, nor out', async () => {
    const secret = await aLinkSecret(app);
    for (const sent of [{ secret }, { key: await app.key() }, {}]) {
      const answer = await signIn(app, sent, headers);
      expect([answer.status, answer.headers['set-cookie']]).toEqual([401, undefined]);
    }
    const out = await call('DELETE', '/console/session', [cookie, ...headers]);
    expect([out.status, out.headers['set-cookie']]).toEqual([401, undefined]);
    expect(await readWith(cookie, FROM_PAGE)).toBe(200);
    expect((await signIn(app, { secret })).status).toBe(201);
  });
});

describe('a request of the page', () => {
  it.each<[string, HeaderLine[]]>([
    ['with Sec-Fetch-Site', [FROM_PAGE]],
    ['with an Origin where a browser does not send it', [OWN_ORIGIN]],
  ])('%s has the rights of the session', async (_, headers) => {
    expect(await readWith(cookie, ...headers)).toBe(200);
    expect((await signIn(app, { secret: await aLinkSecret(app) }, headers)).status).toBe(201);
  });

  it('has them without Authorization only, of which an empty one is none', async () => {
    const authorization = (value: string): HeaderLine => ['Authorization', value];
    const limited = await app.key({ scopes: ['forms:read'] });
    const [header, values] = [
      [cookie, FROM_PAGE],
      ['', ' '],
    ];
    for (const value of values) expect(await readWith(...header, authorization(value))).toBe(200);
    for (const value of ['Bearer', 'Bearer fck_wrong', 'Basic YTpi', 'x'])
      expect(await readWith(...header, authorization(value))).toBe(401);
    expect(await readWith(...header, authorization(''), authorization(`Bearer ${limited}`))).toBe(401);
    const { text } = await call('GET', '/v1/capabilities', [...header, authorization(`Bearer ${limited}`)]);
    expect(JSON.parse(text).data.scopes).toEqual(['forms:read']);
  });
});

describe('the cookie', () => {
  const [name, value] = ['__Host-console', () => cookie[1].split('=')[1]!];
  const withCookies = (text: string) => readWith(['Cookie', text], FROM_PAGE);

  it('counts once, so that a second one of another host ends nothing but the request', async () => {
    const other = (await aSession(app)).split('=')[1]!;
    expect(await withCookies(`a=b; ${name}=${value()}; c=d`)).toBe(200);
    expect(await withCookies(`${name}=${value()}; ${name}=${value()}`)).toBe(200);
    expect(await withCookies(`${name}=${value()}; ${name}=${other}`)).toBe(401);
    expect(await withCookies(`${name}=${other}; ${name}=planted`)).toBe(401);
    expect(await withCookies(`${name}=${value()}`)).toBe(200);
  });

  it('is taken by its exact name and value', async () => {
    for (const text of [
      `console=${value()}`,
      `x${name}=${value()}`,
      `${name}x=${value()}`,
      `${name.toUpperCase()}=${value()}`,
      `${name}="${value()}"`,
      `${name}=${value().toLowerCase()}`,
      `${name}=${value().slice(0, -1)}`,
      `${name}=${encodeURIComponent(`${value()} `)}`,
      `${name}`,
      `${name}=`,
    ])
      expect(await withCookies(text)).toBe(401);
  });
});
