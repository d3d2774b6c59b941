import { setTimeout as pause } from 'node:timers/promises';

const REQUESTS = 20;
/** Time in which the server writes its log. */
const LOGGING_MS = 500;

/**
 * The number of statements that one request of each path sends, read from the log of PostgreSQL. The requests are sent to a process of its
 * own with warm caches. The mean of several is rounded, since the process sends statements of its own from time to time.
 */
export async function statementsOf(build, paths) {
  const log = await build.postgres.logStatements(build.name);
  const api = await build.startApi();
  const counts = new Map();
  for (const path of paths) {
    await repeat(REQUESTS, () => api.client.call('GET', path));
    await loggedBy(log);
    await repeat(REQUESTS, () => api.client.call('GET', path));
    counts.set(path, Math.round((await loggedBy(log)) / REQUESTS));
  }
  await api.stop();
  await log.end();
  return counts;
}

async function loggedBy(log) {
  await pause(LOGGING_MS);
  return (await log.read()).split('\n').filter((line) => /LOG: {2}(execute|statement)/.test(line)).length;
}

async function repeat(times, work) {
  for (let time = 0; time < times; time += 1) await work();
}
