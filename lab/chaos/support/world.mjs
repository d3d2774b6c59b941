import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '../../support/at-end.mjs';
import { clientOf } from '../../support/client.mjs';
import { installAudit } from '../checks/audit.mjs';
import { openClients } from './clients.mjs';
import { makeForms, makeHoldingForm } from './forms.mjs';
import { openJournal } from './journal.mjs';
import { mountVolume } from './postgres.mjs';
import { startReceivers } from './receivers.mjs';
import { KEY, limitedKey, startService } from './service.mjs';

const IMAGE = 'volume.img';
const VOLUME_BYTES = 8 * 1024 ** 3;

/** Everything that faults can hit, running, with forms to submit to. The folder is kept when the run has failed. */
export async function openWorld(options, random) {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'forms-chaos-'));
  await chmod(folder, 0o711); // PostgreSQL may run as another user, and would otherwise be kept elsewhere
  const world = { folder, random, isPassed: false, currentFault: 'no fault' };
  atEnd(() => rm(world.isPassed ? folder : join(folder, IMAGE), { recursive: true, force: true, maxRetries: 5 }));
  const volume = options.seconds > 0 ? mountVolume(folder, IMAGE, VOLUME_BYTES) : null;
  const { queue } = options;
  const service = await startService({ folder, data: volume ?? folder, queue, withProxies: true });
  Object.assign(world, { volume, ...service });
  const { admin, cli, redis, apis } = service;
  await installAudit(admin, redis === null);
  const receivers = await startReceivers(random('receivers'), 32);
  const url = `http://127.0.0.1:${apis[0].port}`;
  const client = clientOf(url, KEY);
  const formsOf = (each) => makeForms(each, receivers.ports);
  const [unlimited, limited, holding] = await Promise.all([
    formsOf(client),
    limitedKey(cli).then((key) => formsOf(clientOf(url, key))),
    makeHoldingForm(client, receivers.ports),
  ]);
  Object.assign(world, { limited, holding, receipts: receivers.receipts, gate: receivers.gate });
  world.forms = [...unlimited, ...limited];
  world.journal = await openJournal(join(folder, 'accepted.jsonl'));
  world.clients = openClients({
    ports: apis.map(({ port }) => port),
    forms: world.forms,
    journal: world.journal,
    random: random('clients'),
    faultNow: () => world.currentFault,
  });
  return world;
}
