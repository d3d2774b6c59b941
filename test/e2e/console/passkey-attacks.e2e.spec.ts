import { randomBytes } from 'node:crypto';
import { challengeOf, NONCE_BYTES } from '../../../src/console/passkeys/challenge.rules';
import { SecretKeys } from '../../../src/platform/crypto/secret-keys';
import { type Instance, startApp, type TestApp } from '../../support/app';
import { type Deviations, SoftAuthenticator } from '../../support/authenticator';
import { aPerson, Browser } from '../../support/browser';
import { captureLog } from '../../support/captured-log';
import { addPasskey, aSignedInPerson, ORIGIN, proveByPasskey, signInByPasskey } from '../../support/passkeys';
import { SmtpReceiver } from '../../support/smtp-receiver';
import { send } from '../../support/wire';

let [app, other, receiver] = [] as unknown as [TestApp, Instance, SmtpReceiver];
beforeAll(async () => {
  receiver = await SmtpReceiver.start();
  app = await startApp({ smtpUrl: receiver.url, mailFrom: 'forms@example.com', trustProxy: ['loopback'] });
  other = await app.sibling();
});
afterAll(() => app.close());

/** Somebody with a passkey on a device. */
async function someone(device = new SoftAuthenticator(ORIGIN)) {
  const person = await aSignedInPerson(app, receiver);
  const { data } = await addPasskey(person.browser, device);
  return { ...person, device, passkey: data as { id: string } };
}
const optionsOf = async (browser: Browser, path: string) => (await browser.post(`${path}/options`)).data.options;
const lastUse = async (id: string) => (await app.database.query('select last_used_at from passkeys where id = $1', [id]))[0];

const WRONG: [string, Deviations][] = [
  ['another origin', { origin: 'http://localhost:3001' }],
  ['a look-alike', { origin: 'https://localhost.example.com' }],
  ['another host', { rpId: 'example.com' }],
  ['a frame of another site', { crossOrigin: true }],
  ['a device that has not seen who is there', { isUserVerified: false }],
  ['a challenge of its own', { challenge: randomBytes(54).toString('base64url') }],
];

describe('signing in is refused', () => {
  it.each([...WRONG, ['another user', { userHandle: 'AAAA' }] as const])('to %s', async (_, wrong) => {
    const { device, passkey } = await someone();
    const answer = await signInByPasskey(new Browser(app), device, wrong);
    expect([answer.status, answer.headers['set-cookie']]).toEqual([401, undefined]);
    expect(await lastUse(passkey.id)).toMatchObject({ last_used_at: null });
  });

  it('to the signature of another passkey', async () => {
    const [ada, bob] = [await someone(), await someone()];
    const browser = new Browser(app);
    const options = await optionsOf(browser, '/console/sign-in/passkey');
    const [his, hers] = [bob.device.get(options), ada.device.get(options)];
    const response = { ...his, id: hers.id, rawId: hers.rawId, response: { ...his.response, userHandle: hers.response.userHandle } };
    expect((await browser.post('/console/sign-in/passkey', { response })).status).toBe(401);
  });

  it.each([
    {},
    { id: 1 },
    { id: 'x', response: { clientDataJSON: 'e30' } },
    { response: { clientDataJSON: '!' } },
    { id: 'x', response: [] },
  ])('to %j', async (response) => {
    expect((await new Browser(app).post('/console/sign-in/passkey', { response })).status).toBe(401);
  });

  it('to a body of another form, before anything is looked up', async () => {
    const bodies = [{}, { response: 'x' }, { response: [] }, { response: {}, only_today: 'yes' }];
    const answers = await Promise.all(bodies.map((body) => new Browser(app).post('/console/sign-in/passkey', body)));
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
  });

  it('to a response that was sent before, also when twenty requests to two processes race', async () => {
    const { device } = await someone();
    const browser = new Browser(app);
    const response = device.get(await optionsOf(browser, '/console/sign-in/passkey'));
    const at = [browser, browser.at(other)];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => at[index % 2]!.post('/console/sign-in/passkey', { response })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(401)]);
  });

  it('to a challenge that has ended, and not to one of another process', async () => {
    const { device } = await someone();
    const browser = new Browser(app);
    const options = await optionsOf(browser, '/console/sign-in/passkey');
    const key = app.app.get(SecretKeys).derive('passkey challenges')[0]!.key;
    const challengeAt = (endsAt: Date) =>
      challengeOf(key, { purpose: 'sign_in', sessionId: null }, { endsAt, nonce: randomBytes(NONCE_BYTES) });
    const ended = device.get({ ...options, challenge: challengeAt(new Date(Date.now() - 2_000)) });
    expect((await browser.post('/console/sign-in/passkey', { response: ended })).status).toBe(401);
    const response = device.get(options);
    expect((await browser.at(other).post('/console/sign-in/passkey', { response })).status).toBe(201);
  });

  it('to a challenge for something else', async () => {
    const { device, browser } = await someone();
    const paths = ['/console/passkeys', '/console/proof/passkey'];
    for (const path of paths) {
      const response = device.get(await optionsOf(browser, path));
      expect((await browser.post('/console/sign-in/passkey', { response })).status).toBe(401);
    }
    const signIn = await optionsOf(browser, '/console/sign-in/passkey');
    expect((await browser.post('/console/proof', { response: device.get(signIn) })).status).toBe(422);
  });

  it('to pages of other origins, and of forms', async () => {
    const call = (...headers: [string, string][]) =>
      send('POST', `${app.api.baseUrl}/console/sign-in/passkey/options`, [['Content-Type', 'application/json'], ...headers], '{}');
    const answers = [
      await call(['Sec-Fetch-Site', 'cross-site']),
      await call(['Sec-Fetch-Site', 'same-site']),
      await call(['Sec-Fetch-Site', 'same-origin'], ['Referer', `${ORIGIN}/f/1`]),
      await call(),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });

  it('after twenty failures from one network', async () => {
    const browser = new Browser(app);
    const answers = await Promise.all(Array.from({ length: 22 }, () => browser.post('/console/sign-in/passkey', { response: {} })));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  });
});

