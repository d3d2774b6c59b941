import { createRequire } from 'node:module';
import { runToEnd } from '../../bench/support/processes.mjs';
import { builtFile } from '../../scripts/build-if-needed.mjs';

const { makeSecret } = createRequire(import.meta.url)(builtFile('api/auth/secret-format.rules.js'));

/** The first key of the database. The processes get it as a setting. */
export const KEY = makeSecret('fck').text;

/** The settings of all processes except for addresses. `files` is the folder of uploads. */
export const settingsOf = (files) => ({
  BOOTSTRAP_API_KEY: KEY,
  APP_SECRET: 'a secret of the chaos test, which runs on this machine only',
  DATA_DIR: files,
  MIGRATE_ON_START: 'false',
  SHUTDOWN_DELAY_SECONDS: '0',
  EGRESS_ALLOW_CIDRS: '127.0.0.0/8',
  LOG_LEVEL: 'warn',
  INTAKE_PER_IP_FORM: '0',
  INTAKE_PER_IP: '0',
  INTAKE_PER_FORM: '0',
});

/** Runs commands of the service, which print JSON. */
export function cliOf(postgres, redis, settings) {
  const env = { ...settings, DATABASE_URL: postgres.urlAs('forms') };
  if (redis) env.REDIS_URL = `redis://127.0.0.1:${redis.port}`;
  return async (...parameters) => JSON.parse(await runToEnd(builtFile('cli.js'), [...parameters, '--json'], env));
}

/** The key of an account with a limit of points and more of them than it needs; the first account has none. */
export async function limitedKey(cli) {
  await cli('accounts', 'create', '--name', 'limited', '--plan', 'business');
  const granting = cli('accounts', 'grant-points', '--account', 'limited', '--points', '10000000');
  const { key } = await cli('keys', 'create', '--name', 'chaos', '--account', 'limited');
  await granting;
  return key;
}

export const UNLIMITED = `update plans set read_per_minute = 10000000, write_per_minute = 10000000, form_submissions_per_month = null,
  destructive_per_minute = 10000000, aggregate_per_minute = 10000000`;
