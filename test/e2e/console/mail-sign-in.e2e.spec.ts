import { PeriodicTasks } from '../../../src/platform/lifecycle/periodic-tasks';
import type { Instance } from '../../support/app';
import { startApp, type TestApp } from '../../support/app';
import { aPerson, Browser, secretIn, signInMails } from '../../support/browser';
import { SmtpReceiver } from '../../support/smtp-receiver';

let [app, other, receiver] = [] as unknown as [TestApp, Instance, SmtpReceiver];
beforeAll(async () => {
  receiver = await SmtpReceiver.start();
  app = await startApp({ smtpUrl: receiver.url, mailFrom: 'forms@example.com', trustProxy: ['loopback'] });
  other = await app.sibling();
});
afterAll(() => app.close());

let people = 0;
/** The address of somebody who is invited and has not come yet. */
async function someone(rights: object = {}): Promise<string> {
  const address = `lena${++people}@example.com`;
  await aPerson(app, address, rights);
  await mails();
  await app.database.query(`delete from sign_in_mails where purpose = 'invitation'`); // ten an hour is their limit
  return address;
}
const mails = () => signInMails(app, receiver);
/** The secret of the link in the mail that a browser asks for. */
async function linkFor(browser: Browser, address: string, more: object = {}): Promise<string> {
  expect((await browser.post('/console/sign-in', { address, ...more })).status).toBe(202);
  return secretIn((await mails())[0]!);
}
const open = (browser: Browser, secret: string) => browser.post('/console/sign-in/open', { secret });
const type = (browser: Browser, code: string) => browser.post('/console/sign-in/code', { code });
const statusOf = async (browser: Browser) => (await browser.get('/console/session')).status;
/** Lets this much time pass for all mails. */
const age = (interval: string) =>
  app.database.query(`update sign_in_mails set created_at = created_at - $1::interval, expires_at = expires_at - $1::interval`, [interval]);
const DAY_MS = 24 * 3_600_000;

describe('the link of a mail', () => {
  it('signs in the browser that asked for it, for thirty days', async () => {
    const [browser, address] = [new Browser(app), await someone()];
    const answer = await open(browser, await linkFor(browser, address));
    expect([answer.status, answer.data.signed_in]).toEqual([201, true]);
    expect(String(answer.headers['set-cookie'])).toContain(`Max-Age=${30 * 24 * 3_600}`);
    const { data } = await browser.get('/console/session');
    expect(data).toMatchObject({ person: { address }, session: { opened_by: 'mail', proves_address: true, idle_seconds: 7 * 24 * 3_600 } });
    expect(Math.abs(new Date(data.expires_at).getTime() - Date.now() - 30 * DAY_MS)).toBeLessThan(DAY_MS / 10);
    expect((await browser.get('/v1/forms')).status).toBe(200);
    const [key] = (await app.api.get('/v1/keys')).body.data;
    expect([key.person.joined_at, key.last_used_at]).toEqual([expect.any(String), expect.any(String)]);
  });

  it('signs in for twelve hours, and until the browser is closed, where that was asked for', async () => {
    const [browser, address] = [new Browser(app), await someone()];
    const answer = await open(browser, await linkFor(browser, address, { only_today: true }));
    expect(String(answer.headers['set-cookie'])).not.toContain('Max-Age');
    const { data } = await browser.get('/console/session');
    expect(data.session.idle_seconds).toBe(3_600);
    expect(new Date(data.expires_at).getTime() - Date.now()).toBeLessThan(DAY_MS / 2 + 60_000);
  });

  it('signs in once, also when twenty requests to two processes race for it', async () => {
    const [browser, address] = [new Browser(app), await someone()];
    const secret = await linkFor(browser, address);
    const at = [browser, browser.at(other)];
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => open(at[index % 2]!, secret)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 401]));
  });

  it('ends after ten minutes, and with the rights of the person', async () => {
    const [browser, address] = [new Browser(app), await someone()];
    const late = await linkFor(browser, address);
    await age('10 minutes');
    expect((await open(browser, late)).status).toBe(401);
    const secret = await linkFor(browser, address);
    await app.database.query('update api_keys set revoked_at = now() where person_address = $1', [address]);
    expect((await open(browser, secret)).status).toBe(401);
  });

  it('signs in nobody in another browser, as a forwarded mail and a scanner of mails have one, and shows a code there', async () => {
    const [browser, scanner, address] = [new Browser(app), new Browser(other), await someone()];
    const secret = await linkFor(browser, address);
    const shown = await open(scanner, secret);
    expect([shown.status, shown.data]).toEqual([200, { signed_in: false, code: expect.stringMatching(/^\d{6}$/) }]);
    expect(shown.headers['set-cookie']).toBeUndefined();
    expect((await open(scanner, secret)).data).toEqual(shown.data);
    expect(await statusOf(scanner)).toBe(401);
    expect((await open(browser, secret)).status).toBe(201);
    expect((await open(scanner, secret)).status).toBe(401);
  });

  it('of another service, or a changed one, is refused', async () => {
    const [browser, address] = [new Browser(app), await someone()];
    const secret = await linkFor(browser, address);
    const foreign = (await startApp({ smtpUrl: receiver.url, mailFrom: 'forms@example.com' })) as Instance;
    for (const wrong of [`${secret}x`, secret.replace('fcm', 'fcl'), secret.toLowerCase(), 'fcm_'])
      expect((await open(browser, wrong)).status).toBe(401);
    expect((await open(browser.at(foreign), secret)).status).toBe(401);
    expect((await open(browser, secret)).status).toBe(201);
  });
});

