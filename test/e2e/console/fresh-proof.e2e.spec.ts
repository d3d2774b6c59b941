import { randomUUID } from 'node:crypto';
import { ConsoleLinksService } from '../../../src/console/console-links.service';
import { startApp, type TestApp } from '../../support/app';
import { SoftAuthenticator } from '../../support/authenticator';
import { aPerson, Browser, signInMails } from '../../support/browser';
import { aLinkSecret } from '../../support/console';
import { aForm, anEnabledForm, aSubmission } from '../../support/forms';
import { keyIdOf } from '../../support/keys';
import { addPasskey, aSignedInPerson, ORIGIN, proveByPasskey } from '../../support/passkeys';
import { SmtpReceiver } from '../../support/smtp-receiver';
import type { HeaderLine } from '../../support/wire';

let [app, receiver] = [] as unknown as [TestApp, SmtpReceiver];
beforeAll(async () => {
  receiver = await SmtpReceiver.start();
  app = await startApp({ smtpUrl: receiver.url, mailFrom: 'forms@example.com', trustProxy: ['loopback'] });
});
afterAll(() => app.close());

type Person = Awaited<ReturnType<typeof aSignedInPerson>>;
const someone = () => aSignedInPerson(app, receiver);
/** Lets this much time pass since the last proof in a session. */
async function age(browser: Browser, minutes = 16, at = app): Promise<void> {
  const { session } = (await browser.get('/console/session')).data;
  await at.database.query(`update console_secrets set proved_at = proved_at - make_interval(mins => $2) where id = $1`, [
    session.id,
    minutes,
  ]);
}
const NEW_KEY = { name: 'Sheet', scopes: ['forms:read'] };
const create = (browser: Browser) => browser.post('/v1/keys', NEW_KEY);
const statusOf = async (browser: Browser) => (await create(browser)).status;
const codeIn = async (): Promise<string> => /\b\d{6}\b/.exec((await signInMails(app, receiver))[0]!.text)![0];
async function askForCode(browser: Browser): Promise<string> {
  expect((await browser.post('/console/proof/mail')).status).toBe(202);
  return codeIn();
}
const wrong = (code: string): string => (code === '000000' ? '000001' : '000000');

/** The requests that ask for a fresh proof: method, path and body for a person of an account. */
const DANGEROUS: [string, (person: Person) => Promise<[string, string, object?, HeaderLine[]?]>][] = [
  ['deleting a form', async ({ account }) => formCall((await aForm(account.api)).id)],
  ['an erasure', async () => ['POST', '/v1/erasures', { value: 'ada@example.com', dry_run: true }]],
  ['a new key', async () => ['POST', '/v1/keys', NEW_KEY]],
  [
    'an invitation',
    async () => ['POST', '/v1/keys', { kind: 'person', person: { address: 'bob@example.com', name: 'Bob' }, scopes: ['forms:read'] }],
  ],
  ['a change of a key', async (person) => ['PATCH', await aKey(person), { name: 'Other' }, [['If-Match', '*']]]],
  ['a rotation', async (person) => ['POST', `${await aKey(person)}/rotate`, {}]],
  ['a revocation', async (person) => ['DELETE', await aKey(person)]],
  ['a sign-in link', async (person) => ['POST', `${await aKey(person)}/sign-in-links`, {}]],
  [
    'deleting many submissions for good',
    async ({ account }) => [
      'POST',
      `/v1/forms/${(await aForm(account.api)).id}/submissions/batch`,
      { action: 'delete', permanently: true, ids: [NONE] },
    ],
  ],
  ['deleting all submissions for good', async () => ['POST', '/v1/submission-jobs', { action: 'delete', permanently: true, filters: {} }]],
  [
    'deleting a submission for good',
    async ({ account }) => ['DELETE', `/v1/forms/${(await aForm(account.api)).id}/submissions/${NONE}?permanently=true`],
  ],
];
const NONE = '019aa2c4-6a10-7b3c-8d4e-0a1b2c3d4e5f';
const formCall = (id: string): [string, string, undefined, HeaderLine[]] => ['DELETE', `/v1/forms/${id}`, undefined, [['If-Match', '*']]];
const aKey = async ({ account }: Person) => `/v1/keys/${await keyIdOf(app, await account.key({ scopes: ['forms:read'] }))}`;

