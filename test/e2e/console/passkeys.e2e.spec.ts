import { ConsoleLinksService } from '../../../src/console/console-links.service';
import { PasskeysRepository } from '../../../src/console/passkeys/passkeys.repository';
import { KeysService } from '../../../src/keys/keys.service';
import { startApp, type TestApp } from '../../support/app';
import { SoftAuthenticator } from '../../support/authenticator';
import { aPerson, Browser } from '../../support/browser';
import { aLinkSecret } from '../../support/console';
import { addPasskey, aSignedInPerson, ORIGIN, signedInByMail, signInByPasskey } from '../../support/passkeys';
import { SmtpReceiver } from '../../support/smtp-receiver';

let [app, receiver] = [] as unknown as [TestApp, SmtpReceiver];
beforeAll(async () => {
  receiver = await SmtpReceiver.start();
  app = await startApp({ smtpUrl: receiver.url, mailFrom: 'forms@example.com', trustProxy: ['loopback'] });
});
afterAll(() => app.close());

const someone = (rights: object = {}) => aSignedInPerson(app, receiver, rights);
const aDevice = () => new SoftAuthenticator(ORIGIN);
const listed = async (browser: Browser) => (await browser.get('/console/passkeys')).data;
const session = async (browser: Browser) => (await browser.get('/console/session')).data;
const makeOld = (browser: Browser) => ageOf(browser, '16 minutes');
async function ageOf(browser: Browser, interval: string): Promise<void> {
  const { session: current } = await session(browser);
  await app.database.query(`update console_secrets set proved_at = proved_at - $2::interval where id = $1`, [current.id, interval]);
}
/** A browser with the session of a person that the link of somebody else has opened. */
async function byLink(id: string, at = app): Promise<Browser> {
  const { url } = await at.app.get(ConsoleLinksService).createFor({ id, accountId: at.accountId }, 600);
  const browser = new Browser(at);
  await browser.post('/console/session', { secret: new URL(url).hash.slice(1) });
  return browser;
}
const events = (id: string) =>
  app.database.query<{ action: string }>('select action from audit_events where resource_id = $1 order by id', [id]);