describe('the code of a mail', () => {
  it('signs in the browser that asked, once the link was opened elsewhere', async () => {
    const [browser, phone, address] = [new Browser(app), new Browser(app), await someone()];
    const { code } = (await open(phone, await linkFor(browser, address))).data;
    const answer = await type(browser.at(other), `${code.slice(0, 3)} ${code.slice(3)}`);
    expect([answer.status, answer.data.signed_in]).toEqual([201, true]);
    expect((await type(browser, code)).status).toBe(401);
    expect(await statusOf(phone)).toBe(401);
  });

  it('is worth nothing in another browser, or before the link was opened', async () => {
    const [browser, phone, thief, address] = [new Browser(app), new Browser(app), new Browser(app), await someone()];
    const secret = await linkFor(browser, address);
    expect((await type(browser, '000000')).error!.message).toContain('no code');
    const { code } = (await open(phone, secret)).data;
    await thief.post('/console/sign-in', { address: 'nobody@example.com' });
    for (const wrong of [phone, thief]) expect((await type(wrong, code)).status).toBe(401);
    expect((await type(browser, code)).status).toBe(201);
  });

  it('may be tried five times, also by twenty requests to two processes at once', async () => {
    const [browser, phone, address] = [new Browser(app), new Browser(app), await someone()];
    const { code } = (await open(phone, await linkFor(browser, address))).data;
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    expect((await type(browser, wrong)).error!.message).toContain('4 tries');
    const at = [browser, browser.at(other)];
    await Promise.all(Array.from({ length: 20 }, (_, index) => type(at[index % 2]!, wrong)));
    const [{ tries }] = (await app.database.query('select tries from sign_in_mails where address = $1 and purpose = $2', [
      address,
      'sign_in',
    ])) as [{ tries: number }];
    expect(tries).toBe(5);
    expect((await type(browser.at(app), code)).error!.message).toContain('Ask for another mail');
  });
});

