import type { BrowserContextOptions, Page, Route } from 'playwright-core';
import { startApp } from '../../support/app';
import { aLinkSecret } from '../../support/console';
import { aField, anEnabledForm, aSubmission, type CreatedForm } from '../../support/forms';
import { waitUntil } from '../../support/wait-until';
import { faultsAt, type Look } from '../support/accessibility';
import { describeInBrowser } from '../support/browser';
import { consoleSession } from './console-page';

describeInBrowser('the session of the console', () => {
  const session = consoleSession(startApp);
  let form: CreatedForm;
  beforeAll(async () => {
    form = await anEnabledForm(session.app.api, { name: 'Contact desk', validate_fields: false });
    await aSubmission(session.app.api, form, { email: 'ada@example.com' });
  });

  async function open(behind: string, options: BrowserContextOptions = {}): Promise<Page> {
    return session.visit(behind, { viewport: { width: 1280, height: 800 }, ...options });
  }
  const openSignedIn = (view: string): Promise<Page> => session.open(view);
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in', exact: true });
  async function signIn(page: Page, key: string): Promise<void> {
    await dialog(page).getByLabel('API key').fill(key);
    await dialog(page).getByRole('button', { name: 'Sign in' }).press('Enter');
  }

  it('begins with a link, which leaves the address and the history', async () => {
    const secret = await aLinkSecret(session.app);
    const page = await open(secret);
    await page.getByText('ada@example.com').first().waitFor();
    expect(page.url()).not.toContain(secret);
    expect(await page.evaluate('history.length')).toBeLessThanOrEqual(2); // the blank page of the test, and this one
    await page.reload();
    await page.getByText('ada@example.com').first().waitFor();
    expect(await page.title()).toBe('(1) Inbox');
    expect(session.complaints).toEqual([]);
  });

  it('asks for a key where a link was used before, and names the command that prints another', async () => {
    const secret = await aLinkSecret(session.app);
    const first = await open(secret);
    await heading(first, 'Inbox').waitFor();
    await session.close();
    const page = await open(secret);
    await dialog(page).getByText('used before').waitFor();
    await dialog(page).getByText('cli -- console').waitFor();
    expect(page.url()).not.toContain(secret);
    await signIn(page, await session.app.key());
    await page.getByText('ada@example.com').first().waitFor();
  });

  it('says that a key is wrong, cannot be left with Escape, and goes on in the view that was asked for', async () => {
    const page = await open('/account');
    await dialog(page).waitFor();
    expect(await dialog(page).getByLabel('API key').getAttribute('type')).toBe('password');
    await signIn(page, 'fck_wrong');
    await dialog(page).getByRole('alert').getByText('not known').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await signIn(page, ` ${await session.app.key()} `);
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'This session' }).waitFor();
    expect(await page.evaluate('document.cookie')).toBe('');
  });

  it('begins with a link that is opened or pasted in the tab that asks for one, in the view that was asked for', async () => {
    const page = await open('/account');
    await dialog(page).waitFor();
    await page.evaluate(`location.hash = '#${await aLinkSecret(session.app)}'`);
    await page.getByRole('heading', { name: 'This session' }).waitFor();
    expect([await dialog(page).count(), page.url()]).toEqual([0, `${session.app.api.baseUrl}/console#/account`]);
    await page.context().clearCookies();
    await page.reload();
    const secret = await aLinkSecret(session.app);
    await signIn(page, `https://elsewhere.example/console#${secret}`);
    await dialog(page).getByRole('alert').getByText('https://elsewhere.example/console').waitFor();
    await signIn(page, `${session.app.api.baseUrl}/console#${secret}\n`);
    await page.getByRole('heading', { name: 'This session' }).waitFor();
    expect(session.complaints.filter((complaint) => !complaint.includes('401'))).toEqual([]);
  });

  it('does not ask again because of a request that was sent before', async () => {
    const page = await openSignedIn('/inbox');
    await heading(page, 'Inbox').waitFor();
    const ofView = /\/v1\/workflow-runs\?.*limit=50/;
    const held: Route[] = [];
    await page.route(ofView, (route) => (held.length === 0 ? void held.push(route) : route.continue()));
    await page.evaluate(`location.hash = '#/attention'`);
    await waitUntil(() => held.length > 0);
    await session.app.database.query('delete from console_secrets');
    await dialog(page).waitFor();
    await signIn(page, await session.app.key());
    await dialog(page).waitFor({ state: 'detached' });
    const repeated = page.waitForRequest(ofView);
    await held[0]!.fulfill({ status: 401 });
    await repeated;
    await page.getByText('Nothing needs attention.').waitFor();
    expect(await dialog(page).count()).toBe(0);
  });

  it('asks the service nothing more once it has ended, and goes on when somebody has signed in', async () => {
    const page = await openSignedIn('/inbox');
    await page.clock.install();
    await page.reload();
    await page.getByText('ada@example.com').first().waitFor();
    await session.app.database.query('delete from console_secrets');
    await page.clock.runFor(2600); // the list asks, and the numbers not yet
    await dialog(page).getByText('Your session has ended: its key was revoked').waitFor();
    await dialog(page).getByText('What you typed is kept.').waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.clock.runFor(60_000);
    await page.evaluate(`fetch('/healthz').then(() => undefined)`);
    expect(asked).toEqual(['/healthz']);
    await signIn(page, await session.app.key());
    await dialog(page).waitFor({ state: 'detached' });
    await page.clock.runFor(10_000);
    await waitUntil(() => new Set(asked.filter((path) => path.startsWith('/v1/'))).size >= 2);
  });

  it('fits a phone while it asks, with nothing that axe finds', async () => {
    const page = await open('/inbox');
    await dialog(page).waitFor();
    const looks: Look[] = [
      [320, 'light'],
      [320, 'dark'],
    ];
    expect(await faultsAt(page, looks)).toEqual([]);
  });

  it('keeps what was typed when it has ended meanwhile, and does afterwards what was asked for', async () => {
    const page = await openSignedIn('/account');
    await page.getByLabel('Value').fill('ada@example.com');
    // At the moment of this request, so that no other one of the page is the first that is refused.
    const endSession = async (route: Route): Promise<void> => {
      await session.app.database.query('delete from console_secrets');
      await route.continue();
    };
    await page.route('**/v1/erasures', endSession, { times: 1 });
    await page.getByRole('button', { name: 'Erase' }).click();
    await dialog(page).waitFor();
    await signIn(page, await session.app.key());
    await dialog(page).waitFor({ state: 'detached' });
    await page.locator('.reports').getByText('Dry run').waitFor();
    expect(await page.getByLabel('Value').inputValue()).toBe('ada@example.com');
  });

  it('ends with Sign out, for the browser and for the service', async () => {
    const page = await openSignedIn('/forms');
    await heading(page, 'Forms').waitFor();
    const [cookie] = await page.context().cookies();
    await page.getByRole('navigation').getByRole('button', { name: 'Sign out' }).click();
    await dialog(page).waitFor();
    expect(await page.context().cookies()).toEqual([]);
    await page.context().addCookies([cookie!]);
    await page.reload();
    await dialog(page).waitFor();
  });

  it('leads to each view, and marks the present one', async () => {
    const page = await openSignedIn('/inbox');
    const navigation = page.getByRole('navigation');
    for (const name of ['Needs attention', 'Forms', 'Quarantine', 'Trash', 'Account', 'Inbox']) {
      await navigation.getByRole('link', { name }).press('Enter');
      await heading(page, name).waitFor();
      expect(await navigation.locator('[aria-current=page]').innerText()).toContain(name);
      expect(await page.getByRole('main').count()).toBe(1);
    }
    expect(await navigation.getByRole('link', { name: 'Inbox 1 unread' }).count()).toBe(1);
    expect(await page.getByRole('link', { name: 'Forms', exact: true }).count()).toBe(1);
  });

  it('leads to the inbox by the brand, and names the account and the key', async () => {
    const account = (
      await session.app.database.query<{ name: string }>('select name from accounts where id = $1', [session.app.accountId])
    )[0]!.name;
    const page = await open('/account');
    await signIn(page, await session.app.key({ name: 'Lena' }));
    await page.getByRole('banner').getByText(`${account} · Lena`).waitFor();
    await page.locator('.brand').press('Enter');
    await heading(page, 'Inbox').waitFor();
  });

  it('that may only read shows no button that changes anything, and marks nothing as read', async () => {
    const page = await open('/inbox');
    await signIn(page, await session.app.key({ name: 'Reader', isReadOnly: true }));
    await page.getByRole('banner').getByText('only reads').waitFor();
    await page.getByText('ada@example.com').first().waitFor();
    const buttons = async () => (await page.locator('main').getByRole('button').allInnerTexts()).map((text) => text.trim());
    expect([await buttons(), await page.getByRole('checkbox').count()]).toEqual([['Export'], 0]);
    await page.getByText('ada@example.com').first().click();
    await page.getByRole('heading', { name: 'Details' }).waitFor();
    expect((await buttons()).filter((text) => !/^(Older|Newer|Copy as JSON)$/.test(text))).toEqual([]);
    for (const [view, title] of [
      ['/forms', 'Forms'],
      [`/forms/${form.id}`, 'Contact desk'],
      ['/account', 'Account'],
      ['/quarantine', 'Quarantine'],
      [`/forms/${form.id}/workflow`, 'Workflow'],
    ] as const) {
      await page.evaluate(`location.hash = '#${view}'`);
      await heading(page, title).waitFor();
      await page
        .getByRole('link', { name: 'live page' })
        .or(page.getByText('Contact desk').first())
        .or(page.getByText('This session'))
        .or(page.getByText('Nothing is held'))
        .or(page.locator('.steps'))
        .first()
        .waitFor();
      expect([view, (await buttons()).filter((text) => !/^(Copy|Sign out|Try other settings|Versions|JSON)$/.test(text))]).toEqual([
        view,
        [],
      ]);
      expect(await page.locator('main :is(input, select, textarea):enabled').count()).toBe(0);
    }
    const { body } = await session.app.api.get<{ read_at: string | null }[]>(`/v1/forms/${form.id}/submissions`);
    expect(body.data.map(({ read_at: at }) => at)).toEqual(body.data.map(() => null));
    expect(session.complaints.filter((complaint) => !complaint.includes('401'))).toEqual([]);
  });

  it.each<[string[], string[], Record<string, string[] | 'refused'>]>([
    [
      ['submissions:read'],
      ['Inbox', 'Quarantine', 'Trash', 'Account'],
      { '/inbox': ['Export'], '/forms': 'refused', '/account/keys': 'refused' },
    ],
    [
      ['forms:read', 'submissions:update'],
      ['Forms', 'Account'],
      { '/inbox': 'refused', '/forms': [], FORM: [], 'FORM/workflow': 'refused' },
    ],
    [['workflows:read'], ['Needs attention', 'Account'], { '/attention': [], 'FORM/workflow': ['Versions', 'JSON'], FORM: 'refused' }],
    [['workflows:read', 'workflows:test'], ['Needs attention', 'Account'], { 'FORM/workflow': ['Versions', 'Test', 'JSON'] }],
  ])('of a key with %j shows what it may see, and what it may press', async (scopes, places, views) => {
    const page = await open('/account');
    await signIn(page, await session.app.key({ scopes: scopes as never }));
    await page.getByRole('heading', { name: 'This session' }).waitFor();
    const links = await page.getByRole('navigation').getByRole('link').allInnerTexts();
    expect(links.map((text) => text.split('\n')[0]!.trim())).toEqual(places);
    for (const [view, expected] of Object.entries(views)) {
      await page.evaluate(`location.hash = '${view.replace('FORM', `/forms/${form.id}`)}'`);
      await page
        .getByText(expected === 'refused' ? 'This session may not see this' : READY[view]!)
        .first()
        .waitFor();
      const shown = await page.locator('main').getByRole('button').allInnerTexts();
      expect([view, shown.map((text) => text.trim()).filter((text) => text !== 'Sign out')]).toEqual([
        view,
        expected === 'refused' ? [] : expected,
      ]);
    }
  });
  const READY: Record<string, string> = {
    ...{ '/inbox': 'ada@example.com', '/forms': 'Contact desk', '/attention': 'Nothing needs attention' },
    ...{ FORM: 'live page', 'FORM/workflow': 'Steps' },
  };

  it('of a key that only reads submissions shows names of forms and labels of fields in list, table and submission', async () => {
    const booking = await anEnabledForm(session.app.api, { name: 'Boat trips', validate_fields: false });
    await aField(session.app.api, booking, { name: 'f_17', label: 'Number of guests', type: 'string' });
    await aField(session.app.api, booking, { name: 'f_18', label: 'Bringing a dog', type: 'boolean' });
    await aSubmission(session.app.api, booking, { f_18: true, f_17: '12' });
    const page = await open('/inbox');
    await signIn(page, await session.app.key({ scopes: ['submissions:read'], formIds: [booking.id] }));
    const row = page.getByRole('listitem').filter({ hasText: 'Bringing a dog: yes' });
    expect(await row.innerText()).toMatch(/Boat trips\s+12 Bringing a dog: yes/);
    await row.getByRole('link').click();
    await page.getByText('Number of guests').waitFor();
    await page.getByText('Boat trips · ').waitFor();
    await page.evaluate(`location.hash = '/inbox?view=table&form=${booking.id}'`);
    await page.getByRole('columnheader', { name: 'Number of guests' }).waitFor();
  });

  it('shows its keys by ?, and says that an address does not exist', async () => {
    const page = await openSignedIn('/nowhere/at-all');
    await heading(page, 'No such page').waitFor();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    expect(await keys.locator('dt').allInnerTexts()).toEqual(['j', 'k', '/', 'z', '?', 'Esc']);
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
  });

  it('says that the service is away, and goes on by itself when it is back', async () => {
    const page = await openSignedIn('/inbox');
    await page.getByText('ada@example.com').first().waitFor();
    await page.context().setOffline(true);
    const away = page.getByText('The service does not answer.');
    await away.waitFor({ timeout: 60_000 });
    await page.evaluate("location.hash = '#/account/keys'"); // whose script is not there yet
    await heading(page, 'Not loaded').waitFor();
    await aSubmission(session.app.api, form, { email: 'back@example.com' });
    await page.context().setOffline(false);
    await away.waitFor({ state: 'detached', timeout: 60_000 });
    await heading(page, 'Keys').waitFor({ timeout: 60_000 });
    await page.goBack();
    await page.getByText('back@example.com').first().waitFor({ timeout: 60_000 });
  });
});
