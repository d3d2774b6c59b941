import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as pause } from 'node:timers/promises';
import { atEnd } from '../../support/at-end.mjs';
import { startService } from '../support/service.mjs';
import { clientsOf, runTrial } from '../support/trial.mjs';
import { FAILURES, startStore } from './gate.mjs';
import { rowsOf } from './report.mjs';

/** So many uploads may wait at a time, with which both API processes have more than they keep waiting for the store. */
const MAX_OPEN = { plain: 64, uploads: 400 };
const PATIENT = { connections: MAX_OPEN.uploads, pauseMs: [1_000, 3_000] }; // they were told to come back in 30 s

/** Load while the store fails in one way after the other, and the checks of all data. Resolves with the report and the missed goals. */
export const troubleStore = (options) => runTrial('store', options, { start, underLoad, rowsOf });

async function start(world, { queue }) {
  const { folder } = world;
  world.store = await startStore(join(folder, 'store'));
  return startService({ folder, queue, settings: world.store.settings });
}

/** Notes the times at which the store failed and came back. */
async function underLoad(world, { seconds, rate, uploads: uploadRate }) {
  const { store, log } = world;
  world.plain = visitorsOf(world, 'plain', ({ kind }) => kind !== 'withFiles');
  world.uploads = visitorsOf(world, 'uploads', ({ kind }) => kind === 'withFiles', PATIENT);
  world.states = [world.plain, world.uploads].map(({ clients }) => clients.state);
  const phaseMs = (seconds * 1000) / (2 * FAILURES.length + 1);
  const ends = [arrive(world.plain, rate, MAX_OPEN.plain), arrive(world.uploads, uploadRate, MAX_OPEN.uploads)];
  world.faults = [];
  for (const failure of FAILURES) {
    await pause(phaseMs);
    store.mode = failure;
    const fromMs = performance.now();
    log(`the store ${failure}`);
    await pause(phaseMs);
    store.mode = null;
    world.faults.push({ fromMs, toMs: performance.now() });
    log('the store works');
  }
  await pause(phaseMs);
  await Promise.all(ends.map((end) => end()));
  return { lastFaultMs: performance.now() };
}

const visitorsOf = (world, name, isTheirs, more) => ({
  forms: world.forms.filter(isTheirs),
  random: world.random(name),
  clients: clientsOf(world, `${name} clients`, { faultNow: () => world.store.mode ?? 'works', ...more }),
});

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
