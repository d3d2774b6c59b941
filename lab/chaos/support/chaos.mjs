import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { atEnd } from '../../support/at-end.mjs';
import { figuresOf } from '../checks/figures.mjs';
import { reportRows, verdictOf } from '../checks/report.mjs';
import { faultsNotRun } from '../faults/environment.mjs';
import { FAIL_POINT_NAMES } from '../faults/kills.mjs';
import { provoke, provocationRows } from '../provocations/provocations.mjs';
import { underLoad, withoutLoad } from './load.mjs';
import { mountVolume } from './postgres.mjs';
import { startService } from './service.mjs';
import { runTrial } from './trial.mjs';

const IMAGE = 'volume.img';
const VOLUME_BYTES = 8 * 1024 ** 3;

/** Provocations, load with faults at random when none of them has failed, and the checks. */
export function chaos(options) {
  const beganMs = performance.now();
  /** Verdicts on times need a machine that is not busy and enough samples, so that short runs only state these figures. */
  const isLong = options.seconds >= 600;
  return runTrial('chaos', options, {
    start: async (world, { seconds, queue }) => {
      const { folder } = world;
      Object.assign(world, { counts: {}, postgresStartsMs: [], hits: Object.fromEntries(FAIL_POINT_NAMES.map((name) => [name, 0])) });
      atEnd(() => rm(join(folder, IMAGE), { force: true }));
      world.volume = seconds > 0 ? mountVolume(folder, IMAGE, VOLUME_BYTES) : null;
      return startService({ folder, data: world.volume ?? folder, queue, withProxies: true });
    },
    underLoad: async (world, { provoke: names, seconds }) => {
      await provoke(world, names?.split(','));
      const isProven = provocationRows(world).every((row) => verdictOf(row) === 'met');
      world.done = isProven && seconds > 0 ? await underLoad(world, options, isLong) : withoutLoad(world);
      return world.done;
    },
    rowsOf: async (world) => {
      const { seconds, hitsGoal } = world.done;
      const figures = await figuresOf(world, isLong);
      const counted = Object.entries(world.counts).map(([name, count]) => `${name} (${count})`);
      world.head.push(
        `${Math.round(seconds)} s of faults, ${Math.round((performance.now() - beganMs) / 1000)} s in all`,
        `faults: ${counted.join(', ')}`,
        ...(options.seconds > 0 ? faultsNotRun(world).map((fault) => `not run: ${fault}`) : []),
      );
      return reportRows(world, { figures, hitsGoal, seconds });
    },
  });
}
