import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { atEnd } from '../../support/at-end.mjs';
import { clientOf } from '../../support/client.mjs';
import { randomFrom } from '../../support/random.mjs';
import { installAudit, loadJournals } from '../checks/audit.mjs';
import { checkInvariants } from '../checks/invariants.mjs';
import { asTable, headOf, serverVersion, verdictOf, violationsIn } from '../checks/report.mjs';
import { openClients } from './clients.mjs';
import { drain } from './drain.mjs';
import { makeForms, makeHoldingForm } from './forms.mjs';
import { openJournal } from './journal.mjs';
import { startReceivers } from './receivers.mjs';
import { KEY, limitedKey } from './service.mjs';

const MAX_DRAIN_MS = 300_000;

/**
 * A trial of the service: `start` resolves with the service, `underLoad` lets clients submit while faults happen and may resolve with the
 * time of the last fault and that of the longest drain, `rowsOf` resolves with the goals, after the checks of all data. All of them get
 * the world of the trial and its options. Resolves with the report and the goals that were missed.
 */
export async function runTrial(name, options, { start, underLoad, rowsOf, head = [] }) {
  const world = await openTrial(name);
  Object.assign(world, await start(world, options));
  await openTraffic(world, options.seed);
  const { admin, clients, log } = world;
  Object.assign(world, { states: [clients.state], head: [...headOf(options, await serverVersion(admin)), ...head] });
  log(world.head.join('; '));
  const watch = watchProgress(world);
  const { lastFaultMs, maxDrainMs = MAX_DRAIN_MS } = await underLoad(world, options);
  world.drained = await drain(world, lastFaultMs, maxDrainMs);
  watch.end();
  log(`${world.drained.open} runs are open after ${world.drained.seconds.toFixed(1)} s`);
  await loadJournals(admin, { ...world, accepted: acceptedIn(world) });
  world.invariants = await checkInvariants(admin);
  world.violations = await violationsIn(world);
  const rows = await rowsOf(world, options);
  const { invariants, violations, drained, faults, states, events } = world;
  const answers = states.map((state) => ({ answers: state.answers, unexpected: state.unexpected }));
  return conclude(world, rows, { invariants, violations, drained, faults, answers, ends: events.ownEnds() });
}

export const acceptedIn = ({ states }) => states.flatMap(({ accepted }) => accepted);

/** The beginning of a trial: its log, and a folder that is kept when it has failed. */
export async function openTrial(name) {
  const beganMs = performance.now();
  const folder = await mkdtemp(join(await realpath(tmpdir()), `forms-${name}-`));
  await chmod(folder, 0o711); // PostgreSQL may run as another user, and would otherwise be kept elsewhere
  const log = (text) => console.log(`${((performance.now() - beganMs) / 1000).toFixed(1).padStart(7)} s  ${text}`);
  const world = { folder, log, isPassed: false, due: 0, currentFault: 'no fault' };
  atEnd(() => world.isPassed && rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return world;
}

/** The forms for clients, of all kinds, of an account without limits and of a limited one, with receivers and a journal. */
export async function openTraffic(world, seed) {
  const { folder, admin, cli, redis, apis } = world;
  await installAudit(admin, redis === null);
  const random = (purpose) => randomFrom(seed, purpose);
  const receivers = await startReceivers(random('receivers'), 32);
  const ports = apis.map(({ port }) => port);
  const client = (key) => clientOf(`http://127.0.0.1:${ports[0]}`, key);
  const [unlimited, limited, holding] = await Promise.all([
    makeForms(client(KEY), receivers.ports),
    limitedKey(cli).then((key) => makeForms(client(key), receivers.ports)),
    makeHoldingForm(client(KEY), receivers.ports),
  ]);
  const { receipts, gate } = receivers;
  const journal = await openJournal(join(folder, 'accepted.jsonl'));
  Object.assign(world, { random, ports, unlimited, limited, holding, forms: [...unlimited, ...limited], receipts, gate, journal });
  world.clients = clientsOf(world, 'clients');
}

/** Clients with a source of random choices of their own. */
export const clientsOf = (world, name, more = {}) =>
  openClients({ ...world, random: world.random(name), faultNow: () => world.currentFault, ...more });

/** Most open runs wait for the next attempt of a delivery, for minutes when several have failed. */
const OPEN = `
  select count(*)::int as open, (count(*) filter (where due_at <= now() or lease_owner is not null))::int as due
  from workflow_runs where completed_at is null`;

/** Counts the open runs each second, as members of the world, and logs them. */
function watchProgress(world) {
  let isOver = false;
  const look = async () => {
    for (let count = 1; !isOver; count += 1) {
      await pause(1_000);
      const { rows } = await world.admin.query(OPEN).catch(() => ({ rows: [] }));
      Object.assign(world, rows[0]);
      const { receipts, events, open = 0 } = world;
      const text = `${acceptedIn(world).length} accepted, ${open} open, ${receipts.length} received, ${events.kills.length} kills`;
      if (count % 5 === 0) world.log(text);
    }
  };
  const end = () => (isOver = true);
  atEnd(end);
  void look();
  return { end };
}

/** Resolves with the report and the goals that were missed. */
export async function conclude(world, rows, details) {
  const judged = rows.map((row) => ({ note: '', ...row, verdict: verdictOf(row) }));
  const missed = judged.filter(({ verdict }) => verdict === 'missed').map(({ what }) => what);
  world.isPassed = missed.length === 0;
  await writeFile(join(world.folder, 'details.json'), JSON.stringify(details, null, 2));
  if (!world.isPassed) world.log(`the logs, journals and details are in ${world.folder}`);
  return { text: `${world.head.map((line) => `- ${line}`).join('\n')}\n\n${asTable(judged)}`, missed };
}
