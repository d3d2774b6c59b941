import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as pause } from 'node:timers/promises';
import { atEnd } from '../../support/at-end.mjs';
import { clientOf } from '../../support/client.mjs';
import { randomFrom } from '../../support/random.mjs';
import { installAudit, loadJournals } from '../checks/audit.mjs';
import { asTable, headOf } from '../checks/report.mjs';
import { watchProgress } from '../support/chaos.mjs';
import { openClients } from '../support/clients.mjs';
import { drain } from '../support/drain.mjs';
import { makeForms } from '../support/forms.mjs';
import { openJournal } from '../support/journal.mjs';
import { startReceivers } from '../support/receivers.mjs';
import { KEY, limitedKey, startService } from '../support/service.mjs';
import { FAILURES, startStore } from './gate.mjs';
import { rowsOf } from './report.mjs';

/** So many uploads may wait at a time, with which both API processes have more than they keep waiting for the store. */
const MAX_OPEN = { plain: 64, uploads: 400 };
const MAX_DRAIN_MS = 300_000;

/** Load while the store fails in one way after the other, and the checks of all data. Resolves with the report and the missed goals. */
export async function troubleStore(options) {
  const beganMs = performance.now();
  const log = (text) => console.log(`${((performance.now() - beganMs) / 1000).toFixed(1).padStart(7)} s  ${text}`);
  const world = await openWorld(options, log);
  const { admin, plain, uploads } = world;
  const head = headOf(
    options,
    (await admin.query(`select current_setting('server_version') as version`)).rows[0].version,
  );
  log(head.join('; '));
  const watch = watchProgress(world, { accepted: plain.clients.state.accepted }, log);
  world.failures = await underLoad(world, options);
  await drain(world, performance.now(), MAX_DRAIN_MS);
  watch.end();
  const accepted = [plain, uploads].flatMap(({ clients }) => clients.state.accepted);
  await loadJournals(admin, { ...world, accepted });
  const rows = await rowsOf(world);
  const missed = rows.filter(({ verdict }) => verdict === 'missed').map(({ what }) => what);
  world.isPassed = missed.length === 0;
  await writeFile(
    join(world.folder, 'details.json'),
    JSON.stringify([plain.clients.state, uploads.clients.state], null, 2),
  );
  if (!world.isPassed) log(`the logs, journals and details are in ${world.folder}`);
  return { text: `${head.map((line) => `- ${line}`).join('\n')}\n\n${asTable(rows)}`, missed };
}

async function openWorld({ queue, seed }, log) {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'forms-store-'));
  await chmod(folder, 0o711); // PostgreSQL may run as another user
  const world = { folder, log, isPassed: false, due: 0 };
  atEnd(() => world.isPassed && rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  world.store = await startStore(join(folder, 'store'));
  Object.assign(world, await startService({ folder, queue, settings: world.store.settings }));
  await installAudit(world.admin, world.redis === null);
  const random = (purpose) => randomFrom(seed, purpose);
  const receivers = await startReceivers(random('receivers'), 32);
  const ports = world.apis.map(({ port }) => port);
  const keys = [KEY, await limitedKey(world.cli)];
  const formsOf = (key) => makeForms(clientOf(`http://127.0.0.1:${ports[0]}`, key), receivers.ports);
  const forms = (await Promise.all(keys.map(formsOf))).flat();
  const journal = await openJournal(join(folder, 'accepted.jsonl'));
  const visitorsOf = (name, isTheirs, client) => ({
    forms: forms.filter(isTheirs),
    random: random(name),
    clients: openClients({
      ...{ ports, forms, journal, random: random(`${name} clients`) },
      faultNow: () => world.store.mode ?? 'works',
      ...client,
    }),
  });
  const patient = { connections: MAX_OPEN.uploads, pauseMs: [1_000, 3_000] }; // they were told to come back in 30 s
  world.plain = visitorsOf('plain', ({ kind }) => kind !== 'withFiles', {});
  world.uploads = visitorsOf('uploads', ({ kind }) => kind === 'withFiles', patient);
  world.receipts = receivers.receipts;
  return world;
}

/** Resolves with the times at which the store failed and came back. */
async function underLoad({ store, plain, uploads, log }, { seconds, rate, uploads: uploadRate }) {
  const phaseMs = (seconds * 1000) / (2 * FAILURES.length + 1);
  const ends = [arrive(plain, rate, MAX_OPEN.plain), arrive(uploads, uploadRate, MAX_OPEN.uploads)];
  const failures = [];
  for (const failure of FAILURES) {
    await pause(phaseMs);
    store.mode = failure;
    const fromMs = performance.now();
    log(`the store ${failure}`);
    await pause(phaseMs);
    store.mode = null;
    failures.push({ fromMs, toMs: performance.now() });
    log('the store works');
  }
  await pause(phaseMs);
  await Promise.all(ends.map((end) => end()));
  return failures;
}

/** Submissions that arrive at a rate, whether earlier ones were answered or not, until the function that it gives is called. */
function arrive({ clients, forms, random }, rate, maxOpen) {
  const open = new Set();
  let count = 0;
  const timer = setInterval(() => {
    if (open.size >= maxOpen) return;
    const submitting = clients.submit(random.pick(forms), { first: count++ }).finally(() => open.delete(submitting));
    open.add(submitting);
  }, 1000 / rate);
  atEnd(() => clearInterval(timer));
  return async () => {
    clearInterval(timer);
    await Promise.all(open);
  };
}
