import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { TestApp } from '../../support/app';
import { aSession } from '../../support/console';
import { openPage, type WatchedPage } from '../support/browser';

/** Opens a view of the console, in the session of a link. */
export async function openConsole(
  browser: Browser,
  app: TestApp,
  { view }: { view: string },
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const { baseUrl } = app.api;
  const [name = '', value = ''] = (await aSession(app)).split('=');
  const opened = await openPage(browser, { viewport: { width: 1280, height: 800 }, ...options });
  await opened.page.context().addCookies([{ name, value, url: baseUrl, httpOnly: true, sameSite: 'Strict' }]);
  await opened.page.goto(`${baseUrl}/console#${view}`);
  return opened;
}
