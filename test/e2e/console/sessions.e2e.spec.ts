import { startApp, type Instance, type TestApp } from '../../support/app';
import { aPerson, Browser, secretIn, signInMails } from '../../support/browser';
import { SmtpReceiver } from '../../support/smtp-receiver';
import { waitUntil } from '../../support/wait-until';

let [app, other, receiver] = [] as unknown as [TestApp, Instance, SmtpReceiver];
beforeAll(async () => {
  receiver = await SmtpReceiver.start();
  app = await startApp({ smtpUrl: receiver.url, mailFrom: 'forms@example.com', trustProxy: ['loopback'] });
  other = await app.sibling();
});
afterAll(() => app.close());

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1';

let people = 0;
const anAddress = () => `tom${++people}@example.com`;
async function signedIn(address: string, browser = new Browser(app)): Promise<Browser> {
  await signInMails(app, receiver);
  await browser.post('/console/sign-in', { address });
  const [mail] = await signInMails(app, receiver);
  const { status } = await browser.post('/console/sign-in/open', { secret: secretIn(mail!) });
  expect(status).toBe(201);
  return browser;
}
/** Signs in by a link that somebody handed over. */
async function byLink(id: string, instance = app): Promise<Browser> {
  const { url } = (await instance.api.post(`/v1/keys/${id}/sign-in-links`)).body.data;
  const browser = new Browser(app);
  expect((await browser.post('/console/session', { secret: new URL(url).hash.slice(1) })).status).toBe(201);
  return browser;
}
const statusOf = async (browser: Browser) => (await browser.get('/console/session')).status;
const listOf = async (browser: Browser): Promise<any[]> => (await browser.get('/console/sessions')).data;
/** Another account, in which somebody has this address too. */
async function anotherAccount(address: string, rights: object = {}) {
  const { accountId, key } = await app.stranger();
  const api = app.api.as(key);
  return { accountId, api, person: await aPerson({ api }, address, rights) };
}

describe('the sessions of a person', () => {
  it('are listed with browser, network and times, and nothing that a client chooses', async () => {
    const address = anAddress();
    await aPerson(app, address);
    const [desk] = [await signedIn(address), await signedIn(address, new Browser(app, PHONE))];
    await signedIn(address, new Browser(app, '<img src=x>'));
    const list = await listOf(desk);
    expect(list.map(({ browser }) => browser).sort()).toEqual(['Firefox on Linux', 'Safari on an iPhone', null].sort());
    expect(list.map(({ current }) => current).filter(Boolean)).toHaveLength(1);
    for (const session of list) {
      expect(session).toMatchObject({ opened_by: 'mail', network: expect.stringMatching(/^10\.\d+\.0\.0\/24$/), passkey_name: null });
      expect(Object.keys(session).sort()).toEqual(
        [
          'account_name',
          'browser',
          'created_at',
          'current',
          'expires_at',
          'id',
          'last_used_at',
          'network',
          'opened_by',
          'passkey_name',
        ].sort(),
      );
    }
  });

  it('end in every process at once, one by one and all others together', async () => {
    const address = anAddress();
    await aPerson(app, address);
    const [first, second, third] = [await signedIn(address), await signedIn(address), await signedIn(address)];
    const { id } = (await listOf(second)).find(({ current }) => current);
    expect((await first.delete(`/console/sessions/${id}`)).status).toBe(204);
    expect(await Promise.all([first, second.at(other), third].map(statusOf))).toEqual([200, 401, 200]);
    expect((await first.delete('/console/sessions')).status).toBe(204);
    expect(await Promise.all([first, third.at(other)].map(statusOf))).toEqual([200, 401]);
    const actions = (await app.api.get('/v1/audit-events')).body.data.map(({ action }: { action: string }) => action);
    expect(actions.slice(0, 2)).toEqual(['console end_sessions', 'console end_session']);
  });

  it('are nothing to anybody else', async () => {
    const [one, two] = [anAddress(), anAddress()];
    await Promise.all([aPerson(app, one), aPerson(app, two)]);
    const [mine, foreign] = [await signedIn(one), await signedIn(two)];
    const { id } = (await listOf(foreign))[0];
    expect(await listOf(mine)).toHaveLength(1);
    for (const path of [id, 'x', '00000000-0000-4000-8000-000000000000'])
      expect((await mine.delete(`/console/sessions/${path}`)).status).toBe(404);
    await mine.delete('/console/sessions');
    expect(await statusOf(foreign)).toBe(200);
  });

  it('end with fewer rights and with a revocation, and stay with another name', async () => {
    const address = anAddress();
    const { id, etag } = await aPerson(app, address);
    const browser = await signedIn(address);
    const renamed = await app.api.patch(`/v1/keys/${id}`, { name: 'Thomas' }, { ifMatch: etag });
    expect([renamed.status, await statusOf(browser)]).toEqual([200, 200]);
    await app.api.patch(`/v1/keys/${id}`, { scopes: ['forms:read'] }, { ifMatch: renamed.etag });
    expect(await statusOf(browser.at(other))).toBe(401);
    const again = await signedIn(address);
    await app.api.delete(`/v1/keys/${id}`);
    expect(await statusOf(again.at(other))).toBe(401);
  });

  it('end after a week without use, and not after six days', async () => {
    const address = anAddress();
    await aPerson(app, address);
    const browser = await signedIn(address);
    const rest = (interval: string) =>
      app.database.query('update console_secrets set last_used_at = last_used_at - $1::interval', [interval]);
    await rest('6 days');
    expect(await statusOf(browser)).toBe(200);
    await waitUntil(
      async () => (await app.database.query(`select from console_secrets where last_used_at > now() - interval '1 hour'`)).length > 0,
    );
    await rest('7 days');
    expect(await statusOf(browser)).toBe(401);
  });

  it('count as use of the person', async () => {
    const address = anAddress();
    const { id } = await aPerson(app, address);
    expect((await app.api.get(`/v1/keys/${id}`)).body.data).toMatchObject({ last_used_at: null, person: { joined_at: null } });
    await byLink(id);
    const { last_used_at: used, person } = (await app.api.get(`/v1/keys/${id}`)).body.data;
    expect([used, person.joined_at]).toEqual([expect.any(String), expect.any(String)]);
  });
});

