import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { builtFile } from '../build-if-changed.mjs';

const READY_WITHIN_MS = 600_000; // only ends what hangs

/** The service in a data folder of its own, on a terminal or with pipes. Resolves when it says that it is ready. */
export async function startService({ isInTerminal = false, environment = {} } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'smoke-'));
  chmodSync(dataDir, 0o755); // PostgreSQL runs as another user when this is run by root
  const baseUrl = `http://localhost:${await freePort()}`;
  const options = {
    cwd: dataDir, // a folder without .env
    env: { PATH: process.env.PATH, PORT: new URL(baseUrl).port, DATA_DIR: dataDir, ...environment },
  };
  const words = [process.execPath, builtFile('standalone.js')];
  const [program, ...parameters] = isInTerminal ? inTerminal(words) : words;
  const child = spawn(program, parameters, { ...options, stdio: 'pipe' });
  const service = { child, baseUrl, options, output: '', end };
  /** Control and C lets the service stop its database, too. */
  async function end() {
    if (!hasExited(child)) {
      const ended = once(child, 'exit');
      if (isInTerminal) child.stdin.write(CONTROL_C);
      else child.kill('SIGINT');
      setTimeout(() => child.kill('SIGKILL'), 60_000).unref();
      await ended;
    }
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (service.output += text));
  try {
    await untilReady(service);
    return service;
  } catch (error) {
    await service.end();
    throw new Error(`${error.message}\n${service.output}`, { cause: error });
  }
}

/** No request asks, since each is a line of the output. The last line of the start follows a moment later. */
async function untilReady(service) {
  for (const until = Date.now() + READY_WITHIN_MS; !/^ +Database .*\r?\n/m.test(service.output); await pause(100)) {
    if (hasExited(service.child)) throw new Error('It has exited.');
    if (Date.now() > until) throw new Error('It is not ready in time.');
  }
}

const CONTROL_C = '\u0003';

/** `script` gives a command a terminal, and passes on what it prints. */
const inTerminal = (words) => ['script', '-qec', words.map((word) => `'${word}'`).join(' '), '/dev/null'];

const hasExited = ({ exitCode, signalCode }) => exitCode !== null || signalCode !== null;

/** The port is below those that the system gives to connections, one of which could take it before the service listens. */
async function freePort() {
  const server = createServer().listen(20_000 + Math.floor(Math.random() * 12_000), '127.0.0.1');
  try {
    await once(server, 'listening');
    return server.address().port;
  } catch {
    return freePort();
  } finally {
    server.close();
  }
}