describe('a copy of a passkey', () => {
  it('is refused, logged and in the audit trail, also after its use', async () => {
    const { log, lines } = captureLog();
    const watched = await startApp({ smtpUrl: receiver.url, mailFrom: 'forms@example.com' }, log);
    const { browser } = await aSignedInPerson(watched, receiver);
    const device = new SoftAuthenticator(ORIGIN);
    const { data: passkey } = await addPasskey(browser, device);
    expect((await signInByPasskey(new Browser(watched), device, { counter: 7 })).status).toBe(201);
    for (const counter of [7, 6, 0]) {
      const refused = await signInByPasskey(new Browser(watched), device, { counter });
      expect([refused.status, refused.error?.message]).toEqual([401, expect.stringMatching(/copy/)]);
    }
    const [{ counter }] = (await watched.database.query('select counter from passkeys')) as [{ counter: string }];
    expect(counter).toBe('7');
    const told = `select actor from audit_events where resource_id = $1 and action = 'console refuse_passkey'`;
    expect(await watched.database.query(told, [passkey.id])).toEqual(Array(3).fill({ actor: 'console' }));
    expect(lines.filter((line) => line.includes(passkey.id) && line.includes('there is a copy'))).toHaveLength(3);
    expect((await signInByPasskey(new Browser(watched), device, { counter: 8 })).status).toBe(201);
  });

  it('cannot be told where the device does not count', async () => {
    const { device } = await someone(new SoftAuthenticator(ORIGIN, false));
    expect((await signInByPasskey(new Browser(app), device)).status).toBe(201);
    expect((await signInByPasskey(new Browser(app), device)).status).toBe(201);
  });
});

describe('adding is refused', () => {
  it.each(WRONG)('to %s', async (_, wrong) => {
    const { browser } = await aSignedInPerson(app, receiver);
    const answer = await addPasskey(browser, new SoftAuthenticator(ORIGIN), wrong);
    expect([answer.status, answer.error?.details]).toEqual([422, { response: [expect.stringMatching(/no new passkey/)] }]);
  });

  it('in another session than that which asked', async () => {
    const [ada, bob] = [await aSignedInPerson(app, receiver), await aSignedInPerson(app, receiver)];
    const response = new SoftAuthenticator(ORIGIN).create(await optionsOf(ada.browser, '/console/passkeys'));
    expect((await bob.browser.post('/console/passkeys', { response })).status).toBe(422);
    expect((await ada.browser.post('/console/passkeys', { response })).status).toBe(201);
    expect((await ada.browser.post('/console/passkeys', { response })).status).toBe(422);
  });

  it('of a credential that somebody has', async () => {
    const [ada, bob] = [await aSignedInPerson(app, receiver), await aSignedInPerson(app, receiver)];
    const id = randomBytes(16);
    const add = async (browser: Browser) => {
      const response = new SoftAuthenticator(ORIGIN).create(await optionsOf(browser, '/console/passkeys'), {}, id);
      return (await browser.post('/console/passkeys', { response })).status;
    };
    expect([await add(ada.browser), await add(bob.browser)]).toEqual([201, 422]);
  });
});

it('the passkey of somebody else proves nothing', async () => {
  const [ada, bob] = [await someone(), await someone()];
  await aPerson({ api: ada.account.api }, bob.address);
  const options = await optionsOf(ada.browser, '/console/proof/passkey');
  expect(options.allowCredentials).toHaveLength(1);
  const response = bob.device.get({ ...options, allowCredentials: [] });
  expect((await ada.browser.post('/console/proof', { response })).status).toBe(422);
  expect((await proveByPasskey(ada.browser, ada.device)).status).toBe(200);
});
