import { prepareBuild, THIS_CHECKOUT } from '../../bench/support/build.mjs';
import { openPool } from '../../support/pool.mjs';
import { startPostgres } from '../../support/postgres.mjs';

/**
 * The service under test: its port, a key with all scopes, its database, and the reason why its process has ended, if it has. By default an
 * API process without limits on a PostgreSQL server of its own. No worker runs, so nothing is sent to addresses that were made up.
 */
export async function serviceOf({ url }) {
  if (url === undefined) return startService();
  const { FUZZ_KEY: key, FUZZ_DATABASE_URL: databaseUrl } = process.env;
  return { url, port: portOf(url), key, database: openPool(databaseUrl, 2), ended: () => null };
}

async function startService() {
  const build = await prepareBuild(await startPostgres(), THIS_CHECKOUT, 'forms_fuzz');
  const api = await build.startApi();
  let reason = null;
  void api.ended.then((code) => (reason = `The service ended with ${code ?? 'a signal'}.`));
  return { url: api.url, port: portOf(api.url), key: build.key, database: build.database, ended: () => reason };
}

const portOf = (url) => Number(new URL(url).port);
