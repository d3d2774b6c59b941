import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { builtFile } from '../../../scripts/build-if-changed.mjs';
import { runToEnd } from '../../support/processes.mjs';
import { startRedis } from '../../support/redis.mjs';
import { LOCAL_RECEIVERS, SETTINGS, UNLIMITED } from '../../support/service-settings.mjs';
import { openEvents } from './events.mjs';
import { startPostgres, superuserPool } from './postgres.mjs';
import { startProxy } from './proxy.mjs';
import { openSlot } from './slots.mjs';

const { makeSecret } = createRequire(import.meta.url)(builtFile('api/auth/secret-format.rules.js'));

/** The first key of the database. The processes get it as a setting. */
export const KEY = makeSecret('fck').text;

const PROGRAMS = { api_1: 'main', api_2: 'main', worker_1: 'worker', worker_2: 'worker' };

/**
 * Two API processes and two workers as in production, ready, with their database and Redis and without limits. `folder` is for logs, `data`
 * for the database and the files; with proxies, each process reaches PostgreSQL and Redis through its own. `server` is another PostgreSQL,
 * with the methods and members of `startPostgres` that are used here, and `redisNodes` a Redis of several servers with its address.
 */
export async function startService({ folder, data = folder, queue, server, redisNodes, withProxies = false, settings: more = {} }) {
  const postgres = server ?? (await newServer(`${data}/database`));
  const redis = queue === 'redis' ? (redisNodes ?? (await redisServer())) : null;
  const admin = superuserPool(postgres);
  const settings = { ...SETTINGS, ...LOCAL_RECEIVERS, ...more, BOOTSTRAP_API_KEY: KEY, LOG_LEVEL: 'warn', DATA_DIR: `${data}/files` };
  const cli = cliOf({ ...settings, ...addressesOf(postgres, redis, 'forms', {}) });
  await cli('migrate');
  await admin.query(ROLES.replaceAll('PASSWORD', postgres.password));
  await admin.query(UNLIMITED);
  const service = { postgres, redis, admin, cli, events: openEvents(), slots: [] };
  for (const [name, program] of Object.entries(PROGRAMS)) {
    const links = withProxies ? { pg: await startProxy(postgres.port), redis: redis && (await startProxy(redis.port)) } : {};
    const all = { ...settings, ...addressesOf(postgres, redis, name, links) };
    service.slots.push(await openSlot({ name, program, folder, settings: all, links, events: service.events }));
  }
  service.apis = service.slots.filter(({ program }) => program === 'main');
  service.workers = service.slots.filter(({ program }) => program === 'worker');
  await service.events.allReady(service.apis);
  return service;
}

async function newServer(folder) {
  await mkdir(folder);
  return startPostgres(folder);
}

async function redisServer() {
  const redis = await startRedis();
  if (redis === null) throw new Error('redis-server is not installed. Install it, or use --queue postgres.');
  return redis;
}

function addressesOf(postgres, redis, role, links) {
  return {
    DATABASE_URL: postgres.urlAs(role, links.pg?.port),
    ...(redis && { REDIS_URL: links.redis ? `redis://127.0.0.1:${links.redis.port}` : redis.url }),
  };
}

/** Runs commands of the service, which print JSON. */
const cliOf =
  (env) =>
  async (...parameters) =>
    JSON.parse(await runToEnd(builtFile('cli.js'), [...parameters, '--json'], env));

/** Each process has a role of its own, with the rights of the owner of the tables, so that the audit knows who writes. */
const ROLES = Object.keys(PROGRAMS)
  .map((name) => `create role ${name} login password 'PASSWORD' in role forms;`)
  .join('\n');

/** The key of an account with a limit of points and more of them than it needs; the first account has none. */
export async function limitedKey(cli) {
  await cli('accounts', 'create', '--name', 'limited', '--plan', 'business');
  const granting = cli('accounts', 'grant-points', '--account', 'limited', '--points', '10000000');
  const { key } = await cli('keys', 'create', '--name', 'chaos', '--account', 'limited');
  await granting;
  return key;
}