describe('a passkey', () => {
  it('is added with the name of the browser or another one, and can be renamed', async () => {
    const { browser, id } = await someone();
    const added = await addPasskey(browser, aDevice());
    expect([added.status, added.data.name]).toEqual([201, 'Firefox on Linux']);
    const named = await addPasskey(browser, aDevice(), {}, ' Key ring ');
    expect(named.data).toEqual({ id: expect.any(String), name: 'Key ring', created_at: expect.any(String), last_used_at: null });
    expect(await listed(browser)).toEqual([added.data, named.data]);
    const renamed = await browser.call('PATCH', `/console/passkeys/${named.data.id}`, { name: 'Safe' });
    expect([renamed.status, renamed.data.name]).toEqual([200, 'Safe']);
    expect((await session(browser)).passkey_count).toBe(2);
    const [row] = await app.database.query('select api_key_id, host from passkeys where id = $1', [added.data.id]);
    expect(row).toEqual({ api_key_id: null, host: 'localhost' });
    expect(
      await app.database.query('select api_key_id from audit_events where action = $1 and api_key_id = $2', ['console add_passkey', id]),
    ).toHaveLength(2);
  });

  it('is asked to be found without a name, to see who is there, and to be none that is there already', async () => {
    const { browser, address } = await someone();
    const device = aDevice();
    await addPasskey(browser, device);
    expect(device.asked).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: address, displayName: address.split('@')[0] },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const again = (await browser.post('/console/passkeys/options')).data.options;
    expect(again.excludeCredentials).toHaveLength(1);
    expect(again.user.id).toBe(device.asked!.user.id);
    expect(again.challenge).not.toBe(device.asked!.challenge);
  });

  it('signs in for thirty days, or for the day, and tells its last use', async () => {
    const { browser, address } = await someone();
    const device = aDevice();
    const { data: passkey } = await addPasskey(browser, device);
    const other = new Browser(app);
    const answer = await signInByPasskey(other, device);
    expect([answer.status, answer.data.signed_in]).toEqual([201, true]);
    expect(String(answer.headers['set-cookie'])).toContain(`Max-Age=${30 * 24 * 3_600}`);
    expect(await session(other)).toMatchObject({
      person: { address },
      session: { opened_by: 'passkey', proves_address: true, proved_at: expect.any(String) },
    });
    expect((await listed(browser))[0].last_used_at).toEqual(expect.any(String));
    const short = await signInByPasskey(new Browser(app), device, {}, { only_today: true });
    expect(String(short.headers['set-cookie'])).not.toContain('Max-Age');
    const sessions = (await browser.get('/console/sessions')).data;
    expect(sessions.filter((one: any) => one.passkey_name === passkey.name)).toHaveLength(2);
  });

  it('that was added after a proof of the address opens each account of it', async () => {
    const { browser, address } = await someone();
    const stranger = await app.stranger();
    await aPerson({ api: app.api.as(stranger.key) }, address);
    const device = aDevice();
    await addPasskey(browser, device);
    const other = new Browser(app);
    await signInByPasskey(other, device);
    const { accounts } = await session(other);
    expect(accounts).toHaveLength(2);
    const switched = await other.post('/console/session/account', { account: stranger.accountId });
    expect([switched.status, (await session(other)).account.id]).toEqual([200, stranger.accountId]);
  });

  it('that was added in the session of a link opens its person alone, and neither sees nor ends the others', async () => {
    const bare = await startApp();
    const { id } = await aPerson(bare, 'edsger@example.com');
    const stranger = await bare.stranger();
    await aPerson({ api: bare.api.as(stranger.key) }, 'edsger@example.com');
    const device = aDevice();
    expect((await addPasskey(await byLink(id, bare), device)).status).toBe(201);
    const signedIn = new Browser(bare);
    expect((await signInByPasskey(signedIn, device)).status).toBe(201);
    const { data } = await signedIn.get('/console/session');
    expect(data).toMatchObject({ key: { id }, session: { proves_address: false }, accounts: [] });
    await bare.database.query('update passkeys set api_key_id = null');
    expect((await signedIn.get('/console/passkeys')).data).toEqual([]);
    const [{ id: wide }] = (await bare.database.query('select id from passkeys')) as [{ id: string }];
    expect((await signedIn.delete(`/console/passkeys/${wide}`)).status).toBe(404);
  });

  it('ends with its removal, and its sessions with it', async () => {
    const { browser } = await someone();
    const device = aDevice();
    const { data: passkey } = await addPasskey(browser, device);
    const other = new Browser(app);
    await signInByPasskey(other, device);
    expect((await browser.delete(`/console/passkeys/${passkey.id}`)).status).toBe(204);
    expect((await other.get('/v1/forms')).status).toBe(401);
    expect((await browser.get('/v1/forms')).status).toBe(200);
    expect((await signInByPasskey(new Browser(app), device)).status).toBe(401);
    expect(await events(passkey.id)).toEqual([{ action: 'console add_passkey' }, { action: 'console remove_passkey' }]);
  });

  it('opens nothing once its person is revoked, and is forgotten', async () => {
    const { browser, id, address } = await someone();
    const device = aDevice();
    await addPasskey(browser, device);
    const other = new Browser(app);
    await signInByPasskey(other, device);
    await app.app.get(KeysService).revoke(id);
    expect((await other.get('/v1/forms')).status).toBe(401);
    expect((await signInByPasskey(new Browser(app), device)).error?.message).toMatch(/opens nothing|Nobody with the address/);
    await app.app.get(PasskeysRepository).deleteAbandoned();
    expect(await app.database.query('select from passkeys where address = $1', [address])).toEqual([]);
  });
});

