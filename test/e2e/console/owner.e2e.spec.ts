import { startApp, type TestApp, withAnotherAccount } from '../../support/app';
import { Browser, signInMails } from '../../support/browser';
import { aLinkSecret } from '../../support/console';
import { SmtpReceiver } from '../../support/smtp-receiver';

let [shared, receiver] = [] as unknown as [TestApp, SmtpReceiver];
beforeAll(async () => {
  receiver = await SmtpReceiver.start();
  shared = await startApp({ smtpUrl: receiver.url, mailFrom: 'forms@example.com', trustProxy: ['loopback'] });
});
afterAll(() => shared.close());

async function opened(app: TestApp): Promise<Browser> {
  const browser = new Browser(app);
  expect((await browser.post('/console/session', { secret: await aLinkSecret(app) })).status).toBe(201);
  return browser;
}
const session = async (browser: Browser) => (await browser.get('/console/session')).data;
const OWNER = { address: 'Owner@Example.com', name: 'Olga' };

describe('the first link of an account', () => {
  it('asks for the owner once, who is a person with all rights and without an end from then on', async () => {
    const app = await withAnotherAccount(shared);
    const browser = await opened(app);
    expect(await session(browser)).toMatchObject({ asks_owner: true, key: null, person: null });
    expect((await browser.call('PUT', '/console/owner', OWNER)).status).toBe(200);
    expect(await session(browser)).toMatchObject({
      asks_owner: false,
      person: { address: 'owner@example.com', name: 'Olga' },
      session: { opened_by: 'link' },
    });
    const [person] = (await app.api.get('/v1/keys?limit=1')).body.data;
    expect(person).toMatchObject({ kind: 'person', expires_at: null, form_access_mode: 'all', status: 'active' });
    expect(person.scopes).toHaveLength(12);
    const [invitation] = await signInMails(app, receiver);
    expect(invitation!.to).toEqual(['owner@example.com']);
    expect(await session(await opened(app))).toMatchObject({ asks_owner: false, person: null });
  });

  it('takes "later" for an answer', async () => {
    const app = await withAnotherAccount(shared);
    const browser = await opened(app);
    expect((await browser.call('PUT', '/console/owner', { later: true })).status).toBe(200);
    expect(await session(browser)).toMatchObject({ asks_owner: false, person: null });
    expect((await browser.call('PUT', '/console/owner', OWNER)).error!.code).toBe('person_exists');
  });

  it('makes one owner when two answers come at once', async () => {
    const app = await withAnotherAccount(shared);
    const browsers = [await opened(app), await opened(app)];
    const answers = await Promise.all(browsers.map((browser) => browser.call('PUT', '/console/owner', OWNER)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('names what is wrong with an answer', async () => {
    const browser = await opened(await withAnotherAccount(shared));
    const pathsOf = async (body: object) => Object.keys((await browser.call('PUT', '/console/owner', body)).error!.details);
    expect(await pathsOf({})).toEqual(['address', 'name']);
    expect(await pathsOf({ address: 'olga', name: '' })).toEqual(['address', 'name']);
    expect(await pathsOf({ later: true, name: 'Olga' })).toEqual(['name']);
    expect(await pathsOf({ later: false })).toContain('later');
  });
});

it('a session of a key is not asked, and cannot answer', async () => {
  const app = await withAnotherAccount(shared);
  const browser = new Browser(app);
  await browser.post('/console/session', { key: await app.key() });
  expect(await session(browser)).toMatchObject({ asks_owner: false });
  expect((await browser.call('PUT', '/console/owner', OWNER)).status).toBe(403);
});
