import { setTimeout as pause } from 'node:timers/promises';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { atEnd } from '../../support/at-end.mjs';
import { loadJournals } from '../checks/audit.mjs';
import { figuresOf } from '../checks/figures.mjs';
import { checkInvariants } from '../checks/invariants.mjs';
import { asTable, headOf, reportRows, serverVersion, verdictOf } from '../checks/report.mjs';
import { violationsIn } from '../checks/verification.mjs';
import { faultsNotRun } from '../faults/environment.mjs';
import { FAIL_POINT_NAMES } from '../faults/kills.mjs';
import { provoke, provocationRows } from '../provocations/provocations.mjs';
import { drain } from './drain.mjs';
import { underLoad, withoutLoad } from './load.mjs';
import { openWorld } from './world.mjs';

/**
 * Provocations, load with faults at random when none of them has failed, and the checks. Resolves with the report and
 * the goals that were missed.
 */
export async function chaos(options, isLong, random) {
  const beganMs = performance.now();
  const log = (text) => console.log(`${((performance.now() - beganMs) / 1000).toFixed(1).padStart(7)} s  ${text}`);
  const world = await openWorld(options, random);
  const hits = Object.fromEntries(FAIL_POINT_NAMES.map((name) => [name, 0]));
  Object.assign(world, { log, counts: {}, postgresStartsMs: [], hits });
  const head = headOf(options, await serverVersion(world.admin));
  log(head.join('; '));
  const { state } = world.clients;
  const watch = watchProgress(world, state, log);
  await provoke(world, options.provoke);
  const isProven = provocationRows(world).every((row) => verdictOf(row) === 'met');
  const { seconds, hitsGoal, lastFaultMs, maxDrainMs } =
    isProven && options.seconds > 0 ? await underLoad(world, options, isLong) : withoutLoad(world);
  const drained = await drain(world, lastFaultMs, maxDrainMs);
  watch.end();
  log(`${drained.open} runs are open after ${drained.seconds.toFixed(1)} s`);

  await loadJournals(world.admin, { ...world, accepted: state.accepted });
  const invariants = await checkInvariants(world.admin);
  const verification = await violationsIn(world);
  const figures = await figuresOf(world, state, drained, isLong);
  const accepted = state.accepted.length;
  const rows = reportRows({
    invariants,
    figures,
    hits,
    hitsGoal,
    verification,
    world,
    accepted,
    seconds,
  });
  const isPassed = rows.every(({ verdict }) => verdict !== 'missed');
  world.isPassed = isPassed;
  const details = {
    invariants,
    verification,
    unexpected: state.unexpected,
    ends: world.events.ownEnds(),
    answers: state.answers,
  };
  await writeFile(join(world.folder, 'details.json'), JSON.stringify(details, null, 2));
  if (!isPassed) log(`the logs, journals and details are in ${world.folder}`);
  const duration = `${Math.round(seconds)} s of faults, ${Math.round((performance.now() - beganMs) / 1000)} s in all`;
  const missed = rows.filter(({ verdict }) => verdict === 'missed').map(({ what }) => what);
  const notRun = options.seconds > 0 ? faultsNotRun(world) : [];
  return { text: textOf([...head, duration], rows, world, notRun), missed };
}

/** Most open runs wait for the next attempt of a delivery, for minutes when several have failed. */
const OPEN = `
  select count(*)::int as open, (count(*) filter (where due_at <= now() or lease_owner is not null))::int as due
  from workflow_runs where completed_at is null`;

/** Counts the open runs each second, as members of the world, and logs them. */
export function watchProgress(world, clients, log) {
  let isOver = false;
  Object.assign(world, { open: 0, due: 0 });
  const look = async () => {
    for (let count = 1; !isOver; count += 1) {
      await pause(1_000);
      const [counts] = await world.admin.query(OPEN).then(
        ({ rows }) => rows,
        () => [],
      );
      Object.assign(world, counts);
      const kills = world.events.kills.length;
      if (count % 5 === 0)
        log(`${clients.accepted.length} accepted, ${world.open} open, ${world.receipts.length} received, ${kills} kills`);
    }
  };
  const end = () => (isOver = true);
  atEnd(end);
  void look();
  return { end };
}

function textOf(head, rows, world, notRun) {
  const counted = Object.entries(world.counts).map(([name, count]) => `${name} (${count})`);
  const lines = [...head, `faults: ${counted.join(', ')}`, ...notRun.map((fault) => `not run: ${fault}`)];
  return `${lines.map((line) => `- ${line}`).join('\n')}\n\n${asTable(rows)}`;
}