describe('after fifteen minutes', () => {
  it.each(DANGEROUS)('%s asks for a fresh proof', async (_, callFor) => {
    const person = await someone();
    const { browser } = person;
    const [method, path, body, headers] = await callFor(person);
    await age(browser);
    const refused = await browser.call(method, path, body, headers);
    expect([refused.status, refused.error]).toMatchObject([403, { code: 'fresh_proof_required', details: { ways: ['mail'] } }]);
    expect((await browser.post('/console/proof', { code: await askForCode(browser) })).status).toBe(200);
    expect((await browser.call(method, path, body, headers)).error?.code).not.toBe('fresh_proof_required');
  });

  it('everything else goes on', async () => {
    const { browser, account } = await someone();
    await age(browser, 10_000);
    const form = await aForm(account.api);
    const answers = [
      await browser.get('/v1/keys'),
      await browser.post('/v1/forms', { name: 'Contact', validate_fields: true, notifications_enabled: false }),
      await browser.post(`/v1/forms/${form.id}/submissions/batch`, { action: 'read', ids: [NONE] }),
      await browser.post('/v1/submission-jobs', { action: 'read', filters: {} }),
      await browser.call('DELETE', `/v1/forms/${form.id}/submissions/${NONE}`),
      await browser.post(`/v1/forms/${form.id}/submissions/batch`, { action: 'delete', ids: [NONE] }),
      await browser.post('/v1/submission-jobs', { action: 'delete', filters: {} }),
    ];
    expect(answers.map(({ error }) => error?.code)).not.toContain('fresh_proof_required');
  });

  it('moving submissions to the trash asks only where the plan has none', async () => {
    const { browser, account } = await someone();
    await age(browser);
    const form = await anEnabledForm(account.api);
    const id = await aSubmission(account.api, form);
    const trash = () => browser.call('DELETE', `/v1/forms/${form.id}/submissions/${id}`);
    await app.database.query('update plans set trash_days = 0');
    expect((await trash()).error?.code).toBe('fresh_proof_required');
    expect((await browser.post('/v1/submission-jobs', { action: 'delete', filters: {} })).error?.code).toBe('fresh_proof_required');
    await app.database.query('update plans set trash_days = 30');
    expect((await trash()).status).toBe(200);
  });

  it('and not before', async () => {
    const { browser } = await someone();
    await age(browser, 14);
    expect(await statusOf(browser)).toBe(201);
    await age(browser, 2);
    expect(await statusOf(browser)).toBe(403);
  });

  it('a scope that is missing is told first, and the existence of a resource is not told', async () => {
    const { browser } = await aSignedInPerson(app, receiver, { scopes: ['forms:read', 'forms:delete'] });
    await age(browser);
    expect((await create(browser)).error?.code).toBe('insufficient_scope');
    expect((await browser.call('DELETE', `/v1/forms/${NONE}`, undefined, [['If-Match', '*']])).error?.code).toBe('fresh_proof_required');
  });

  it('a repeated request with its idempotency key asks as well', async () => {
    const { browser } = await someone();
    const repeat = () => browser.call('POST', '/v1/keys', NEW_KEY, [['Idempotency-Key', 'again']]);
    expect((await repeat()).status).toBe(201);
    await age(browser);
    expect((await repeat()).error?.code).toBe('fresh_proof_required');
  });
});

