import type { Browser, CDPSession, Locator, Page } from 'playwright-core';
import { shareApp, type TestApp } from '../../support/app';
import { describeInBrowser, openPage, startBrowser, type WatchedPage } from '../support/browser';

describeInBrowser('Swagger UI', () => {
  let app: TestApp;
  let browser: Browser;
  let opened: WatchedPage;
  beforeAll(async () => {
    [app, browser] = await Promise.all([shareApp(), startBrowser()]);
  });
  beforeEach(async () => (opened = await openPage(browser)));
  afterEach(() => opened.close());
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  async function openOperation(page: Page, name: string): Promise<Locator> {
    const operation = page.locator(`[id$=-${name}]`);
    await operation.locator('.opblock-summary-control').click();
    await operation.locator('.try-out__btn').waitFor();
    return operation;
  }

  it('is titled with the name of the product alone', async () => {
    const { page } = opened;
    await page.goto(`${app.api.baseUrl}/docs`);
    await page.getByRole('heading', { name: 'Form collection service' }).waitFor();
    expect(await page.locator('.topbar').count()).toBe(0);
    expect(opened.complaints).toEqual([]);
  });

  it('sends a new idempotency key with each Execute, unless the visitor has entered one', async () => {
    const { page } = opened;
    await page.goto(`${app.api.baseUrl}/docs`);
    await page.locator('.btn.authorize').click();
    await page
      .locator('.auth-container input')
      .first()
      .fill(await app.key());
    await page.locator('.auth-btn-wrapper .authorize').first().click();
    await page.locator('.btn-done').first().click();
    const operation = await openOperation(page, 'createForm');
    await operation.locator('.try-out__btn').click();
    const key = operation.locator('[data-param-name="Idempotency-Key"] input');
    const body = operation.locator('.body-param__text');

    const execute = async (name: string): Promise<[status: number, isSentKey: boolean, key: string]> => {
      await body.fill(JSON.stringify({ name, validate_fields: true, notifications_enabled: false }));
      const answered = page.waitForResponse((response) => response.url().endsWith('/v1/forms'));
      await operation.locator('.execute').click();
      const answer = await answered;
      const sent = (await answer.request().headerValue('Idempotency-Key'))!;
      return [answer.status(), sent === (await key.inputValue()), sent];
    };
    const [first, second] = [await execute('One'), await execute('Two')];
    expect([first.slice(0, 2), second.slice(0, 2)]).toEqual(Array(2).fill([201, true]));
    expect(first[2]).not.toBe(second[2]);
    await key.fill('of-the-visitor');
    expect(await execute('Three')).toEqual([201, true, 'of-the-visitor']);
    expect(await execute('Four')).toEqual([409, true, 'of-the-visitor']);
  });

  it('forgets the key that was typed with the page, and what an earlier version has kept', async () => {
    const { page } = opened;
    await page.goto(`${app.api.baseUrl}/docs`);
    await page.evaluate(`localStorage.setItem('authorized', '{"bearer":{}}')`);
    await page.reload();
    await page.locator('.btn.authorize').click();
    await page.locator('.auth-container input').first().fill('fck_typed');
    await page.locator('.auth-btn-wrapper .authorize').first().click();
    expect(await page.evaluate('[localStorage.length, sessionStorage.length]')).toEqual([0, 0]);
    await page.reload();
    await page.locator('.btn.authorize.unlocked').waitFor();
  });

  it('shows all operations, and opens one, with less than 15 million calls of functions', async () => {
    const { page } = opened;
    const session = await page.context().newCDPSession(page);
    await session.send('Profiler.enable');
    await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await page.goto(`${app.api.baseUrl}/docs`);
    await openOperation(page, 'createForm');
    expect(await callsIn(session)).toBeLessThan(15_000_000); // a third of that, or three times as many with the resolver of Swagger UI
    expect(await page.locator('.opblock').count()).toBeGreaterThan(30);
  });
});

/** The number of calls of functions in the page so far: its work, whatever the machine has to do besides. */
async function callsIn(session: CDPSession): Promise<number> {
  const { result } = await session.send('Profiler.takePreciseCoverage');
  const counts = result.flatMap(({ functions }) => functions.map(({ ranges }) => ranges[0]!.count));
  return counts.reduce((sum, count) => sum + count, 0);
}
