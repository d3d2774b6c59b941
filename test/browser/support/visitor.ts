import type { Frame, Page } from 'playwright-core';
import { waitUntil } from '../../support/wait-until';
import { describeInBrowser, openContext, startBrowser } from './browser';
import { FIREFOX, startFirefox } from './firefox';
import { startWebKit, WEBKIT } from './webkit';

/** The browser of a visitor: what browsers can do alike, so that the same path is gone in each of them. */
export interface VisitorBrowser {
  name: 'Chromium' | 'Firefox' | 'WebKit';
  /** A tab, which is closed with the browser. Tabs share their storage. */
  openTab(): Promise<Tab>;
  close(): Promise<unknown>;
}

/** A tab, or a frame in it. */
export interface Tab {
  open(address: string): Promise<unknown>;
  /** The value of an expression in the page, once it is there when it is a promise. */
  ask<Value>(expression: string): Promise<Value>;
  click(selector: string): Promise<unknown>;
  /** Puts the focus into a control and types there. */
  type(selector: string, text: string): Promise<unknown>;
  pressEnter(): Promise<unknown>;
  back(): Promise<unknown>;
  /** The first frame of the page. */
  frame(): Promise<Tab>;
}

/**
 * A block of tests for each of the browsers, or for those that the setting BROWSERS names. Where one is missing, its tests are reported as
 * skipped, with what to install.
 */
export function describeInEachBrowser(title: string, tests: (start: () => Promise<VisitorBrowser>) => void): void {
  if (isWanted('Chromium')) describeInBrowser(`${title} in Chromium`, () => tests(startChromiumOfVisitor));
  for (const { name, isInstalled, install, start } of OTHERS) {
    if (isInstalled && isWanted(name)) describe(`${title} in ${name}`, () => tests(start));
    else if (isWanted(name)) describe.skip(`${title} in ${name} (skipped: install ${install})`, () => tests(start));
  }
}

const isWanted = (name: string): boolean => (process.env.BROWSERS ?? name).split(',').includes(name);

/** Waits until an expression is true in the page, which may be another page then. A failure says what the page shows instead. */
export async function until(tab: Tab, expression: string): Promise<void> {
  try {
    await waitUntil(() => tab.ask<boolean>(expression));
  } catch (cause) {
    throw new Error(`${expression} in ${await tab.ask<string>('location.href + document.body.innerText')}`, { cause });
  }
}

const OTHERS = [
  { ...FIREFOX, name: 'Firefox', start: startFirefox },
  { ...WEBKIT, name: 'WebKit', start: startWebKit },
];

async function startChromiumOfVisitor(): Promise<VisitorBrowser> {
  const browser = await startBrowser();
  const context = await openContext(browser);
  return { name: 'Chromium', openTab: async () => tabOf(await context.newPage()), close: () => browser.close() };
}

function tabOf(page: Page, content: Page | Frame = page): Tab {
  return {
    open: (address) => content.goto(address),
    ask: <Value>(expression: string) => content.evaluate<Value>(expression),
    click: (selector) => content.click(selector),
    type: async (selector, text) => {
      await content.focus(selector);
      await page.keyboard.type(text);
    },
    pressEnter: () => page.keyboard.press('Enter'),
    back: () => page.evaluate('void setTimeout(() => history.back())'), // `goBack` waits for a load, which a kept page has not
    frame: async () => {
      await waitUntil(() => page.frames().length > 1);
      return tabOf(page, page.frames()[1]);
    },
  };
}
