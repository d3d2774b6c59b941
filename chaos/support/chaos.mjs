import { setTimeout as pause } from 'node:timers/promises';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadJournals } from '../checks/audit.mjs';
import { figuresOf } from '../checks/figures.mjs';
import { checkInvariants } from '../checks/invariants.mjs';
import { asTable, headOf, reportRows } from '../checks/report.mjs';
import { earlyWakeUps } from '../checks/wake-order.mjs';
import { faultsNotRun, roundOfFaults } from '../faults/environment.mjs';
import { roundOfKills } from '../faults/kills.mjs';
import { startClients } from './clients.mjs';
import { drain } from './drain.mjs';
import { runFaults } from './lanes.mjs';
import { openWorld } from './world.mjs';

/** The part of the time that is kept for the drain: leases end after 30 s, and interrupted deliveries are repeated 5 s later. */
const DRAIN_SECONDS = 45;
/** More runs than this that are due or leased mean that the workers do not keep up, and the clients wait. */
const MAX_DUE = { short: 600, long: 1_500 };
/** The usual duration of a trial with a worker that outlives its leases. */
const ZOMBIE_MS = 40_000;
/** A busy machine may need as much longer to reach each fail point. */
const MIN_EXTENSION_SECONDS = 600;
/** Between the beginnings of kills, on average; a slow machine needs longer for each. */
const KILL_INTERVAL_MS = 6_000;

export async function chaos(options, isLong, random) {
  const beganMs = performance.now();
  const log = (text) => console.log(`${((performance.now() - beganMs) / 1000).toFixed(1).padStart(7)} s  ${text}`);
  const world = await openWorld(options, random);
  Object.assign(world, { log, counts: {}, postgresStartsMs: [], currentFault: 'no fault', hits: {}, zombies: 0 });
  const version = (await world.admin.query(`select current_setting('server_version') as version`)).rows[0].version;
  const head = headOf(options, version);
  log(head.join('; '));
  logPlan(world, isLong, log);

  const clients = startClients({
    ports: world.apis.map(({ port }) => port),
    forms: world.forms,
    journal: world.journal,
    rate: options.rate,
    random: random('clients'),
    faultNow: () => world.currentFault,
    mayGoOn: () => world.due < MAX_DUE[isLong ? 'long' : 'short'],
  });
  const watch = watchProgress(world, clients.state, log);
  const { seconds, hitsGoal } = await faults(world, clients.state, options, isLong);
  await calm(world);
  const lastFaultMs = performance.now();
  log('no more faults');
  await clients.stop();
  const drained = await drain(world, lastFaultMs);
  watch.end();
  log(`${drained.open} runs are open after ${drained.seconds.toFixed(1)} s`);

  const wakeUps = drained.open === 0 ? await earlyWakeUps(world) : { early: 0 };
  if (wakeUps.entry) clients.state.accepted.push(wakeUps.entry);
  if (wakeUps.entry) await drain(world, performance.now());
  await loadJournals(world.admin, { ...world, accepted: clients.state.accepted });
  const invariants = await checkInvariants(world.admin);
  const verification = await verify(world);
  const figures = await figuresOf(world, clients.state, drained, isLong);
  const { hits } = world;
  const accepted = clients.state.accepted.length;
  const rows = reportRows({
    invariants,
    figures,
    hits,
    hitsGoal,
    verification,
    earlyWakeUps: wakeUps.early,
    world,
    accepted,
    seconds,
  });
  const isPassed = rows.every(({ verdict }) => verdict !== 'missed');
  world.isPassed = isPassed;
  const details = {
    invariants,
    verification,
    unexpected: clients.state.unexpected,
    ends: world.events.ownEnds(),
    answers: clients.state.answers,
  };
  await writeFile(join(world.folder, 'details.json'), JSON.stringify(details, null, 2));
  if (!isPassed) log(`the logs, journals and details are in ${world.folder}`);
  const duration = `${Math.round(seconds)} s of faults, ${Math.round((performance.now() - beganMs) / 1000)} s in all`;
  return { text: textOf([...head, duration], rows, world), isPassed };
}

/** Faults until all goals of the run are reached. */
async function faults(world, clients, options, isLong) {
  const faultSeconds = options.seconds - DRAIN_SECONDS;
  const fromMs = performance.now();
  const endMs = fromMs + faultSeconds * 1000;
  const killIntervalMs = Math.min(KILL_INTERVAL_MS, (faultSeconds / Math.max(options.kills, 1)) * 1000);
  const hitsGoal = Math.max(1, Math.min(20, Math.floor(Math.max(options.kills / 10, options.seconds / 100))));
  const isOver = () =>
    performance.now() > endMs &&
    world.events.kills.length >= options.kills &&
    clients.accepted.length >= options.submissions;
  const isProven = () => world.zombies > 0 && Object.values(world.hits).every((count) => count >= hitsGoal);
  const hasTakenTooLong = () => performance.now() > endMs + Math.max(faultSeconds, MIN_EXTENSION_SECONDS) * 1000;
  const until = () => (isOver() && isProven()) || hasTakenTooLong();
  const untilForZombies = () => until() || (world.zombies > 0 && performance.now() > endMs - ZOMBIE_MS);
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

/** Most open runs wait for the next attempt of a delivery, for minutes when several have failed. */
const OPEN = `
  select count(*)::int as open, (count(*) filter (where due_at <= now() or lease_owner is not null))::int as due
  from workflow_runs where completed_at is null`;

function watchProgress(world, clients, log) {
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
        log(
          `${clients.accepted.length} accepted, ${world.open} open, ${world.receipts.length} received, ${kills} kills`,
        );
    }
  };
  void look();
  return { end: () => (isOver = true) };
}

/** The command fails when it finds a violation, and prints what it has found. */
async function verify({ cli }) {
  try {
    const { checks } = await cli('verify');
    return checks.flatMap(({ violations }) => violations);
  } catch (error) {
    return [error.message];
  }
}

function textOf(head, rows, world) {
  const counted = Object.entries(world.counts).map(([name, count]) => `${name} (${count})`);
  const lines = [...head, `faults: ${counted.join(', ')}`, ...faultsNotRun(world).map((fault) => `not run: ${fault}`)];
  return `${lines.map((line) => `- ${line}`).join('\n')}\n\n${asTable(rows)}`;
}
