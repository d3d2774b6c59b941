import { SCOPES } from '../../../src/api/auth/caller';
import { makeSecret } from '../../../src/api/auth/secret-format.rules';
import { KeysService } from '../../../src/keys/keys.service';
import { PeriodicTasks } from '../../../src/platform/lifecycle/periodic-tasks';
import { startApp, type TestApp } from '../../support/app';
import { aLinkSecret, aSession, cookieOf, FROM_PAGE, signIn } from '../../support/console';
import { keyIdOf } from '../../support/keys';
import { waitUntil } from '../../support/wait-until';
import { type HeaderLine, send, type WireAnswer } from '../../support/wire';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ trustProxy: ['loopback'] });
});
afterAll(() => app.close());

const get = (path: string, cookie: string, ...headers: HeaderLine[]): Promise<WireAnswer> =>
  send('GET', `${app.api.baseUrl}${path}`, [['Cookie', cookie], FROM_PAGE, ...headers]);
const capabilities = (cookie: string) => get('/v1/capabilities', cookie);
const statusOf = async (cookie: string) => (await capabilities(cookie)).status;
const dataOf = ({ text }: WireAnswer): any => (JSON.parse(text) as { data: unknown }).data;
const signOut = (cookie: string) => send('DELETE', `${app.api.baseUrl}/console/session`, [['Cookie', cookie], FROM_PAGE]);
const HOUR_MS = 3_600_000;
/** Lets this much time pass for all links and sessions. */
const age = (column: 'expires_at' | 'last_used_at', interval: string) =>
  app.database.query(`update console_secrets set ${column} = ${column} - interval '${interval}'`);
const USED_LATELY = `select from console_secrets where last_used_at > now() - interval '58 minutes'`;
const count = async () => (await app.database.query('select from console_secrets')).length;

describe('a link', () => {
  it('signs in with every scope, for twelve hours at most', async () => {
    const answer = await signIn(app, { secret: ` ${await aLinkSecret(app)}\n` });
    expect(answer.status).toBe(201);
    const { expires_at: end } = dataOf(answer);
    expect(JSON.parse(answer.text)).toEqual({ data: { expires_at: end }, request_id: answer.headers['x-request-id'] });
    const shown = dataOf(await capabilities(cookieOf(answer)));
    expect(shown).toMatchObject({ expires_at: end, form_access_mode: 'all', writes_enabled: true });
    expect(shown.scopes).toEqual([...SCOPES].sort());
    expect(Math.abs(new Date(end).getTime() - Date.now() - 12 * HOUR_MS)).toBeLessThan(HOUR_MS / 10);
  });

  it('signs in once, also when twenty requests race for it', async () => {
    const secret = await aLinkSecret(app);
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(app, { secret })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(401)]);
    expect(answers.filter(({ headers }) => headers['set-cookie']).length).toBe(1);
  });

  it('ends after ten minutes', async () => {
    const secret = await aLinkSecret(app);
    await age('expires_at', '10 minutes');
    expect((await signIn(app, { secret })).status).toBe(401);
  });
});

describe('a key', () => {
  it('signs in with its own rights, until it ends', async () => {
    const expiresAt = new Date(Date.now() + HOUR_MS);
    const key = await app.key({ scopes: ['forms:read'], isReadOnly: true, formIds: [], expiresAt });
    const cookie = await aSession(app, key);
    expect(dataOf(await capabilities(cookie))).toEqual((await app.api.as(key).get('/v1/capabilities')).body.data);
    expect((await get('/v1/submissions', cookie)).status).toBe(403);
  });

  it('ends its sessions when it is revoked, expires, or its secret has been replaced', async () => {
    const [revoked, expired, rotated] = [await app.key(), await app.key(), await app.key()];
    const cookies = [await aSession(app, revoked), await aSession(app, expired), await aSession(app, rotated)];
    expect(await Promise.all(cookies.map(statusOf))).toEqual([200, 200, 200]);
    await app.app.get(KeysService).revoke(await keyIdOf(app, revoked));
    await app.app.get(KeysService).rotate(await keyIdOf(app, rotated), 0);
    await app.database.query('update api_keys set expires_at = now() where id = $1', [await keyIdOf(app, expired)]);
    expect(await Promise.all(cookies.map(statusOf))).toEqual([401, 401, 401]);
  });

  it('signs in no more once it is revoked', async () => {
    const key = await app.key();
    await app.app.get(KeysService).revoke(await keyIdOf(app, key));
    expect((await signIn(app, { key })).status).toBe(401);
  });
});

