// Pictures of each view of the console with the data of the demonstration, in four widths, light and dark:
//   node scripts/console-pictures.mjs [--docs]     into pictures/; with --docs those of the documentation too
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { builtFile, buildIfChanged } from './build-if-changed.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = join(root, 'pictures');
const SIZES = [
  [320, 700],
  [390, 844],
  [768, 1024],
  [1280, 800],
];
const DOCUMENTED = { 'inbox-1280-light': 'console.png', 'submission-390-dark': 'console-phone.png' };
const READY_WITHIN_MS = 600_000;

await buildIfChanged();
const dataDir = mkdtempSync(join(tmpdir(), 'pictures-'));
chmodSync(dataDir, 0o755); // PostgreSQL runs as another user when this is run by root
const baseUrl = `http://127.0.0.1:${await freePort()}`;
const env = {
  PATH: process.env.PATH,
  PORT: new URL(baseUrl).port,
  BASE_URL: baseUrl,
  DATA_DIR: dataDir,
  LOG_LEVEL: 'warn',
};
const service = spawn(process.execPath, [builtFile('standalone.js')], {
  cwd: dataDir,
  env,
  stdio: ['ignore', 'ignore', 'inherit'],
});
try {
  await untilReady();
  const { form_id: form } = await command('demo');
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  mkdirSync(FOLDER, { recursive: true });
  await takePictures(browser, form).finally(() => browser.close());
  console.log(`The pictures are in ${FOLDER}.`);
} finally {
  if (service.exitCode === null) {
    service.kill('SIGTERM');
    await once(service, 'exit');
  }
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

/** One session for all of them: a link signs in once. */
async function takePictures(browser, form) {
  const signIn = await browser.newContext();
  const page = await signIn.newPage();
  await page.goto((await command('console')).url);
  await page.locator('main a[href*="/submissions/"]').first().waitFor();
  const storageState = await signIn.storageState();
  const views = await viewsOf(page, form);
  for (const [width, height] of SIZES)
    for (const colorScheme of ['light', 'dark']) {
      const context = await browser.newContext({ storageState, viewport: { width, height }, colorScheme });
      for (const [name, view] of Object.entries(views)) await take(context, name, view, `${width}-${colorScheme}`);
      await context.close();
    }
}

async function take(context, name, view, variant) {
  const page = await context.newPage();
  await page.goto(`${baseUrl}/console#${view}`);
  await page.waitForLoadState('networkidle');
  const file = `${name}-${variant}`;
  await page.screenshot({ path: join(FOLDER, `${file}.png`) });
  const documented = DOCUMENTED[file];
  if (documented && process.argv.includes('--docs')) copyFileSync(join(FOLDER, `${file}.png`), join(root, 'docs', documented));
  await page.close();
}

/** The submission and the run are those whose delivery failed. */
async function viewsOf(page, form) {
  const { data } = await page.evaluate("fetch('v1/workflow-runs?attention=true').then((answer) => answer.json())");
  const failed = data.at(-1);
  return {
    inbox: '/inbox',
    table: `/inbox?form=${form}&view=table`,
    submission: `/forms/${form}/submissions/${failed.submission_id}`,
    attention: '/attention',
    forms: '/forms',
    form: `/forms/${form}`,
    workflow: `/forms/${form}/workflow`,
    run: `/forms/${form}/runs/${failed.id}`,
    quarantine: '/quarantine',
    account: '/account',
    keys: '/account/keys',
  };
}

async function command(...words) {
  const { stdout } = await promisify(execFile)(process.execPath, [builtFile('cli.js'), ...words, '--json'], {
    cwd: dataDir,
    env,
  });
  return JSON.parse(stdout);
}

async function untilReady() {
  const isReady = () =>
    fetch(`${baseUrl}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  for (const until = Date.now() + READY_WITHIN_MS; !(await isReady()); await pause(200)) {
    if (service.exitCode !== null || Date.now() > until) throw new Error('The service is not ready in time.');
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
