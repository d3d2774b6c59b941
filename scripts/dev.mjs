// Rebuilds and restarts the service on every change: npm run dev [-- worker]
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readdirSync, statSync, utimesSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { clearTimeout } from 'node:timers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ASSET, fail, hasCompilers, PACKAGES_MISSING } from './build-if-needed.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const entry = process.argv[2] ?? 'standalone';
if (!hasCompilers()) fail(PACKAGES_MISSING);

const children = [];

/** Starts a child in a process group of its own, so that it can be killed together with its children. */
function start(stdio, ...parameters) {
  const child = spawn(process.execPath, parameters, { cwd: root, stdio, detached: true });
  child.once('exit', () => stop());
  children.push(child);
  return child;
}

/** Starts a compiler in watch mode, and waits for its first successful build. */
function compile(...parameters) {
  const { stdout } = start(['ignore', 'pipe', 'inherit'], ...parameters);
  return new Promise((resolve) => {
    createInterface({ input: stdout }).on('line', (line) => {
      console.error(line);
      if (line.includes('Found 0 errors')) resolve();
    });
  });
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop());

let stopping;

/** Stops the children, and then kills what is left of their process groups. */
function stop() {
  stopping ??= stopChildren();
}

async function stopChildren() {
  await Promise.race([Promise.all(children.map(terminate)), pause(15_000)]);
  for (const child of children) killGroup(child);
  process.exit(0);
}

async function terminate(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

function killGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has no process any more.
  }
}

/** What browsers run: the package, and the module that the service reads it with. */
const PAGES = [
  ['embed', 'dist/intake/pages/embed-script.js'],
  ['console', 'dist/console/console-page.js'],
];
const QUIET_MS = 100;

const bundle = ([folder]) => spawnSync(process.execPath, [join(folder, 'build.mjs')], { cwd: root, stdio: 'inherit' }).status === 0;

/** Bundles again after each change, and has the service restarted, which reads bundles once. */
function rebundle(page) {
  const [folder, reader] = page;
  let timer;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!bundle(page)) return;
      console.error(`Bundled ${folder}`);
      utimesSync(join(root, reader), new Date(), new Date());
    }, QUIET_MS);
  };
  for (const name of ['.', ...readdirSync(join(root, folder, 'src'), { recursive: true })]) {
    const path = join(root, folder, 'src', name);
    // Each folder by itself: with `recursive` Node on Linux loses files that an editor replaces.
    if (statSync(path).isDirectory()) watch(path, soon);
  }
}

/** Copies a file that the service reads as it is once it has changed, and restarts the service, since Node watches modules alone. */
function reread() {
  const files = readdirSync(join(root, 'src'), { recursive: true }).filter((name) => ASSET.test(name));
  for (const folder of new Set(files.map((name) => dirname(name)))) {
    watch(join(root, 'src', folder), (_, name) => {
      if (!name || !ASSET.test(join(folder, name)) || !existsSync(join(root, 'src', folder, name))) return;
      copyFileSync(join(root, 'src', folder, name), join(root, 'dist', folder, name));
      utimesSync(join(root, 'dist/platform/database/functions.js'), new Date(), new Date());
    });
  }
}

// One after the other, since the first build empties dist.
await compile('scripts/compile.mjs', '--watch');
await compile('node_modules/typescript/bin/tsc', '-p', 'tsconfig.migrations.json', '--watch', '--preserveWatchOutput');
for (const page of PAGES) bundle(page);
if (!stopping) {
  for (const page of PAGES) rebundle(page);
  reread();
  start('inherit', '--watch', '--watch-preserve-output', `dist/${entry}.js`);
}
