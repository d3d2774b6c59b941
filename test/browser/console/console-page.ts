import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { TestApp } from '../../support/app';
import { aSession } from '../../support/console';
import { openPage, startBrowser, type WatchedPage } from '../support/browser';

/** Opens a view of the console, in the session of a link or of a key. */
export async function openConsole(
  browser: Browser,
  app: TestApp,
  { view, key }: { view: string; key?: string },
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const { baseUrl } = app.api;
  const [name = '', value = ''] = (await aSession(app, key)).split('=');
  const opened = await openPage(browser, { viewport: { width: 1280, height: 800 }, ...options });
  await opened.page.context().addCookies([{ name, value, url: baseUrl, httpOnly: true, sameSite: 'Strict' }]);
  await opened.page.goto(`${baseUrl}/console#${view}`);
  return opened;
}

/** Opens all sections of the page of a form. */
export const openSections = (page: Page): Promise<void> =>
  page
    .locator('.sections details:not([open]) > summary')
    .evaluateAll((summaries: any[]) => summaries.forEach((summary) => summary.click()));

/** The app and the browser of a block of tests, and the page of each test, which is closed after it. */
export function consoleSession(start: () => Promise<TestApp>) {
  let opened: WatchedPage | undefined;
  const session = {
    app: undefined as unknown as TestApp,
    browser: undefined as unknown as Browser,
    /** Everything that the browser complained about in the page. */
    get complaints(): string[] {
      return opened!.complaints;
    },
    /** Opens a view in the session of a new link, of the app's account unless another one is given. */
    async open(view: string, options: BrowserContextOptions = {}, account?: TestApp): Promise<Page> {
      opened = await openConsole(session.browser, account ?? session.app, { view }, options);
      return opened.page;
    },
    /** Opens the console without a session, with this behind the `#` of its address. */
    async visit(behind: string, options: BrowserContextOptions = {}): Promise<Page> {
      opened = await openPage(session.browser, options);
      await opened.page.goto(`${session.app.api.baseUrl}/console#${behind}`);
      return opened.page;
    },
    async close(): Promise<void> {
      await opened?.close();
      opened = undefined;
    },
  };
  beforeAll(async () => {
    [session.app, session.browser] = await Promise.all([start(), startBrowser()]);
    await session.app.database.query('update accounts set owner_asked_at = now()'); // a link would ask who its owner is
  });
  afterEach(() => session.close());
  afterAll(async () => {
    await session.browser?.close();
    await session.app?.close();
  });
  return session;
}
