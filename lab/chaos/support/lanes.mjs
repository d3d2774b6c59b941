import { setTimeout as pause } from 'node:timers/promises';
import { roundOfFaults } from '../faults/environment.mjs';
import { roundOfKills } from '../faults/kills.mjs';
import { zombie } from '../faults/zombie.mjs';

/**
 * Three lanes of faults that overlap at random: kills of processes, at fail points and at random times; faults of what is around them; and
 * workers that outlive their leases. Within a lane one fault follows the other. Once the planned part `isOver`, only what the run still has
 * to prove follows.
 */
export async function runFaults(world, { isOver, until, untilForZombies, hitsGoal, killIntervalMs, isLong }) {
  const isUnproven = ({ failPoint }) => world.hits[failPoint] < hitsGoal;
  const lanes = [
    lane(world, {
      until,
      isNeeded: (fault) => !isOver() || isUnproven(fault),
      random: world.random('kills'),
      roundOf: roundOfKills,
      intervalMs: (random) => (isOver() ? 0 : killIntervalMs * random.between(0.5, 1.5)),
    }),
    lane(world, {
      until,
      isNeeded: () => !isOver(),
      random: world.random('faults'),
      roundOf: (random) => roundOfFaults(world, random, isLong).map((fault) => observed(world, fault)),
      intervalMs: (random) => random.between(1_500, 5_000),
    }),
    lane(world, {
      until: untilForZombies,
      isNeeded: () => true,
      random: world.random('zombies'),
      roundOf: (random) => [{ name: 'suspend a worker for longer than its lease', run: () => zombie(world, random) }],
      intervalMs: (random) => random.between(5_000, 25_000),
    }),
  ];
  await Promise.all(lanes);
}

/** The intervals are those between the beginnings of faults. */
async function lane(world, { until, isNeeded, random, roundOf, intervalMs }) {
  for (; !until(); await pause(MIN_INTERVAL_MS)) {
    for (const fault of roundOf(random)) {
      if (!isNeeded(fault)) continue;
      await pause(Math.max(MIN_INTERVAL_MS, intervalMs(random)));
      if (until()) return;
      world.log(fault.name);
      await fault.run(world).catch((error) => world.log(`${fault.name} failed: ${error.message}`));
    }
  }
}

const MIN_INTERVAL_MS = 500;

/** Answers of the service are counted by the fault that is present. A second of recovery belongs to it. */
const observed = (world, { name, dependency, run }) => ({
  name,
  run: async () => {
    world.currentFault = name;
    world.counts[name] = (world.counts[name] ?? 0) + 1;
    await (dependency ? world.events.outage(dependency, run) : run());
    await pause(1_000);
    world.currentFault = 'no fault';
  },
});
