import { spawnSync } from 'node:child_process';
import { options } from './options.mjs';
import { autocannonLoad } from './load-autocannon.mjs';
import { wrkLoad } from './load-wrk.mjs';

const hasWrk = spawnSync('wrk', ['--version']).error === undefined;

/** The load generator, for the head of the results. */
export const LOAD_GENERATOR = hasWrk
  ? 'wrk, one thread'
  : 'autocannon, since wrk is not installed; it takes 3 to 6 times as much of the shared processors, which lowers all rates';

/**
 * Sends requests `{ method, paths, headers, body, withKeys }` in a closed loop over kept-alive connections, each to a random one of the
 * paths and `withKeys` with an idempotency key of its own. Returns the accepted requests, their rate, their latencies p50 and p99 and the
 * mean time between two of a connection, in milliseconds. Throws when a request is refused.
 */
export async function load(url, requests, { connections = 64, seconds = options.seconds } = {}) {
  const generate = hasWrk ? wrkLoad : autocannonLoad;
  const { accepted, refused, duration, p50, p99 } = await generate(url, requests, { connections, seconds });
  if (refused > 0 || accepted === 0) throw new Error(`${url}${requests.paths[0]}: ${refused} requests were refused.`);
  const perSecond = accepted / duration;
  return { accepted, perSecond, p50, p99, meanMs: (1000 * connections) / perSecond };
}
