import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { TestApp } from '../../support/app';
import { aSession } from '../../support/console';
import { openPage, type WatchedPage } from '../support/browser';

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
