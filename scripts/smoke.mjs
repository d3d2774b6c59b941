// A smoke test of the service on the Node that runs this script: starts it, creates a key and a form, submits, reads back, and stops it.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildIfNeeded } from './build-if-needed.mjs';

const START = fileURLToPath(new URL('start.mjs', import.meta.url));
const READY_WITHIN_MS = 600_000; // only ends what hangs
const FIELDS = [{ name: 'email', type: 'string' }];

/** Each reads files that stand beside the bundle or in a package. */
const PAGES = (formId) => [
  '/',
  '/docs',
  '/docs/swagger-ui-bundle.js',
  '/openapi.json',
  '/embed.js',
  '/console',
  '/f/style.css',
  `/f/${formId}`,
];

await buildIfNeeded();
const dataDir = mkdtempSync(join(tmpdir(), 'smoke-'));
chmodSync(dataDir, 0o755); // PostgreSQL runs as another user when this is run by root
const baseUrl = `http://127.0.0.1:${await freePort()}`;
const options = {
  cwd: dataDir, // a folder without .env
  env: { PATH: process.env.PATH, PORT: new URL(baseUrl).port, DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
};
const service = spawn(process.execPath, [START, 'standalone'], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
let output = '';
for (const stream of [service.stdout, service.stderr])
  stream.setEncoding('utf8').on('data', (text) => (output += text));
try {
  await untilReady();
  await useService();
  service.kill('SIGTERM');
  const [code] = await once(service, 'exit');
  expectEqual('the exit code after SIGTERM', code, 0);
  console.log(`The service works on Node ${process.versions.node}.`);
} catch (error) {
  console.error(`${output}\nThe service does not work on Node ${process.versions.node}: ${error.message}`);
  process.exitCode = 1;
} finally {
  await end();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

async function untilReady() {
  for (const until = Date.now() + READY_WITHIN_MS; !(await isReady()); await pause(100)) {
    if (hasExited()) throw new Error('it has exited.');
    if (Date.now() > until) throw new Error('it is not ready in time.');
  }
}

function isReady() {
  return fetch(`${baseUrl}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );
}

async function useService() {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [START, 'cli', 'keys', 'create', '--name', 'smoke', '--json'],
    options,
  );
  const authorization = `Bearer ${JSON.parse(stdout).key}`;
  const sent = { email: 'ada@example.com' };
  const form = await call('POST', '/v1/forms', 201, {
    headers: { authorization, 'idempotency-key': 'smoke' },
    body: { name: 'Smoke', validate_fields: true, notifications_enabled: false, fields: FIELDS },
  });
  await call('PATCH', `/v1/forms/${form.id}`, 200, {
    headers: { authorization, 'if-match': '*' },
    body: { status: 'enabled' },
  });
  await call('POST', `/api/v1/forms/${form.id}/submit`, 201, { body: sent });
  const submissions = await call('GET', `/v1/forms/${form.id}/submissions`, 200, { headers: { authorization } });
  for (const path of PAGES(form.id)) {
    const reply = await fetch(`${baseUrl}${path}`);
    await reply.arrayBuffer();
    expectEqual(`the status of ${path}`, reply.status, 200);
  }
  expectEqual('the submissions', JSON.stringify(submissions.map(({ fields }) => fields)), JSON.stringify([sent]));
}

async function call(method, path, status, { headers = {}, body } = {}) {
  const reply = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  const text = await reply.text();
  expectEqual(`the status of ${method} ${path}, which answers ${text},`, reply.status, status);
  return JSON.parse(text).data;
}

function expectEqual(what, actual, expected) {
  if (actual !== expected) throw new Error(`${what} should be ${expected} and is ${actual}.`);
}

/** SIGINT lets the service stop its database, too. */
async function end() {
  if (hasExited()) return;
  const ended = once(service, 'exit');
  service.kill('SIGINT');
  setTimeout(() => service.kill('SIGKILL'), 60_000).unref();
  await ended;
}

function hasExited() {
  return service.exitCode !== null || service.signalCode !== null;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