describe('a request for a mail', () => {
  it('gets the same answer for every address, and a mail only where somebody has it', async () => {
    const address = await someone();
    const known = await new Browser(app).post('/console/sign-in', { address: ` ${address.toUpperCase()} ` });
    const unknown = await new Browser(app).post('/console/sign-in', { address: 'nobody@example.org' });
    const constant = ({ status, data, headers }: typeof known) => [status, data, Object.keys(headers), headers['content-length']];
    expect(constant(unknown)).toEqual(constant(known));
    expect((await mails()).map(({ to }) => to)).toEqual([[address]]);
  });

  it('is refused for the fourth time within an hour, whether or not somebody has the address', async () => {
    for (const address of [await someone(), 'nobody.either@example.org']) {
      const asked = [];
      for (let time = 1; time <= 4; time += 1) asked.push(await new Browser(time % 2 ? app : other).post('/console/sign-in', { address }));
      expect(asked.map(({ status }) => status)).toEqual([202, 202, 202, 429]);
      expect(Number(asked[3]!.headers['retry-after'])).toBeGreaterThan(3_000);
    }
    await age('1 hour');
    expect((await new Browser(app).post('/console/sign-in', { address: 'nobody.either@example.org' })).status).toBe(202);
  });

  it('is refused for the fourth time also when all come at once to two processes', async () => {
    const [address, browsers] = ['race@example.org', [new Browser(app), new Browser(other)]];
    const asked = await Promise.all(Array.from({ length: 12 }, (_, index) => browsers[index % 2]!.post('/console/sign-in', { address })));
    expect(asked.filter(({ status }) => status === 202)).toHaveLength(3);
  });

  it('is refused to a network that goes through a list of addresses', async () => {
    const browser = new Browser(app);
    const asked = [];
    for (let index = 0; index < 21; index += 1)
      asked.push((await browser.post('/console/sign-in', { address: `a${index}@example.net` })).status);
    expect(asked).toEqual([...Array<number>(20).fill(202), 429]);
    expect((await new Browser(app).post('/console/sign-in', { address: 'a0@example.net' })).status).toBe(202);
  });

  it('names what is wrong with it', async () => {
    const asked = await new Browser(app).post('/console/sign-in', { address: 'lena', only_today: 'yes', further: 1 });
    expect(asked.status).toBe(422);
    expect(Object.keys(asked.error!.details).sort()).toEqual(['address', 'further', 'only_today']);
    expect((await type(new Browser(app), '12345')).error!.details).toEqual({ code: ['must be six digits'] });
  });

  it('is accepted from the page of the console only', async () => {
    const address = await someone();
    const browser = new Browser(app);
    for (const line of [
      ['Sec-Fetch-Site', 'cross-site'],
      ['Referer', `${app.api.baseUrl}/f/x`],
    ] as const) {
      const asked = await browser.call('POST', '/console/sign-in', { address }, [line]);
      expect(asked.status).toBe(401);
    }
    expect(await mails()).toEqual([]);
  });

  it('says so where there is no mail server', async () => {
    const without = await app.sibling({ smtpUrl: null });
    expect((await new Browser(without).post('/console/sign-in', { address: 'lena@example.com' })).error!.code).toBe('mail_not_configured');
    expect((await new Browser(without).get('/console/sign-in')).data).toMatchObject({ mail: false });
  });
});

describe('a mail about signing in', () => {
  it('greets the person, and tells what asked and what to do when it was somebody else', async () => {
    const address = await someone();
    await new Browser(app).post('/console/sign-in', { address });
    const [mail] = await mails();
    expect(mail!.text).toContain(`Hello ${address.split('@')[0]},`);
    for (const part of ['Firefox on Linux', 'within ten minutes', 'do nothing', secretIn(mail!)])
      for (const text of [mail!.text, mail!.html]) expect(text).toContain(part);
  });

  it('is sent again, with the same link, by a process that comes after one which died with it', async () => {
    const [browser, address] = [new Browser(app), await someone()];
    receiver.decides = () => 451;
    await browser.post('/console/sign-in', { address });
    expect(await mails()).toEqual([]);
    receiver.decides = () => null;
    const [{ lookup_id: id, send_at: later }] = (await app.database.query(
      `select lookup_id, send_at from sign_in_mails where address = $1 and purpose = 'sign_in'`,
      [address],
    )) as [any];
    expect(new Date(later).getTime()).toBeGreaterThan(Date.now());
    await app.database.query('update sign_in_mails set send_at = now() where send_at is not null');
    const [mail] = await signInMails(other, receiver);
    expect(secretIn(mail!).slice(4, 16)).toBe(id);
    expect((await open(browser, secretIn(mail!))).status).toBe(201);
  });

  it('leaves no secret in the database', async () => {
    const [browser, phone, address] = [new Browser(app), new Browser(app), await someone()];
    const secret = await linkFor(browser, address);
    const { code } = (await open(phone, secret)).data;
    const rows = JSON.stringify(await app.database.query('select * from sign_in_mails where address = $1', [address]));
    expect(rows).toContain(secret.slice(4, 16));
    expect(rows).not.toContain(secret.slice(16));
    expect(rows).not.toContain(code);
    await type(browser, code);
    const sessions = JSON.stringify(await app.database.query('select * from console_secrets'));
    for (const [, value] of browser.cookie.matchAll(/=(\w+)/g)) expect(sessions).not.toContain(value!);
  });

  it('is forgotten a day after its end', async () => {
    await new Browser(app).post('/console/sign-in', { address: 'forgotten@example.org' });
    const sweep = app.app
      .get(PeriodicTasks)
      .all()
      .find(({ name }) => name === 'sweep of sign-in mails')!;
    const count = async () => (await app.database.query(`select from sign_in_mails where address = 'forgotten@example.org'`)).length;
    await age('23 hours');
    await sweep.runBatch();
    expect(await count()).toBe(1);
    await age('2 hours');
    await sweep.runBatch();
    expect(await count()).toBe(0);
  });
});
