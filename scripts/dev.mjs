// Rebuilds and restarts the service on every change: npm run dev [-- worker]
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const entry = process.argv[2] ?? 'standalone';

const children = [];

/** Each child leads a process group of its own, so that it can be ended together with whatever it started. */
function start(stdio, ...parameters) {
  const child = spawn(process.execPath, parameters, { cwd: root, stdio, detached: true });
  child.once('exit', () => stop());
  children.push(child);
  return child;
}

/** Starts a compiler that watches its sources, and waits for its first success. */
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

/** The service is asked first and given time to end in order; then whatever is left of the groups is killed. */
function stop() {
  stopping ??= end();
}

async function end() {
  await Promise.race([Promise.all(children.map(ended)), pause(15_000)]);
  for (const child of children) killGroup(child);
  process.exit(0);
}

async function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

function killGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nobody is left in it.
  }
}

// The first build empties dist, so one comes after the other.
await compile('node_modules/@nestjs/cli/bin/nest.js', 'build', '--watch', '--preserveWatchOutput');
await compile('node_modules/typescript/bin/tsc', '-p', 'tsconfig.migrations.json', '--watch', '--preserveWatchOutput');
spawnSync('npm', ['run', '--silent', 'build:embed'], { cwd: root, stdio: 'inherit' });
if (!stopping) start('inherit', '--watch', '--watch-preserve-output', `dist/${entry}.js`);
