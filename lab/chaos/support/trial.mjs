import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '../../support/at-end.mjs';
import { clientOf } from '../../support/client.mjs';
import { randomFrom } from '../../support/random.mjs';
import { installAudit } from '../checks/audit.mjs';
import { asTable } from '../checks/report.mjs';
import { makeForms } from './forms.mjs';
import { openJournal } from './journal.mjs';
import { startReceivers } from './receivers.mjs';
import { KEY, limitedKey } from './service.mjs';

/** What a trial begins with: its log, and a folder that is kept when it has failed. */
export async function openTrial(name) {
  const beganMs = performance.now();
  const folder = await mkdtemp(join(await realpath(tmpdir()), `forms-${name}-`));
  await chmod(folder, 0o711); // PostgreSQL may run as another user
  const log = (text) => console.log(`${((performance.now() - beganMs) / 1000).toFixed(1).padStart(7)} s  ${text}`);
  const world = { folder, log, isPassed: false, due: 0, currentFault: 'no fault' };
  atEnd(() => world.isPassed && rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return world;
}

/** What clients of a service need: forms of all kinds, of an account without limits and of a limited one, with receivers and a journal. */
export async function openTraffic({ folder, admin, cli, redis, apis }, seed) {
  await installAudit(admin, redis === null);
  const random = (purpose) => randomFrom(seed, purpose);
  const receivers = await startReceivers(random('receivers'), 32);
  const ports = apis.map(({ port }) => port);
  const keys = [KEY, await limitedKey(cli)];
  const formsOf = (key) => makeForms(clientOf(`http://127.0.0.1:${ports[0]}`, key), receivers.ports);
  const forms = (await Promise.all(keys.map(formsOf))).flat();
  return {
    random,
    ports,
    forms,
    receipts: receivers.receipts,
    journal: await openJournal(join(folder, 'accepted.jsonl')),
  };
}

/** Resolves with the report and the goals that were missed. */
export async function conclude(world, { head, rows, details }) {
  const missed = rows.filter(({ verdict }) => verdict === 'missed').map(({ what }) => what);
  world.isPassed = missed.length === 0;
  await writeFile(join(world.folder, 'details.json'), JSON.stringify(details, null, 2));
  if (!world.isPassed) world.log(`the logs, journals and details are in ${world.folder}`);
  return { text: `${head.map((line) => `- ${line}`).join('\n')}\n\n${asTable(rows)}`, missed };
}
