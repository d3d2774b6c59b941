import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as pause } from 'node:timers/promises';
import { atEnd } from '../../support/at-end.mjs';
import { loadJournals } from '../checks/audit.mjs';
import { headOf, serverVersion } from '../checks/report.mjs';
import { watchProgress } from '../support/chaos.mjs';
import { openClients } from '../support/clients.mjs';
import { drain } from '../support/drain.mjs';
import { startService } from '../support/service.mjs';
import { conclude, openTraffic, openTrial } from '../support/trial.mjs';
import { FAILURES, startStore } from './gate.mjs';
import { rowsOf } from './report.mjs';

/** So many uploads may wait at a time, with which both API processes have more than they keep waiting for the store. */
const MAX_OPEN = { plain: 64, uploads: 400 };
const MAX_DRAIN_MS = 300_000;

/** Load while the store fails in one way after the other, and the checks of all data. Resolves with the report and the missed goals. */
export async function troubleStore(options) {
  const world = await openWorld(options);
  const { admin, plain, uploads, log } = world;
  const head = headOf(options, await serverVersion(admin));
  log(head.join('; '));
  const watch = watchProgress(world, { accepted: plain.clients.state.accepted }, log);
  world.failures = await underLoad(world, options);
  await drain(world, performance.now(), MAX_DRAIN_MS);
  watch.end();
  const states = [plain, uploads].map(({ clients }) => clients.state);
  await loadJournals(admin, { ...world, accepted: states.flatMap(({ accepted }) => accepted) });
  const rows = await rowsOf(world);
  return conclude(world, { head, rows, details: { states, violations: world.violations } });
}

async function openWorld({ queue, seed }) {
  const world = await openTrial('store');
  const { folder } = world;
  world.store = await startStore(join(folder, 'store'));
  Object.assign(world, await startService({ folder, queue, settings: world.store.settings }));
  const { ports, forms, journal, random, receipts } = await openTraffic(world, seed);
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
  return Object.assign(world, { receipts });
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
