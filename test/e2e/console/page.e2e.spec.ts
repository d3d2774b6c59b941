import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { startApp, type TestApp } from '../../support/app';
import { aLinkSecret, aSession, cookieOf, FROM_PAGE, signIn } from '../../support/console';
import { send } from '../../support/wire';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
  "frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types lit-html";
/** An answer that is not JSON is its text. */
const textOf = (body: object): string => body as unknown as string;
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('the page of the console', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('is not stored, not framed, and runs and loads nothing but its own files', async () => {
    const { status, headers, body } = await app.api.get('/console', { headers: BROWSER });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': expect.stringContaining('no-store'),
      'content-security-policy': POLICY,
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    const addresses = [...textOf(body).matchAll(/(?:src|href)="(?!data:)([^"]*)"/g)].map(([, address]) => address!);
    const [sheets, scripts] = [/^console\/console\.\w{8}\.css$/, /^console\/console\.\w{8}\.js$/];
    expect(addresses.filter((address) => sheets.test(address))).toHaveLength(1);
    expect(addresses.filter((address) => !sheets.test(address) && !scripts.test(address))).toEqual([]);
    expect(addresses.length).toBeGreaterThan(1);
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('has files that are kept for ever and come compressed, sixty-four kilobytes with the page', async () => {
    const page = textOf((await app.api.get('/console')).body);
    const sentPage = await request(`${app.api.baseUrl}/console`, { headers: { 'accept-encoding': 'gzip' } });
    expect(sentPage.headers['content-encoding']).toBe('gzip');
    let bytes = (await sentPage.body.arrayBuffer()).byteLength;
    for (const [, name] of page.matchAll(/"(console\/console\.[^"]*)"/g)) {
      const url = `${app.api.baseUrl}/${name}`;
      const plain = await request(url);
      const as = (coding: string) => request(url, { headers: { 'accept-encoding': coding } });
      const [zipped, smallest] = [await as('gzip'), await as('gzip, deflate, br')];
      expect(zipped.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-encoding': 'gzip',
        'content-type': expect.stringMatching(/^text\/(css|javascript); charset=utf-8$/),
        'x-content-type-options': 'nosniff',
        vary: 'Accept-Encoding',
      });
      expect(plain.headers['content-encoding']).toBeUndefined();
      const sent = Buffer.from(await zipped.body.arrayBuffer());
      const content = Buffer.from(await plain.body.arrayBuffer());
      expect(gunzipSync(sent)).toEqual(content);
      expect(smallest.headers['content-encoding']).toBe('br');
      expect(brotliDecompressSync(Buffer.from(await smallest.body.arrayBuffer()))).toEqual(content);
      bytes += sent.length;
    }
    expect(bytes).toBeLessThanOrEqual(65_536);
    expect((await app.api.get('/console/console.0123456789abcdef.js')).status).toBe(404);
  });

  it('is where browsers are led to from the address of the service', async () => {
    const { status, headers } = await app.api.get('/', { headers: BROWSER });
    expect([status, headers.location]).toEqual([302, '/console']);
    expect((await app.api.get('/')).body.data).toHaveProperty('links');
  });
});

describe('under a path of an https host', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ baseUrl: 'https://example.com/forms' });
  });
  afterAll(() => app.close());

  it('the session is a cookie that no other host can set or read', async () => {
    const answer = await signIn(app, { secret: await aLinkSecret(app) });
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-console-443-forms=fcs_\w{50}; Path=\/; HttpOnly; SameSite=Strict; Secure$/),
    ]);
    const cookie = cookieOf(answer);
    const statusWith = async (sent: string) =>
      (await send('GET', `${app.api.baseUrl}/v1/capabilities`, [['Cookie', sent], FROM_PAGE])).status;
    expect(await statusWith(cookie)).toBe(200);
    expect(await statusWith(cookie.replace('__Host-', ''))).toBe(401);
    expect(await statusWith(cookie.replace('__Host-', '__host-'))).toBe(401);
  });

  it('browsers are led to the page under that path', async () => {
    expect((await app.api.get('/', { headers: BROWSER })).headers.location).toBe('/forms/console');
  });
});

describe('with CONSOLE=off', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ console: 'off' });
  });
  afterAll(() => app.close());

  it('there is neither page nor session', async () => {
    const page = await app.api.get('/console', { headers: BROWSER });
    const answers = [page, await app.api.delete('/console/session'), await app.api.get('/console/console.js')];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await signIn(app, { key: await app.key() })).status).toBe(404);
  });

  it('a session of before is worth nothing', async () => {
    const on = await app.sibling({ console: 'on' });
    const cookie = await aSession({ ...app, ...on }, await app.key());
    const statusAt = async (baseUrl: string) => (await send('GET', `${baseUrl}/v1/capabilities`, [['Cookie', cookie], FROM_PAGE])).status;
    expect([await statusAt(on.api.baseUrl), await statusAt(app.api.baseUrl)]).toEqual([200, 401]);
    await on.close();
  });

  it('browsers see the page of the service', async () => {
    const { status, body } = await app.api.get('/', { headers: BROWSER });
    expect([status, textOf(body)]).toEqual([200, expect.stringContaining('It is running.')]);
  });
});
