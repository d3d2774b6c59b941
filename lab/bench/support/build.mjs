import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clientOf } from '../../support/client.mjs';
import { openPool } from '../../support/pool.mjs';
import { runToEnd, startProcess, startServer } from '../../support/processes.mjs';
import { LOCAL_RECEIVERS, SETTINGS, UNLIMITED } from '../../support/service-settings.mjs';

export const THIS_CHECKOUT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * The service as built in a checkout and as it runs in production, on a database of its own, without limits that would distort the
 * measurement. Only the programs and the settings of that build are used, never its modules, so it may be of another version.
 */
export async function prepareBuild(postgres, checkout, name) {
  const program = (file) => join(resolve(checkout), 'dist', file);
  const databaseUrl = await postgres.createDatabase(name);
  const settings = { ...SETTINGS, ...LOCAL_RECEIVERS, DATABASE_URL: databaseUrl };
  const cli = async (...parameters) => JSON.parse(await runToEnd(program('cli.js'), [...parameters, '--json'], settings));
  await cli('migrate');
  const database = openPool(databaseUrl, 2);
  await database.query(UNLIMITED);
  const { key } = await cli('keys', 'create', '--name', 'bench');
  return {
    name,
    postgres,
    database,
    databaseUrl,
    key,
    /** The key of a new account. */
    newAccount: async (account) => {
      await cli('accounts', 'create', '--name', account);
      return (await cli('keys', 'create', '--name', 'bench', '--account', account)).key;
    },
    startApi: async (more = {}) => {
      const api = await startServer(program('main.js'), { ...settings, ...more });
      return { ...api, client: clientOf(api.url, key) };
    },
    startWorker: (more = {}) => startProcess(program('worker.js'), { ...settings, ...more }),
  };
}
