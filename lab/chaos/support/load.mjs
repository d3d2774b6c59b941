import { faultsNotRun, roundOfFaults } from '../faults/environment.mjs';
import { roundOfKills } from '../faults/kills.mjs';
import { isBroken } from '../provocations/provocations.mjs';
import { runFaults } from './lanes.mjs';

/** The part of the time that is kept for the drain: leases end after 30 s, and interrupted deliveries are repeated 5 s later. */
const DRAIN_SECONDS = 45;
/** The workers do not keep up when more runs are due or leased, and the clients wait. */
const MAX_DUE = { short: 600, long: 1_500 };
/** A run that is still open after this time is stuck, also on a busy machine. */
const MAX_DRAIN_MS = { afterLoad: 600_000, withoutLoad: 120_000 };
/** The usual duration of a trial with a worker that outlives its leases. */
const ZOMBIE_MS = 40_000;
/** A busy machine may need as much longer to reach each fail point. */
const MIN_EXTENSION_SECONDS = 600;
/** The average time between the beginnings of kills; a slow machine needs longer for each. */
const KILL_INTERVAL_MS = 6_000;

/** Load with faults at random. */
export async function underLoad(world, options, isLong) {
  logPlan(world, isLong, world.log);
  const mayGoOn = () => world.due < MAX_DUE[isLong ? 'long' : 'short'];
  const load = world.clients.load({ rate: options.rate, mayGoOn });
  const done = await faults(world, world.clients.state, options, isLong);
  await calm(world);
  const lastFaultMs = performance.now();
  world.log('no more faults');
  await load.stop();
  return { ...done, lastFaultMs, maxDrainMs: MAX_DRAIN_MS.afterLoad };
}

/** A run ends early when a promise is broken already, or was not put to the test. */
export const withoutLoad = (world) => ({
  seconds: 0,
  hitsGoal: 0,
  lastFaultMs: performance.now(),
  maxDrainMs: isBroken(world) ? 0 : MAX_DRAIN_MS.withoutLoad,
});

/** Faults until all goals of the run are reached. */
async function faults(world, clients, options, isLong) {
  const faultSeconds = options.seconds - DRAIN_SECONDS;
  const fromMs = performance.now();
  const endMs = fromMs + faultSeconds * 1000;
  const killIntervalMs = Math.min(KILL_INTERVAL_MS, (faultSeconds / Math.max(options.kills, 1)) * 1000);
  const hitsGoal = Math.max(1, Math.min(20, Math.floor(Math.max(options.kills / 10, options.seconds / 100))));
  const isOver = () =>
    performance.now() > endMs && world.events.kills.length >= options.kills && clients.accepted.length >= options.submissions;
  const isProven = () => Object.values(world.hits).every((count) => count >= hitsGoal);
  const hasTakenTooLong = () => performance.now() > endMs + Math.max(faultSeconds, MIN_EXTENSION_SECONDS) * 1000;
  const until = () => (isOver() && isProven()) || hasTakenTooLong();
  const untilForZombies = () => until() || performance.now() > endMs - ZOMBIE_MS;
  await runFaults(world, { isOver, until, untilForZombies, hitsGoal, killIntervalMs, isLong });
  return { seconds: (performance.now() - fromMs) / 1000, hitsGoal };
}

/** Everything runs again, without a fault that was left behind. */
async function calm(world) {
  await world.postgres.start();
  for (const slot of world.slots) {
    slot.pg.mode = 'pass';
    if (slot.redis) slot.redis.mode = 'pass';
  }
}

/** The first rounds of the plan; later ones follow from the same seed. */
function logPlan(world, isLong, log) {
  const names = (plan) => plan.map(({ name }) => name).join(', ');
  log(`kills: ${names(roundOfKills(world.random('kills')))}, ...`);
  log(`faults: ${names(roundOfFaults(world, world.random('faults'), isLong))}, ...`);
  for (const fault of faultsNotRun(world)) log(`not run: ${fault}`);
}
