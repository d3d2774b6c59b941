import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '../../bench/support/at-end.mjs';
import { clientOf } from '../../bench/support/client.mjs';
import { installAudit } from '../checks/audit.mjs';
import { openEvents } from './events.mjs';
import { makeForms } from './forms.mjs';
import { openJournal } from './journal.mjs';
import { mountVolume, startPostgres, superuserPool } from './postgres.mjs';
import { startProxy } from './proxy.mjs';
import { startReceivers } from './receivers.mjs';
import { startRedis } from './redis.mjs';
import { cliOf, KEY, limitedKey, settingsOf, UNLIMITED } from './service.mjs';
import { openSlot } from './slots.mjs';

const SLOTS = { api_1: 'main', api_2: 'main', worker_1: 'worker', worker_2: 'worker' };
const IMAGE = 'volume.img';
const VOLUME_BYTES = 8 * 1024 ** 3;

/** Everything that faults can hit, running, with forms to submit to. The folder is kept when the run has failed. */
export async function openWorld(options, random) {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'forms-chaos-'));
  const world = { folder, random, slots: [], isPassed: false };
  atEnd(() => rm(world.isPassed ? folder : join(folder, IMAGE), { recursive: true, force: true, maxRetries: 5 }));
  const volume = mountVolume(folder, IMAGE, VOLUME_BYTES);
  const data = join(volume ?? folder, 'database');
  await mkdir(data);
  const postgres = await startPostgres(data);
  const redis = options.queue === 'redis' ? await startRedis() : null;
  const admin = superuserPool(postgres);
  const settings = settingsOf(join(volume ?? folder, 'files'));
  const cli = cliOf(postgres, redis, settings);
  await cli('migrate');
  await admin.query(ROLES.replaceAll('PASSWORD', postgres.password));
  await admin.query(UNLIMITED);
  const events = openEvents();
  Object.assign(world, { volume, postgres, redis, admin, cli, events });
  for (const [name, program] of Object.entries(SLOTS)) {
    const links = { pg: await startProxy(postgres.port), redis: redis && (await startProxy(redis.port)) };
    const addresses = {
      DATABASE_URL: postgres.urlAs(name, links.pg.port),
      ...(redis && { REDIS_URL: `redis://127.0.0.1:${links.redis.port}` }),
    };
    const all = { ...settings, ...addresses };
    world.slots.push(await openSlot({ name, program, folder, settings: all, links, events }));
  }
  world.apis = world.slots.filter(({ program }) => program === 'main');
  world.workers = world.slots.filter(({ program }) => program === 'worker');
  await events.allReady(world.apis);
  await installAudit(admin, redis === null);
  const receivers = await startReceivers(random('receivers'), 32);
  const url = `http://127.0.0.1:${world.apis[0].port}`;
  const formsOf = (key) => makeForms(clientOf(url, key), receivers.ports);
  world.forms = (await Promise.all([formsOf(KEY), limitedKey(cli).then(formsOf)])).flat();
  world.receipts = receivers.receipts;
  world.journal = await openJournal(join(folder, 'accepted.jsonl'));
  return world;
}

/** Each process has a role of its own, with the rights of the owner of the tables, so that the audit knows who writes. */
const ROLES = Object.keys(SLOTS)
  .map((name) => `create role ${name} login password 'PASSWORD' in role forms;`)
  .join('\n');
