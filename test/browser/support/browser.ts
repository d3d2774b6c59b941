import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type LaunchOptions, type Page } from 'playwright-core';
import { atEnd, atEndOfAll } from '../../support/at-end';

/** The headless shell is Chromium without windows, whose own pages would double the processes and more than double the processor time. */
const PATH = process.env.CHROMIUM_PATH ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));

/** A block of tests that need a Chromium. Without one they are reported as skipped, with what to install. */
export function describeInBrowser(title: string, tests: () => void): void {
  if (PATH !== undefined && existsSync(PATH)) describe(title, tests);
  else describe.skip(`${title} (skipped: install Debian's "chromium-headless-shell", or set CHROMIUM_PATH)`, tests);
}

/**
 * The Chromium of all spec files that Jest runs as one, which speaks to nobody but the servers of the tests. Names below `.test` lead to
 * this machine. Closing it closes what the file has opened in it.
 */
export async function startBrowser(): Promise<Browser> {
  if (!(await shared)?.isConnected()) shared = launch();
  const browser = await shared!;
  const close = atEnd(() => Promise.all(browser.contexts().map((context) => context.close())));
  return Object.assign(Object.create(browser) as Browser, { close });
}

let shared: Promise<Browser> | undefined;

async function launch(): Promise<Browser> {
  const env = { ...(process.env as Record<string, string>), LC_ALL: 'C.UTF-8' }; // without it names of files would be ASCII
  const browser = await chromium.launch({ ...OPTIONS, executablePath: PATH, env });
  atEndOfAll(() => browser.close());
  return browser;
}

/** Only ends what hangs, before the test itself is ended: on a busy machine a page may take minutes. */
export const PATIENCE_MS = 240_000;

/** A context whose pages wait long enough on a busy machine. */
export async function openContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP *.test 127.0.0.1',
];

/** Signals are left to the tests of what they do; Chromium ends with the process, whose pipe it reads. */
const OPTIONS: LaunchOptions = {
  headless: true,
  args: ARGUMENTS,
  timeout: PATIENCE_MS,
  handleSIGINT: false,
  handleSIGTERM: false,
  handleSIGHUP: false,
};

/** A page in a context of its own that writes down whatever the browser complains about. */
export interface WatchedPage {
  page: Page;
  /** Errors and warnings of the console, exceptions, dialogs and violations of the policy. */
  complaints: string[];
  close(): Promise<void>;
}

export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await openContext(browser, options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, complaints, close: () => context.close() };
}
