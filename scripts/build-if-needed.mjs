import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const inRoot = (...path) => join(root, ...path);

/** Where the build puts a file. */
export const builtFile = (name) => inRoot('dist', name);

const STEPS = [
  [inRoot('node_modules/@nestjs/cli/bin/nest.js'), 'build'],
  [inRoot('node_modules/typescript/bin/tsc'), '-p', 'tsconfig.migrations.json'],
  [inRoot('src/intake/pages/embed/build.mjs'), builtFile('intake/pages/embed/embed.js')],
];

/**
 * Builds unless `dist` belongs to the sources as they are. An image for production has no compiler: there `dist` is taken as it is.
 * Everything is told on standard error, because standard output belongs to the program that runs next.
 */
export async function buildIfNeeded() {
  if (!STEPS.every(([tool]) => existsSync(tool)) || isBuilt()) return;
  await lock();
  try {
    if (!isBuilt()) await build();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

const STAMP = builtFile('.build-stamp');

const isBuilt = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint();

/** Contents count, not times: a fresh checkout or a copied folder has new times but needs no build. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const file of sources()) hash.update(`${file}\0`).update(readFileSync(inRoot(file)));
  return hash.digest('hex');
}

const SOURCE = /\.(ts|mjs|liquid|css)$/;

function sources() {
  const settings = ['package.json', 'nest-cli.json', 'tsconfig.json', 'tsconfig.migrations.json'];
  const code = ['src', 'migrations'].flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true }).map((name) => join(folder, name)),
  );
  return [...settings, ...code.filter((name) => SOURCE.test(name) && !name.endsWith('.spec.ts')).sort()];
}

async function build() {
  const stamp = fingerprint();
  const begun = performance.now();
  console.error('Building the service ...');
  for (const [tool, ...parameters] of STEPS) await runStep(tool, parameters);
  writeFileSync(STAMP, stamp);
  console.error(`Built in ${((performance.now() - begun) / 1000).toFixed(1)} s.`);
}

/** A signal ends the step and then us, with the exit code that shells use for it. */
async function runStep(tool, parameters) {
  const step = spawn(process.execPath, [tool, ...parameters], { cwd: root, stdio: ['ignore', 2, 2] });
  const pass = (signal) => step.kill(signal);
  SIGNALS.forEach((signal) => process.on(signal, pass));
  const [code, signal] = await new Promise((resolve) => step.once('exit', (...end) => resolve(end)));
  SIGNALS.forEach((name) => process.off(name, pass));
  if (code === 0) return;
  rmSync(LOCK, { force: true });
  if (signal === null) console.error('The build failed.');
  process.exit(EXIT_CODES[signal] ?? 1);
}

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 };
const SIGNALS = Object.keys(EXIT_CODES);

const LOCK = inRoot('node_modules', '.build.lock');

/** Lets one process build at a time; the others wait and then find the work done. */
async function lock() {
  for (let isTold = false; !isLocked(); await pause(100)) {
    if (!isTold) console.error('Waiting for the build of another process ...');
    isTold = true;
    if (isAbandoned()) rmSync(LOCK, { force: true });
  }
}

function isLocked() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Held by a process that is gone, or for longer than any build takes. */
function isAbandoned() {
  try {
    if (Date.now() - statSync(LOCK).mtimeMs > 300_000) return true;
    const pid = Number(readFileSync(LOCK, 'utf8'));
    return pid > 0 && !process.kill(pid, 0);
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
