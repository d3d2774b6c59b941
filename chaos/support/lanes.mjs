import { setTimeout as pause } from 'node:timers/promises';
import { roundOfFaults } from '../faults/environment.mjs';
import { FAIL_POINT_NAMES, roundOfKills } from '../faults/kills.mjs';
import { zombie } from '../faults/zombie.mjs';

/**
 * Three lanes of faults that overlap at random: kills of processes, at fail points and at random times; faults of what is around them; and
 * workers that outlive their leases. Within a lane one fault follows the other.
 */
export async function runFaults(world, { until, untilForZombies, killIntervalMs, isLong }) {
  world.hits = Object.fromEntries(FAIL_POINT_NAMES.map((name) => [name, 0]));
  const lanes = [
    lane(world, until, world.random('kills'), roundOfKills, (random) => killIntervalMs * random.between(0.5, 1.5)),
    lane(
      world,
      until,
      world.random('faults'),
      (random) => roundOfFaults(world, random, isLong).map((fault) => observed(world, fault)),
      (random) => random.between(1_500, 5_000),
    ),
    lane(
      world,
      untilForZombies,
      world.random('zombies'),
      (random) => [{ name: 'suspend a worker for longer than its lease', run: () => zombie(world, random) }],
      (random) => random.between(5_000, 25_000),
    ),
  ];
  await Promise.all(lanes);
}

/** The intervals are those between the beginnings of faults. */
async function lane(world, until, random, roundOf, intervalMs) {
  while (!until()) {
    for (const fault of roundOf(random)) {
      await pause(Math.max(500, intervalMs(random)));
      if (until()) return;
      world.log(fault.name);
      await fault.run(world).catch((error) => world.log(`${fault.name} failed: ${error.message}`));
    }
  }
}

/** Answers of the service are counted by the fault that is present. A second of recovery belongs to it. */
const observed = (world, { name, isOutage, run }) => ({
  name,
  run: async () => {
    world.currentFault = name;
    world.counts[name] = (world.counts[name] ?? 0) + 1;
    await (isOutage ? world.events.outage(name, run) : run());
    await pause(1_000);
    world.currentFault = 'no fault';
  },
});
