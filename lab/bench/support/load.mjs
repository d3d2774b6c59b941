import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { outputOf } from '../../support/processes.mjs';
import { options } from './options.mjs';

const SCRIPT = fileURLToPath(new URL('wrk.lua', import.meta.url));

/**
 * Sends requests `{ method, paths, headers, body, withKeys }` in a closed loop over kept-alive connections, each to a random one of the
 * paths and `withKeys` with an idempotency key of its own. Returns the accepted requests, their rate, their latencies p50 and p99 and the
 * mean time between two of a connection, in milliseconds. Throws when a request is refused.
 */
export async function load(url, requests, { connections = 64, seconds = options.seconds } = {}) {
  const { accepted, refused, duration, p50, p99 } = await wrkLoad(url, requests, { connections, seconds });
  if (refused > 0 || accepted === 0) throw new Error(`${url}${requests.paths[0]}: ${refused} requests were refused.`);
  const perSecond = accepted / duration;
  return { accepted, perSecond, p50, p99, meanMs: (1000 * connections) / perSecond };
}

/** The same, also of requests of which some are refused or not answered, and with a pause before each request of a connection. */
export async function wrkLoad(url, { method, paths, headers, body, withKeys }, { connections, seconds, pauseMs }) {
  const folder = await mkdtemp(join(tmpdir(), 'forms-bench-load-'));
  try {
    const [pathFile, bodyFile] = [join(folder, 'paths'), join(folder, 'body')];
    await writeFile(pathFile, paths.join('\n'));
    await writeFile(bodyFile, body ?? '');
    const sizes = ['-t1', `-c${connections}`, `-d${Math.ceil(seconds)}s`, '--timeout', '10s', '-s', SCRIPT];
    const headerOptions = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const prefix = withKeys ? `${randomBytes(6).toString('hex')}-` : '-';
    const requests = [method, pathFile, body ? bodyFile : '-', prefix, pauseMs ? String(pauseMs) : '-'];
    return resultOf(await outputOf('wrk', [...sizes, ...headerOptions, url, '--', ...requests]));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function resultOf(output) {
  const { requests, us, refused, failed, p50, p99 } = JSON.parse(output.trim().split('\n').at(-1));
  return { accepted: requests - refused, refused: refused + failed, failed, duration: us / 1_000_000, p50, p99 };
}
