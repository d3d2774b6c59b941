import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { atEnd } from '../../support/at-end.mjs';

const PROGRAM = fileURLToPath(new URL('../../../test/support/s3-server-process.mjs', import.meta.url));
const KEY = ['access-key', 'secret-key'];
const SLOW_MS = 4_000;

/** The failures of the store, one after the other; in between it works. */
export const FAILURES = ['fails', 'is slow', 'is silent', 'is away', 'loses answers'];

/**
 * An S3-compatible store behind a proxy that fails as its `mode` says: null for not at all, or one of the failures. `settings` are those
 * of the service.
 */
export async function startStore(folder) {
  mkdirSync(folder);
  const child = spawn(process.execPath, [PROGRAM, folder, 'files', ...KEY], { stdio: ['pipe', 'pipe', 'inherit'] });
  atEnd(() => void child.kill('SIGKILL'));
  const [port] = await once(child.stdout, 'data');
  const store = { mode: null, settings: null };
  const server = createServer((request, response) => answer(store, Number(port), request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  store.settings = {
    S3_ENDPOINT: `http://127.0.0.1:${server.address().port}`,
    S3_BUCKET: 'files',
    S3_ACCESS_KEY_ID: KEY[0],
    S3_SECRET_ACCESS_KEY: KEY[1],
  };
  return store;
}

/** A connection that was silent stays so, as after a network failure. */
async function answer({ mode }, port, request, response) {
  request.on('error', () => undefined);
  if (mode === 'is away') return request.socket.destroy();
  if (mode === 'is silent') return request.resume();
  if (mode === 'fails') return request.resume().on('end', () => response.writeHead(503).end());
  if (mode === 'is slow') await pause(SLOW_MS);
  const { method, url: path, headers } = request; // the signature covers the Host header
  const forwarded = httpRequest({ host: '127.0.0.1', port, method, path, headers }, (reply) => {
    if (mode === 'loses answers') return reply.resume().on('end', () => request.socket.destroy());
    response.writeHead(reply.statusCode, reply.headers);
    reply.pipe(response);
  });
  forwarded.on('error', () => response.destroy());
  request.pipe(forwarded);
}
