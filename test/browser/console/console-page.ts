import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { TestApp } from '../../support/app';
import { openPage, type WatchedPage } from '../support/browser';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types lit-html";
const TYPES: Record<string, string> = { html: 'text/html', css: 'text/css', js: 'text/javascript' };

/** Builds the page of the console, and resolves with the folder. */
export function buildConsole(): string {
  const folder = mkdtempSync(join(tmpdir(), 'console-'));
  execFileSync(process.execPath, ['src/console/page/build.mjs', folder]);
  return folder;
}

/** Opens a view of the built page over the API of the service, with a key in place of a session. */
export async function openConsole(
  browser: Browser,
  { api, key }: TestApp,
  { folder, view }: { folder: string; view: string },
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const authorization = `Bearer ${await key()}`;
  const opened = await openPage(browser, { viewport: { width: 1280, height: 800 }, ...options });
  await opened.page.route(/\/v1\//, (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization } }),
  );
  await opened.page.route(/\/console(?:\/[\w.]+)?$/, (route) => {
    const name = /\/console\/([\w.]+)$/.exec(route.request().url())?.[1] ?? 'index.html';
    const headers = { 'content-security-policy': POLICY };
    const contentType = TYPES[name.split('.').pop()!]!;
    return route.fulfill({ headers, contentType, body: readFileSync(join(folder, name)) });
  });
  await opened.page.goto(`${api.baseUrl}/console#${view}`);
  return opened;
}