describe('one address in several accounts', () => {
  it('has one session, which goes from account to account without signing in again', async () => {
    const address = anAddress();
    await aPerson(app, address);
    const second = await anotherAccount(address, { scopes: ['forms:read'] });
    const browser = await signedIn(address);
    const { data } = await browser.get('/console/session');
    expect(data.accounts.map(({ account }: any) => account.id).sort()).toEqual([app.accountId, second.accountId].sort());
    expect((await browser.post('/console/session/account', { account: second.accountId })).status).toBe(200);
    const there = (await browser.get('/console/session')).data;
    expect([there.account.id, there.key.id]).toEqual([second.accountId, second.person.id]);
    expect((await browser.get('/v1/submissions')).status).toBe(403);
    expect((await browser.post('/console/session/account', { account: app.accountId })).status).toBe(200);
    expect((await browser.get('/v1/submissions')).status).toBe(200);
    expect(await listOf(browser)).toHaveLength(1);
  });

  it('stays in its account with a session of a link, which anybody could have made for the address', async () => {
    const address = anAddress();
    const victim = await aPerson(app, address);
    const attacker = await anotherAccount(address);
    const browser = await byLink(attacker.person.id, { ...app, api: attacker.api });
    expect((await browser.get('/console/session')).data.accounts).toEqual([]);
    expect((await browser.post('/console/session/account', { account: app.accountId })).status).toBe(404);
    const mine = await signedIn(address);
    await mine.post('/console/session/account', { account: app.accountId });
    expect((await listOf(browser)).map(({ current }) => current)).toEqual([true]);
    await browser.delete('/console/sessions');
    expect(await statusOf(mine)).toBe(200);
    expect((await app.api.get(`/v1/keys/${victim.id}`)).status).toBe(200);
  });

  it('does not lead to accounts of others, or to those that have ended it', async () => {
    const address = anAddress();
    const { id } = await aPerson(app, address);
    const [ended, foreign] = [await anotherAccount(address), await anotherAccount(anAddress())];
    await ended.api.delete(`/v1/keys/${ended.person.id}`);
    const browser = await signedIn(address);
    for (const account of [ended.accountId, foreign.accountId]) {
      const answer = await browser.post('/console/session/account', { account });
      expect([answer.status, answer.error!.message]).toEqual([404, expect.stringContaining('no such account')]);
    }
    expect((await browser.get('/console/session')).data.key.id).toBe(id);
  });
});

describe('an invitation', () => {
  beforeEach(() => app.database.query('delete from sign_in_mails')); // ten an hour is their limit
  const linkOf = async () => secretIn((await signInMails(app, receiver)).pop()!);
  const open = (browser: Browser, secret: string, more: object = {}) => browser.post('/console/sign-in/open', { secret, ...more });

  it('opens only to the mailbox: the one who invites sees no link', async () => {
    const answer = await app.api.post('/v1/keys', {
      kind: 'person',
      person: { address: anAddress(), name: 'Tom' },
      scopes: ['forms:read'],
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/fc[lm]_/);
    expect(await linkOf()).toMatch(/^fcm_/);
  });

  it('says who invites, and signs in with a click only, once, within seven days', async () => {
    const address = anAddress();
    await aPerson(app, address);
    const [secret, scanner, browser] = [await linkOf(), new Browser(app), new Browser(app)];
    const [{ name }] = (await app.database.query('select name from accounts where id = $1', [app.accountId])) as [{ name: string }];
    const shown = await open(scanner, secret);
    expect([shown.status, shown.data]).toEqual([
      200,
      { signed_in: false, invitation: { account: { name }, person: { name: address.split('@')[0], address } } },
    ]);
    expect((await open(browser, secret, { join: true })).status).toBe(201);
    expect((await browser.get('/console/session')).data.person.address).toBe(address);
    expect((await open(new Browser(app), secret, { join: true })).status).toBe(401);
  });

  it('ends with a newer one, after seven days, and with the person', async () => {
    const { id } = await aPerson(app, anAddress());
    const first = await linkOf();
    expect((await app.api.post(`/v1/keys/${id}/invitations`)).status).toBe(202);
    const second = await linkOf();
    expect((await open(new Browser(app), first)).status).toBe(401);
    expect((await open(new Browser(app), second)).status).toBe(200);
    await app.database.query(`update sign_in_mails set expires_at = expires_at - interval '7 days'`);
    expect((await open(new Browser(app), second, { join: true })).status).toBe(401);
    await app.api.post(`/v1/keys/${id}/invitations`);
    const third = await linkOf();
    await app.api.delete(`/v1/keys/${id}`);
    expect((await open(new Browser(app), third, { join: true })).status).toBe(401);
  });
});
