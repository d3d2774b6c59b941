import { startApp, type TestApp } from '../../support/app';
import { aLinkSecret, aSession, cookieOf, FROM_PAGE, signIn } from '../../support/console';
import { aForm } from '../../support/forms';
import { type HeaderLine, send } from '../../support/wire';

const BASE = 'https://forms.example.com';
const site = (value: string): HeaderLine => ['Sec-Fetch-Site', value];
const origin = (value: string): HeaderLine => ['Origin', value];
const OWN_ORIGIN = origin(BASE);

/** Requests that other pages, links and programs make browsers send. */
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

/** The page of a form may run the script of a captcha provider, with the origin of the console and its cookie. */
describe('a request of a page of a form', () => {
  const referer = (path: string): HeaderLine => ['Referer', `${BASE}${path}`];
  const BROWSER: HeaderLine[] = [FROM_PAGE, ['Sec-Fetch-Mode', 'cors'], ['Sec-Fetch-Dest', 'empty']];
  const proofOf = async () => {
    const answer = await signIn(app, { secret: await aLinkSecret(app) });
    return { own: ['Cookie', cookieOf(answer)] as HeaderLine, proof: answer.headers['console-proof'] as string };
  };

  it.each(['/f/019aa2c4', '/f/019aa2c4/thanks', '/F/019aa2c4?sent', '/api/v1/forms/019aa2c4/submit'])(
    'gets nothing for the session, neither reads nor signs in, when it comes from %s',
    async (path) => {
      expect(await readWith(cookie, FROM_PAGE, referer(path))).toBe(401);
      expect((await signIn(app, { key: await app.key() }, [FROM_PAGE, referer(path)])).status).toBe(401);
      expect((await call('GET', '/console/session', [cookie, FROM_PAGE, referer(path)])).status).toBe(401);
    },
  );

  it('needs the proof that only the page of the console has, where it hides its address or names another one', async () => {
    const { own, proof } = await proofOf();
    const other = (await proofOf()).proof;
    for (const hidden of [[], [referer('/console')]] as HeaderLine[][]) {
      expect(await readWith(own, ...BROWSER, ...hidden)).toBe(401);
      for (const wrong of ['', 'x', other, proof.slice(1)])
        expect(await readWith(own, ...BROWSER, ...hidden, ['Console-Proof', wrong])).toBe(401);
      expect(await readWith(own, ...BROWSER, ...hidden, ['Console-Proof', proof])).toBe(200);
    }
    expect((await call('GET', '/console/session', [own, ...BROWSER])).status).toBe(401);
  });

  it('is not given the proof: only a window that opens the console is, with the session of its cookie', async () => {
    const { own, proof } = await proofOf();
    const given = async (...headers: HeaderLine[]) =>
      /name="console-proof" content="([^"]*)"/.exec((await call('GET', '/console', headers)).text)?.[1];
    const opened = (site: string): HeaderLine[] => [
      ['Sec-Fetch-Site', site],
      ['Sec-Fetch-Mode', 'navigate'],
      ['Sec-Fetch-Dest', 'document'],
    ];
    for (const site of ['none', 'same-origin']) expect(await given(own, ...opened(site))).toBe(proof);
    expect(await given(...opened('cross-site'))).toBe(''); // the browser holds the cookie back, until the page opens itself again
    expect(await given(...opened('none'))).toBeUndefined();
    for (const dest of ['iframe', 'frame', 'object', 'embed', 'empty', 'image'])
      expect(await given(own, FROM_PAGE, ['Sec-Fetch-Mode', 'navigate'], ['Sec-Fetch-Dest', dest])).toBeUndefined();
    expect(await given(own, ...BROWSER)).toBeUndefined();
  });

  it('opens no answer of the API in a window, but a download, which the browser saves', async () => {
    const { own } = await proofOf();
    const form = await aForm(app.api);
    const window: HeaderLine[] = [own, FROM_PAGE, ['Sec-Fetch-Mode', 'navigate'], ['Sec-Fetch-Dest', 'document']];
    expect(await readWith(...window)).toBe(401);
    const saved = await call('GET', `/v1/forms/${form.id}/submissions/export?format=csv`, window);
    expect([saved.status, saved.headers['content-disposition']]).toEqual([200, expect.stringMatching(/^attachment/)]);
    expect((await call('GET', `/v1/forms/${form.id}/submissions/export?format=csv`, [own, ...BROWSER])).status).toBe(401);
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
  const [name, value] = ['__Host-console-443', () => cookie[1].split('=')[1]!];
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
