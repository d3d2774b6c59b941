import { KeysService } from '../../../src/keys/keys.service';
import { expectError } from '../../support/api';
import { allScopesBut, startApp, type TestApp, withAnotherAccount } from '../../support/app';
import { keyIdOf } from '../../support/keys';
import { SmtpReceiver } from '../../support/smtp-receiver';
import { send, type WireAnswer } from '../../support/wire';

const NEW = 'office@example.com';

let smtp: SmtpReceiver;
let started: TestApp;
/** An account of its own for each test, since the mails of an account are limited. */
let app: TestApp;
beforeAll(async () => {
  smtp = await SmtpReceiver.start();
  started = await startApp({ smtpUrl: smtp.url, mailFrom: 'Forms <forms@example.org>' });
});
beforeEach(async () => {
  smtp.mails.length = 0;
  smtp.refuses = () => null;
  app = await withAnotherAccount(started);
});
afterAll(() => started.close());

const ask = (email: string, key?: string) =>
  app.api.post<{ email: string }>('/v1/account/email', { email }, key === undefined ? {} : { key });
const address = async (): Promise<string | null> => (await app.api.get<{ email: string | null }>('/v1/account')).body.data.email;

/** The path of the link in the latest mail. */
function linkIn({ mails } = smtp): string {
  const text = mails.at(-1)!.content.replaceAll('=\r\n', '');
  return /\/account-email\/[\w-]+/.exec(text)![0];
}

/** A link that a mail program opens, and its button. */
const open = (link: string): Promise<WireAnswer> => send('GET', app.api.baseUrl + link, []);
const confirm = (link: string): Promise<WireAnswer> => send('POST', app.api.baseUrl + link, []);

describe('the address of an account', () => {
  it('is set once its reader has confirmed it, and not by opening the link alone', async () => {
    const answer = await ask(` ${NEW} `);
    expect([answer.status, answer.body.data]).toEqual([202, { email: NEW, expires_at: expect.any(String) }]);
    expect(smtp.mails.map(({ to }) => to)).toEqual([[NEW]]);
    const page = await open(linkIn());
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining(NEW) });
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(await address()).toBeNull();
    expect(await confirm(linkIn())).toMatchObject({ status: 200, text: expect.stringContaining('is confirmed') });
    expect(await address()).toBe(NEW);
    expect((await open(linkIn())).text).toContain('is confirmed');
    const { body } = await app.api.get<{ action: string }[]>('/v1/audit-events?limit=1');
    expect(body.data).toMatchObject([{ action: 'accounts set-email', actor: 'key' }]);
    await app.api.delete('/v1/account/email');
    expect(await address()).toBeNull();
  });

  it('is not set by a link that has ended: by its time, by another change, or with the key that asked', async () => {
    await ask(NEW);
    const first = linkIn();
    await ask('other@example.com');
    await confirm(linkIn());
    expect(await confirm(first)).toMatchObject({ status: 410, text: expect.stringContaining('has ended') });

    const key = await app.key();
    await ask(NEW, key);
    await app.app.get(KeysService).revoke(await keyIdOf(app, key));
    expect((await confirm(linkIn())).status).toBe(410);

    await ask(NEW);
    app.clock.forward({ minutes: 61 });
    expect((await open(linkIn())).status).toBe(410);
    expect((await confirm(linkIn())).status).toBe(410);
    expect(await address()).toBe('other@example.com');
  });

  it('is not set by an altered token', async () => {
    await ask(NEW);
    const link = linkIn();
    for (const altered of [
      `${link}A`,
      link.slice(0, -1),
      link.replace(/.{8}$/, 'AAAAAAAA'),
      '/account-email/x',
      `/account-email/${'A'.repeat(6_000)}`,
    ])
      expect((await confirm(altered)).status).toBe(410);
    expect(await address()).toBeNull();
  });
});

describe('a request for another address', () => {
  it('is refused to keys that may not manage keys, read submissions, see all forms or write', async () => {
    expectError(await ask(NEW, await app.key({ scopes: allScopesBut('keys:manage') })), 'insufficient_scope');
    expectError(await ask(NEW, await app.key({ scopes: allScopesBut('submissions:read') })), 'insufficient_scope');
    expectError(await ask(NEW, await app.key({ formIds: [] })), 'insufficient_scope');
    expectError(await ask(NEW, await app.key({ isReadOnly: true })), 'writes_disabled');
    expect(smtp.mails).toEqual([]);
  });

  it.each(['', 'office', 'a@example.com, b@example.com', 'Office <office@example.com>', `${'a'.repeat(300)}@example.com`])(
    'is refused for %j, which is not one address',
    async (email) => {
      const answer = await ask(email);
      expectError(answer, 'validation_failed');
      expect(answer.body.error!.details).toEqual({ email: ['must be one e-mail address'] });
    },
  );

  it('says so without a mail server, and when the server refuses the address or the mail', async () => {
    const sibling = await app.sibling({ smtpUrl: null });
    expect((await sibling.api.get<{ sends_mails: boolean }>('/v1/account')).body.data.sends_mails).toBe(false);
    expectError(await sibling.api.post('/v1/account/email', { email: NEW }), 'mail_not_configured');
    smtp.refuses = () => 550;
    expect((await ask(NEW)).body.error).toMatchObject({ code: 'validation_failed', details: { email: [expect.any(String)] } });
    smtp.refuses = () => null;
    smtp.decides = () => 451;
    const answer = await ask(NEW);
    expectError(answer, 'service_unavailable');
    expect(answer.body.error!.message).toContain('mail server');
    smtp.decides = () => null;
  });

  it('sends five mails a minute at most', async () => {
    const asked = await Promise.all(Array.from({ length: 7 }, () => app.api.post('/v1/account/email', { email: NEW })));
    expect(asked.filter(({ status }) => status === 429)).toHaveLength(2);
  });
});