describe('the ways', () => {
  it('are a mail, and a passkey for who has one', async () => {
    const { browser } = await someone();
    const device = new SoftAuthenticator(ORIGIN);
    await addPasskey(browser, device);
    await age(browser);
    expect((await create(browser)).error?.details).toEqual({ ways: ['mail', 'passkey'] });
    const proved = await proveByPasskey(browser, device);
    expect([proved.status, proved.data]).toEqual([200, { proved_at: expect.any(String) }]);
    expect(await statusOf(browser)).toBe(201);
  });

  it('are none without a mail server and a passkey, so that nothing is asked', async () => {
    const bare = await startApp();
    const { id } = await aPerson(bare, 'ada@example.com');
    const { url } = await bare.app.get(ConsoleLinksService).createFor({ id, accountId: bare.accountId }, 600);
    const browser = new Browser(bare);
    await browser.post('/console/session', { secret: new URL(url).hash.slice(1) });
    expect(await statusOf(browser)).toBe(201);
    const device = new SoftAuthenticator(ORIGIN);
    await addPasskey(browser, device);
    expect((await create(browser)).error?.details).toEqual({ ways: ['passkey'] });
    expect((await browser.post('/console/proof/mail')).error?.code).toBe('mail_not_configured');
    expect((await proveByPasskey(browser, device)).status).toBe(200);
    expect(await statusOf(browser)).toBe(201);
    await bare.database.query(`update passkeys set host = 'elsewhere.example.com'`);
    await age(browser, 16, bare);
    expect(await statusOf(browser)).toBe(201); // browsers offer no passkey of a host that the service had before
  });

  it('are not asked of programs, nor of the sessions of keys and links', async () => {
    const key = await app.key();
    const [byKey, byLink] = [new Browser(app), new Browser(app)];
    await byKey.post('/console/session', { key });
    await byLink.post('/console/session', { secret: await aLinkSecret(app) });
    await app.database.query(`update console_secrets set created_at = created_at - interval '1 hour'`);
    expect([await statusOf(byKey), await statusOf(byLink)]).toEqual([201, 201]);
    expect((await app.api.as(key).post('/v1/keys', NEW_KEY)).status).toBe(201);
  });
});

describe('the code of a mail', () => {
  it('counts once, with or without spaces', async () => {
    const { browser } = await someone();
    await age(browser);
    const code = await askForCode(browser);
    expect((await browser.post('/console/proof', { code: `${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(200);
    expect((await browser.post('/console/proof', { code })).status).toBe(422);
    expect(await statusOf(browser)).toBe(201);
  });

  it('has five tries', async () => {
    const { browser } = await someone();
    await age(browser);
    const code = await askForCode(browser);
    const told = [];
    for (let tried = 0; tried < 5; tried++) {
      const { status, error } = await browser.post('/console/proof', { code: wrong(code) });
      told.push([status, error!.details.code[0]]);
    }
    expect(told[0]).toEqual([422, expect.stringContaining('4 tries')]);
    expect(told[3]).toEqual([422, expect.stringContaining('One try')]);
    expect((await browser.post('/console/proof', { code })).status).toBe(422);
    expect(await statusOf(browser)).toBe(403);
  });

  it('has five tries for all requests that race', async () => {
    const { browser } = await someone();
    await age(browser);
    const code = await askForCode(browser);
    await Promise.all(Array.from({ length: 12 }, () => browser.post('/console/proof', { code: wrong(code) })));
    expect((await browser.post('/console/proof', { code })).status).toBe(422);
  });

  it('counts in the session that asked alone', async () => {
    const [ada, bob] = [await someone(), await someone()];
    await age(ada.browser);
    await age(bob.browser);
    const code = await askForCode(ada.browser);
    expect((await bob.browser.post('/console/proof', { code })).status).toBe(422);
    expect(await statusOf(bob.browser)).toBe(403);
    expect((await ada.browser.post('/console/proof', { code })).status).toBe(200);
  });

  it('ends after ten minutes, and with the next mail', async () => {
    const { browser } = await someone();
    await age(browser);
    const first = await askForCode(browser);
    const second = await askForCode(browser);
    if (first !== second) expect((await browser.post('/console/proof', { code: first })).status).toBe(422);
    await app.database.query(`update sign_in_mails set expires_at = expires_at - interval '10 minutes' where purpose = 'proof'`);
    expect((await browser.post('/console/proof', { code: second })).status).toBe(422);
  });

  it('is sent a few times an hour', async () => {
    const { browser } = await someone();
    const answers = [];
    for (let asked = 0; asked < 7; asked++) answers.push(await browser.post('/console/proof/mail'));
    expect(answers.map(({ status }) => status)).toContain(429);
    expect(answers.at(-1)!.headers['retry-after']).toMatch(/^\d+$/);
    await signInMails(app, receiver);
  });
});

it.each([{}, { code: '12345' }, { code: '123456', response: {} }, { response: 'x' }, { code: randomUUID() }])(
  '%j is no proof',
  async (body) => {
    const { browser } = await someone();
    expect((await browser.post('/console/proof', body)).status).toBe(422);
  },
);
