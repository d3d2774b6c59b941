// Builds the service unless `dist` was built from the present sources: node scripts/build-if-changed.mjs
// With --stamp, which ends each build, it only notes what was built. Messages go to standard error, since the program that runs next owns
// standard output. An image has no sources, and its `dist` is used as it is.
import './check-node.mjs';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [STAMP, LOCK] = [join(root, 'dist/.build-stamp'), join(root, 'node_modules/.build-lock')];
/** The sources of a build. */
export const SOURCES = ['package.json', 'nest-cli.json', '.swcrc', 'tsconfig.json', 'openapi.json', 'src', 'client', 'console', 'embed'];

/** The path of a file in the build output. */
export const builtFile = (name) => join(root, 'dist', name);

export async function buildIfChanged() {
  const isInstalled = (name) => existsSync(join(root, 'node_modules', name));
  if (!isInstalled('@nestjs/core') || !(isInstalled('@nestjs/cli') || existsSync(builtFile('main.js'))))
    fail('Packages of the service are not installed. Run "npm ci" first.');
  if (!existsSync(join(root, 'src')) || !isInstalled('@nestjs/cli') || isBuilt()) return;
  await lock();
  process.once('exit', () => rmSync(LOCK, { force: true }));
  if (!isBuilt()) build();
  rmSync(LOCK, { force: true });
}

const isBuilt = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint();

/** A hash of contents rather than of times, since a fresh checkout or a copied folder has new times but needs no build. */
function fingerprint() {
  const files = SOURCES.flatMap((name) => (/\.\w+$/.test(name) ? [name] : namesBelow(name)));
  const hash = createHash('sha256');
  for (const file of files.filter((name) => !NOT_BUILT.test(name)).sort()) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/** Tests and documents, what the packages of the pages have built, and folders. */
const NOT_BUILT = /\.(?:spec\.ts|md)$|\/(?:dist|test|node_modules)\/|\/[^.]*$/;

const namesBelow = (folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name));

function build() {
  const startedAt = performance.now();
  console.error('Building the service ...');
  const { status, signal, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, encoding: 'utf8' });
  if (status !== 0) fail(`${stdout}${stderr}\nThe build failed${signal ? ` by ${signal}` : ''}.`);
  console.error(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

/** Of two starts at once, the second waits for the build of the first, which empties `dist`. A lock is void once its process has ended. */
async function lock() {
  for (let isTold = false; ; isTold = true) {
    try {
      return writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    } catch (error) {
      if (error.code !== 'EEXIST') fail(`The service has to be built first, but ${root} cannot be written to (${error.code}).`);
    }
    if (!isRunning(Number(existsSync(LOCK) && readFileSync(LOCK, 'utf8')))) rmSync(LOCK, { force: true });
    else if (!isTold) console.error('Waiting for the build of another start ...');
    await pause(100);
  }
}

function isRunning(pid) {
  try {
    return pid === 0 || process.kill(pid, 0);
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await (process.argv.includes('--stamp') ? writeFileSync(STAMP, fingerprint()) : buildIfChanged());
