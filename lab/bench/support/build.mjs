import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { atEnd } from '../../support/at-end.mjs';
import { clientOf } from '../../support/client.mjs';
import { openPool } from '../../support/pool.mjs';
import { outputOf, runToEnd, startProcess, startServer } from '../../support/processes.mjs';
import * as ownSettings from '../../support/service-settings.mjs';

export const THIS_CHECKOUT = fileURLToPath(new URL('../../..', import.meta.url));

/** Builds a commit in a temporary folder, which is removed at the end, and resolves with its checkout. */
export async function buildCommit(ref) {
  const folder = await mkdtemp(join(tmpdir(), 'forms-bench-build-'));
  const checkout = join(folder, 'checkout');
  const git = (...parameters) => execFileSync('git', ['-C', THIS_CHECKOUT, 'worktree', ...parameters]);
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` }; // the Node that measures
  const npm = (...parameters) => outputOf('npm', ['--prefix', checkout, ...parameters], env);
  atEnd(async () => {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    git('prune');
  });
  console.log(`Building ${ref} ...`);
  git('add', '--quiet', '--detach', checkout, ref);
  await npm('ci', '--no-audit', '--no-fund');
  await npm('run', 'build');
  return checkout;
}

/**
 * The service as built in a checkout and as it runs in production, on a database of its own, without limits that would distort the
 * measurement. Only the programs and the settings of that build are used, never its modules, so it may be of another version.
 */
export async function prepareBuild(postgres, checkout, name) {
  const program = (file) => join(resolve(checkout), 'dist', file);
  const databaseUrl = await postgres.createDatabase(name);
  const { SETTINGS, LOCAL_RECEIVERS, UNLIMITED } = await settingsOf(resolve(checkout));
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

/** Names of settings and of limits change, so a build gets those that its own laboratory knows. */
async function settingsOf(checkout) {
  const file = join(checkout, 'lab/support/service-settings.mjs');
  return existsSync(file) ? import(pathToFileURL(file).href) : EARLY;
}

/** The paths of builds from before the laboratory had its folder. */
const EARLY = {
  ...ownSettings,
  SETTINGS: { ...ownSettings.SETTINGS, INTAKE_PER_IP_FORM: '0', INTAKE_PER_IP: '0', INTAKE_PER_FORM: '0' },
  UNLIMITED: `update plans set read_per_minute = 10000000, write_per_minute = 10000000, destructive_per_minute = 10000000,
    aggregate_per_minute = 10000000`,
};
