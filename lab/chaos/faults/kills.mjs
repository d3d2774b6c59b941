import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { builtFile } from '../../../scripts/build-if-changed.mjs';

const { FAIL_POINT_NAMES } = createRequire(import.meta.url)(builtFile('platform/fail-point.js'));

export { FAIL_POINT_NAMES };

/** The fail points that API processes pass; workers pass the others. */
const OF_API = new Set(['batch-committed', 'files-stored']);
const WITHIN_MS = 15_000;
const MIN_WORK_MS = 3_000;

/** A round of kills in random order: each fail point once, and processes at random times. */
export const roundOfKills = (random) =>
  random.shuffled([
    ...FAIL_POINT_NAMES.map((failPoint) => ({
      name: `fail point ${failPoint}`,
      failPoint,
      run: (world) => killAt(world, failPoint, random),
    })),
    { name: 'kill an API process', run: ({ apis }) => killOne(apis, random) },
    { name: 'kill a worker', run: ({ workers }) => killOne(workers, random) },
    random.pick([
      { name: 'kill all workers', run: ({ workers }) => killAll(workers) },
      { name: 'kill everything', run: ({ slots }) => killAll(slots) },
      { name: 'restart a worker in order', run: ({ workers }) => terminateOne(workers, random) },
      { name: 'restart an API process in order', run: ({ apis }) => terminateOne(apis, random) },
    ]),
  ]);

const free = (slots) => slots.filter(({ isTaken }) => !isTaken);

/** Only processes that have worked for a while are ended, so that a slow machine gets fewer kills and not processes that do nothing. */
async function working(slots) {
  for (const endMs = performance.now() + WITHIN_MS; performance.now() < endMs; await pause(50)) {
    const found = free(slots).filter(hasWorked);
    if (found.length > 0) return found;
  }
  return [];
}

const hasWorked = ({ workingSinceMs }) => workingSinceMs !== null && performance.now() - workingSinceMs > MIN_WORK_MS;

async function killOne(slots, random) {
  await random.pick(await working(slots))?.kill('random');
}

async function terminateOne(slots, random) {
  await random.pick(await working(slots))?.terminate('restart');
}

async function killAll(slots) {
  await working(slots);
  await Promise.all(free(slots).map((slot) => slot.kill('random')));
}

/** Records that a process has ended itself at a fail point. */
export function noteHit(world, slot, pid, name) {
  world.events.killing(slot, pid, 'SIGKILL', name);
  world.hits[name] += 1;
}

/** Ends a process at a fail point; while it is not passed in one process, the next one is tried. */
async function killAt(world, name, random) {
  const slots = OF_API.has(name) ? world.apis : world.workers;
  for (const slot of random.shuffled(await working(slots))) {
    const { pid } = slot.child;
    const isHit = await slot.passes(name, 'SIGKILL', WITHIN_MS);
    if (!isHit || world.events.kills.some((kill) => kill.pid === pid)) continue; // something else has ended it
    noteHit(world, slot, pid, name);
    return;
  }
  world.log(`fail point ${name} was not passed`);
}