describe('a session', () => {
  it('ends after an hour without use, and after twelve hours', async () => {
    const cookie = await aSession(app);
    const isUsedLately = async () => (await app.database.query(USED_LATELY)).length > 0;
    await age('last_used_at', '59 minutes');
    expect(await statusOf(cookie)).toBe(200);
    await waitUntil(isUsedLately); // it is noted beside the request
    await age('last_used_at', '61 minutes');
    expect(await statusOf(cookie)).toBe(401);
    const other = await aSession(app);
    await age('expires_at', '719 minutes');
    expect(await statusOf(other)).toBe(200);
    await age('expires_at', '1 minute');
    expect(await statusOf(other)).toBe(401);
  });

  it('tells the page whom it acts for, and nobody else', async () => {
    const key = await app.key({ name: 'Lena', scopes: ['forms:read'] });
    const [ofLink, ofKey] = [await aSession(app), await aSession(app, key)];
    const [{ name }] = (await app.database.query<{ name: string }>('select name from accounts where id = $1', [app.accountId])) as [any];
    const account = { id: app.accountId, name };
    const shown = async (cookie: string) => dataOf(await get('/console/session', cookie));
    const short = { idle_seconds: 3_600, proves_address: false, proved_at: null };
    const nobody = { account, person: null, accounts: [], expires_at: expect.any(String) };
    expect(await shown(ofLink)).toMatchObject({ ...nobody, key: null, session: { ...short, opened_by: 'link' } });
    const ofLena = { key: { id: await keyIdOf(app, key), name: 'Lena' }, session: { ...short, opened_by: 'key' } };
    expect(await shown(ofKey)).toMatchObject({ ...nobody, ...ofLena });
    const url = `${app.api.baseUrl}/console/session`;
    const withoutOrigin = await send('GET', url, [['Cookie', ofKey]]);
    const withKey = await send('GET', url, [FROM_PAGE, ['Authorization', `Bearer ${key}`]]);
    expect([withoutOrigin.status, withKey.status, (await get('/console/session', 'console-3000=x')).status]).toEqual([401, 401, 401]);
  });

  it('is forgotten within an hour after its end, as links are', async () => {
    await aLinkSecret(app);
    const cookie = await aSession(app);
    await age('expires_at', '11 minutes');
    const tasks = app.app.get(PeriodicTasks).all();
    const before = await count();
    await tasks.find(({ name }) => name === 'sweep of console sessions')!.runBatch();
    expect(await count()).toBeLessThan(before);
    expect(await statusOf(cookie)).toBe(200);
  });

  it('ends when one signs out, in whichever process, and the cookie with it', async () => {
    const cookie = await aSession(app);
    const sibling = await app.sibling();
    const answer = await send('DELETE', `${sibling.api.baseUrl}/console/session`, [['Cookie', cookie], FROM_PAGE]);
    await sibling.close();
    expect([answer.status, answer.text]).toEqual([200, '{}']);
    expect(answer.headers['set-cookie']).toEqual(['console-3000=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0']);
    expect(await statusOf(cookie)).toBe(401);
    expect((await signOut(cookie)).status).toBe(200);
  });

  it('ends when another one takes its place, and only then', async () => {
    const first = await aSession(app);
    await signIn(app, { secret: makeSecret('fcl').text }, [FROM_PAGE, ['Cookie', first]]);
    expect(await statusOf(first)).toBe(200);
    const second = cookieOf(await signIn(app, { key: await app.key() }, [FROM_PAGE, ['Cookie', first]]));
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
  });

  it('is not that of another service of the host, and goes on beside it', async () => {
    const others = ['console=old', `console-3001=${makeSecret('fcs').text}`, '__Host-console=old'];
    const cookie = cookieOf(await signIn(app, { secret: await aLinkSecret(app) }, [FROM_PAGE, ['Cookie', others.join('; ')]]));
    expect(await statusOf([...others, cookie].join('; '))).toBe(200);
    for (const other of others) expect(await statusOf(other)).toBe(401);
  });

  it('gets a value that nobody has sent', async () => {
    const chosen = makeSecret('fcs').text;
    const cookie = cookieOf(await signIn(app, { secret: await aLinkSecret(app) }, [FROM_PAGE, ['Cookie', `console-3000=${chosen}`]]));
    expect(cookie).toMatch(/^console-3000=fcs_[0-9A-Za-z]{50}$/);
    expect(cookie).not.toContain(chosen);
    expect(await statusOf(`console-3000=${chosen}`)).toBe(401);
  });
});

describe('what is sent to sign in', () => {
  it.each([[{}], [{ secret: 'x', key: 'y' }], [{ secret: null }], [{ secret: '  ' }], [{ key: 1 }], [{ secret: 'x', more: 1 }], [[]]])(
    'has exactly one of secret and key: %j',
    async (body) => {
      expect((await signIn(app, body)).status).toBe(422);
    },
  );

  it('is JSON', async () => {
    const url = `${app.api.baseUrl}/console/session`;
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const body = JSON.stringify({ secret: await aLinkSecret(app) });
      expect((await send('POST', url, [FROM_PAGE, ['Content-Type', type]], body)).status).toBe(415);
    }
  });
});