describe('adding and removing', () => {
  it('asks for a fresh proof once there is a way to prove', async () => {
    const { browser } = await someone();
    const { data: passkey } = await addPasskey(browser, aDevice());
    await makeOld(browser);
    const refused = [
      await browser.post('/console/passkeys/options'),
      await browser.post('/console/passkeys', { response: {} }),
      await browser.delete(`/console/passkeys/${passkey.id}`),
    ];
    expect(refused.map(({ status, error }) => [status, error?.code])).toEqual(Array(3).fill([403, 'fresh_proof_required']));
    expect(refused[0]!.error?.details).toEqual({ ways: ['mail', 'passkey'] });
    expect((await browser.call('PATCH', `/console/passkeys/${passkey.id}`, { name: 'Mine' })).status).toBe(200);
  });

  it('is for people only', async () => {
    const browser = new Browser(app);
    await browser.post('/console/session', { secret: await aLinkSecret(app) });
    const answers = [
      await browser.get('/console/passkeys'),
      await browser.post('/console/passkeys/options'),
      await browser.post('/console/proof/mail'),
    ];
    expect(answers.map(({ status, error }) => [status, error?.code])).toEqual(Array(3).fill([403, 'insufficient_scope']));
    expect(answers[0]!.error?.message).toMatch(/people with an address/);
    expect((await new Browser(app).get('/console/passkeys')).status).toBe(401);
  });

  it('ends at ten, also when several requests race', async () => {
    const { browser } = await someone();
    for (let count = 0; count < 8; count++) expect((await addPasskey(browser, aDevice())).status).toBe(201);
    const options = await Promise.all(Array.from({ length: 4 }, () => browser.post('/console/passkeys/options')));
    const added = await Promise.all(
      options.map(({ data }) => browser.post('/console/passkeys', { response: aDevice().create(data.options) })),
    );
    expect(added.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    const refused = await browser.post('/console/passkeys/options');
    expect([refused.status, refused.error]).toMatchObject([
      409,
      { code: 'passkeys_unavailable', message: expect.stringMatching(/10 passkeys/) },
    ]);
  });

  it('reaches the passkeys of the person alone', async () => {
    const [ada, bob] = [await someone(), await someone()];
    const { data: passkey } = await addPasskey(ada.browser, aDevice());
    expect((await bob.browser.delete(`/console/passkeys/${passkey.id}`)).status).toBe(404);
    expect((await bob.browser.call('PATCH', `/console/passkeys/${passkey.id}`, { name: 'Mine' })).status).toBe(404);
    expect((await bob.browser.delete('/console/passkeys/none')).status).toBe(404);
    expect(await listed(bob.browser)).toEqual([]);
    expect(await listed(ada.browser)).toHaveLength(1);
  });

  it('signs in by mail as before', async () => {
    const { browser, address } = await someone();
    await addPasskey(browser, aDevice());
    expect((await session(await signedInByMail(app, receiver, address))).session.opened_by).toBe('mail');
  });
});

describe('the address of the service', () => {
  it.each([
    ['http://forms.example.com', /https/],
    ['https://192.0.2.1', /name/],
  ])('has no passkeys at %s', async (baseUrl, reason) => {
    const there = await startApp({ baseUrl });
    const { id } = await aPerson(there, 'ada@example.com');
    const browser = await byLink(id, there);
    const answers = [
      await browser.post('/console/passkeys/options'),
      await browser.post('/console/sign-in/passkey/options'),
      await browser.post('/console/sign-in/passkey', { response: {} }),
    ];
    expect(answers.map(({ status, error }) => [status, error?.code])).toEqual(Array(3).fill([409, 'passkeys_unavailable']));
    expect(answers[0]!.error?.message).toMatch(reason);
    expect((await browser.get('/console/sign-in')).data).toMatchObject({ passkeys: false, passkeys_reason: expect.stringMatching(reason) });
  });
});
