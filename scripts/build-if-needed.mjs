import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const inRoot = (...path) => join(root, ...path);

/** The programs of the service: files in the build output. */
export const PROGRAMS = ['main', 'worker', 'standalone', 'cli'];

/** The path of a file in the build output. */
export const builtFile = (name) => inRoot('dist', name);

const STEPS = [
  [inRoot('scripts/compile.mjs')],
  [inRoot('node_modules/typescript/bin/tsc'), '-p', 'tsconfig.migrations.json'],
  [inRoot('embed/build.mjs')],
  [inRoot('console/build.mjs')],
  [inRoot('scripts/bundle.mjs')],
];

/**
 * Builds unless `dist` was built from the present sources. A production image contains no compiler, so its `dist` is used as it is.
 * Messages go to standard error, because standard output belongs to the program that runs next.
 */
export async function buildIfNeeded() {
  if (hasCompilers() && !isBuilt()) await buildUnless(isBuilt);
}

/** Builds, and records what from, so that the next start need not build. */
export const buildAnyway = () => buildUnless(() => false);

async function buildUnless(isDone) {
  await lock();
  const beat = setInterval(touchLock, BEAT_MS);
  try {
    if (!isDone()) await build();
  } finally {
    clearInterval(beat);
    rmSync(LOCK, { force: true });
  }
}

export const hasCompilers = () =>
  STEPS.every(([tool]) => existsSync(tool)) &&
  ['typescript', 'esbuild', '@swc/core'].every((name) => existsSync(inRoot('node_modules', name)));

export const PACKAGES_MISSING = 'Packages of the service are not installed. Run "npm ci" first.';

/** Ends the process with a sentence for the operator. */
export function fail(message, exitCode = 1) {
  console.error(message);
  process.exit(exitCode);
}

const STAMP = builtFile('.build-stamp');

/** Records that `dist` was built from the present sources. */
export const noteBuilt = (stamp = fingerprint()) => writeFileSync(STAMP, stamp);

const isBuilt = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint();

/** A hash of contents rather than of times, since a fresh checkout or a copied folder has new times but needs no build. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const file of sources()) hash.update(`${file}\0`).update(readFileSync(inRoot(file)));
  return hash.digest('hex');
}

/** What the service reads as a file, by its path in `src`, and finds at the same place in the build output. */
export const ASSET = /\.(liquid|sql)$|^intake[\\/]pages[\\/]templates[\\/][^\\/]+\.css$/;

const SOURCE = /\.(ts|mjs|cjs|sql|liquid|css|html)$/;
const SETTINGS = [
  'package.json',
  'openapi.json',
  'tsconfig.json',
  'tsconfig.migrations.json',
  'console/api-schemas.mjs',
  'console/build.mjs',
  'embed/build.mjs',
  'scripts/compile.mjs',
  'scripts/bundle.mjs',
  'scripts/build-if-needed.mjs',
];
const FOLDERS = ['src', 'migrations', 'client/src', 'console/src', 'embed/src', 'scripts/bundle'];

/** What a build is made from. */
export const BUILT_FROM = [...SETTINGS, ...FOLDERS];

function sources() {
  const code = FOLDERS.flatMap((folder) => readdirSync(inRoot(folder), { recursive: true }).map((name) => join(folder, name)));
  return [...SETTINGS, ...code.filter((name) => SOURCE.test(name) && !name.endsWith('.spec.ts')).sort()];
}

async function build() {
  const stamp = fingerprint();
  const startedAt = performance.now();
  console.error('Building the service ...');
  for (const [tool, ...parameters] of STEPS) await runStep(tool, parameters);
  noteBuilt(stamp);
  console.error(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

/** Passes signals on to the step, and then exits with the code that shells use for that signal. */
async function runStep(tool, parameters) {
  const step = spawn(process.execPath, [tool, ...parameters], { cwd: root, stdio: ['ignore', 2, 2] });
  const forward = (signal) => step.kill(signal);
  SIGNALS.forEach((signal) => process.on(signal, forward));
  const [code, signal] = await new Promise((resolve) => step.once('exit', (...end) => resolve(end)));
  SIGNALS.forEach((name) => process.off(name, forward));
  if (code === 0) return;
  rmSync(LOCK, { force: true });
  if (signal === null) console.error('The build failed.');
  process.exit(EXIT_CODES[signal] ?? 1);
}

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 };
const SIGNALS = Object.keys(EXIT_CODES);

const LOCK = inRoot('node_modules', '.build.lock');

/** Lets one process build at a time. The others wait, and then find the build up to date. */
async function lock() {
  for (let hasNotified = false; !acquireLock(); await pause(100)) {
    if (!hasNotified) console.error('Waiting for the build of another process ...');
    hasNotified = true;
    if (isAbandoned()) rmSync(LOCK, { force: true });
  }
}

function acquireLock() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
    fail(`The service has to be built first, but ${root} cannot be written to (${error.code}).\n${ALLOW_WRITING}`);
  }
}

const ALLOW_WRITING = 'Start it once as the user who owns that folder, or allow this user to write to it.';

/** Tells the others that the build goes on, however long it takes on a busy machine. */
function touchLock() {
  if (existsSync(LOCK)) utimesSync(LOCK, new Date(), new Date());
}

const BEAT_MS = 5_000;

/** True for a lock whose process has ended, also when another one has its number by now. */
function isAbandoned() {
  try {
    if (Date.now() - statSync(LOCK).mtimeMs > 24 * BEAT_MS) return true;
    const pid = Number(readFileSync(LOCK, 'utf8'));
    return pid > 0 && !process.kill(pid, 0);
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
