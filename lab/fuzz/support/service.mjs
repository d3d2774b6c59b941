import { setTimeout as pause } from 'node:timers/promises';
import { builtFile } from '../../../scripts/build-if-needed.mjs';
import { openPool } from '../../support/pool.mjs';
import { freePort, launch, runToEnd } from '../../support/processes.mjs';
import { SETTINGS, UNLIMITED } from '../../support/service-settings.mjs';
import { startPostgres } from '../../support/postgres.mjs';

/** The service under test: its port, a key with all scopes, its database, and the reason why its process has ended, if it has. */
export async function serviceOf({ url }) {
  return url === undefined ? startService() : runningService(url);
}

function runningService(url) {
  const { FUZZ_KEY: key, FUZZ_DATABASE_URL: databaseUrl } = process.env;
  return { url, port: Number(new URL(url).port), key, database: openPool(databaseUrl, 2), ended: () => null };
}

/** An API process without limits on a PostgreSQL server of its own. No worker runs, so nothing is sent to addresses that were made up. */
async function startService() {
  const postgres = await startPostgres();
  const databaseUrl = await postgres.createDatabase('forms_fuzz');
  const port = await freePort();
  const settings = {
    ...SETTINGS,
    LOG_LEVEL: 'error',
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    HOST: '127.0.0.1',
  };
  await runToEnd(builtFile('cli.js'), ['migrate', '--json'], settings);
  const database = openPool(databaseUrl, 2);
  await database.query(UNLIMITED);
  const created = await runToEnd(builtFile('cli.js'), ['keys', 'create', '--name', 'fuzz', '--json'], settings);
  const { child, ended } = launch(process.execPath, [builtFile('main.js')], settings, 'pipe');
  let [reason, log] = [null, ''];
  child.stdout.setEncoding('utf8').on('data', (text) => (log = (log + text).slice(-1_000_000)));
  void ended.then((code) => (reason = `The service ended with ${code ?? 'a signal'}.\n${log.slice(-4_000)}`));
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, () => reason);
  return { url, port, key: JSON.parse(created).key, database, ended: () => reason, logOf: logReader(() => log) };
}

/** Errors in the log of a request. */
const logReader = (log) => (requestId) =>
  log()
    .split('\n')
    .filter((line) => line.includes(requestId))
    .join('\n');

async function untilReady(url, reason) {
  for (;;) {
    if (reason() !== null) throw new Error(reason());
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await pause(20);
  }
}
