import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import puppeteer, { type Browser } from 'puppeteer-core';
import { PATIENCE_MS } from './browser';

const PATH = process.env.FIREFOX_PATH ?? ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));

export const FIREFOX = {
  isInstalled: PATH !== undefined && existsSync(PATH),
  install: `Debian's "firefox-esr", or set FIREFOX_PATH`,
};

/** Starts a Firefox that is driven by WebDriver BiDi. It ends with this process at the latest. */
export async function startFirefox(): Promise<Browser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: PATH,
    headless: true,
    timeout: PATIENCE_MS,
    protocolTimeout: PATIENCE_MS,
  });
  const guard = spawn('/bin/sh', ['-c', GUARD, 'sh', String(browser.process()!.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  browser.once('disconnected', () => guard.stdin.end());
  return browser;
}

/** Puppeteer starts a browser in a group of processes of its own. */
const GUARD = 'read -r _; kill -9 -- "-$1"';
