import { setTimeout as pause } from 'node:timers/promises';
import { checkInvariants } from '../checks/invariants.mjs';
import { loadJournals } from '../checks/audit.mjs';
import { headOf, invariantRows, serverVersion, verdictOf } from '../checks/report.mjs';
import { violationsIn } from '../checks/verification.mjs';
import { watchProgress } from '../support/chaos.mjs';
import { openClients } from '../support/clients.mjs';
import { drain } from '../support/drain.mjs';
import { startService } from '../support/service.mjs';
import { conclude, openTraffic, openTrial } from '../support/trial.mjs';
import { startRedisCluster } from './cluster.mjs';
import { watchLimit } from './limit.mjs';
import { startSentinels } from './sentinels.mjs';

const STARTS = { sentinel: startSentinels, cluster: startRedisCluster };
const MAX_DUE = 600;
const MAX_DRAIN_MS = 300_000;
const CALM_MS = 2_000;
const WITHIN_MS = 60_000;

/** Load while masters of Redis are killed, and the checks of all data. Resolves with the report and the goals that were missed. */
export async function replaceMasters(options) {
  const world = await openTrial('redis');
  const { folder, log } = world;
  const redisNodes = await STARTS[options.kind](folder);
  Object.assign(world, await startService({ folder, queue: 'redis', redisNodes }));
  const { admin, events } = world;
  const { ports, forms, journal, random, receipts } = await openTraffic(world, options.seed);
  const clients = openClients({ ports, forms, journal, random: random('clients'), faultNow: () => world.currentFault });
  const { state } = clients;
  Object.assign(world, { receipts, clients });
  const head = [...headOf(options, await serverVersion(admin)), `the master is replaced by ${options.kind}`];
  log(head.join('; '));
  const limit = await watchLimit(world);
  const watch = watchProgress(world, state, log);
  const load = clients.load({ rate: options.rate, mayGoOn: () => world.due < MAX_DUE });
  const failovers = await underLoad(world, options, random('faults'));
  const lastFaultMs = performance.now();
  await load.stop();
  const drained = await drain(world, lastFaultMs, MAX_DRAIN_MS);
  watch.end();
  limit.end();
  await loadJournals(admin, { ...world, accepted: state.accepted });
  world.violations = await violationsIn(world);
  const rows = [...invariantRows(await checkInvariants(admin)), ...rowsOf(world, { failovers, drained, limit })];
  const { unexpected, answers } = state;
  const details = {
    failovers,
    drained,
    limit,
    unexpected,
    answers,
    violations: world.violations,
    ends: events.ownEnds(),
  };
  return conclude(world, { head, rows: rows.map((row) => ({ note: '', ...row, verdict: verdictOf(row) })), details });
}

async function underLoad(world, { kills }, random) {
  const failovers = [];
  while (failovers.length < kills) {
    await pause(CALM_MS);
    failovers.push(await replaceMaster(world, random));
    world.log(`a master was killed, and another one was there after ${(failovers.at(-1).ms / 1000).toFixed(2)} s`);
  }
  await pause(CALM_MS);
  return failovers;
}

/** Kills a master, and resolves once another one has its place and it is there again as a replica. */
async function replaceMaster(world, random) {
  const { redis, events } = world;
  const before = random.pick(await redis.masters());
  world.currentFault = 'killed master';
  return events.outage('Redis', async () => {
    const beganMs = performance.now();
    await before.kill();
    await until(async () => {
      const masters = await redis.masters();
      return masters.length === redis.count && !masters.includes(before);
    });
    const ms = performance.now() - beganMs;
    await redis.restart(before);
    await until(redis.isSettled);
    world.currentFault = 'no fault';
    return { ms };
  });
}

async function until(condition) {
  for (const endMs = performance.now() + WITHIN_MS; performance.now() < endMs; await pause(50)) if (await condition()) return;
  throw new Error('No other master has taken the place of the one that was killed, with a replica of its own.');
}

function rowsOf({ clients: { state }, events, violations }, { failovers, drained, limit }) {
  const refusals = Object.values(state.answers).reduce((sum, { 503: count = 0 }) => sum + count, 0);
  return [
    { target: 'R5', what: 'violations that the command verify found', value: violations.length, atMost: 0 },
    { target: 'R26', what: 'masters that were killed and replaced', value: failovers.length, atLeast: 1 },
    { target: 'R26', what: 'answers to submissions other than 2xx and 503', value: state.unexpected.length, atMost: 0 },
    { target: 'R26', what: 'answers of 503 to submissions', value: refusals },
    {
      target: 'R26',
      what: 'answers to a limited key other than 200 and 429',
      value: limit.unexpected.length,
      atMost: 0,
    },
    {
      target: 'R26',
      what: 'requests that passed above its limit, in shares of a process',
      value: limit.sharesAbove,
      atMost: 1,
    },
    { target: 'R26', what: 'requests of it that were refused', value: limit.refused, atLeast: 1 },
    { target: 'R26', what: 'processes that ended by themselves', value: events.ownEnds().length, atMost: 0 },
    {
      target: 'R26',
      what: 's from a kill to another master, longest',
      value: Math.max(0, ...failovers.map(({ ms }) => ms)) / 1000,
    },
    { target: 'R26', what: 's from the last of them to the end of the last run', value: drained.seconds },
    { target: 'R26', what: 'requests without an answer, which the clients repeated', value: state.unanswered },
    { target: 'R1', what: 'accepted submissions', value: state.accepted.length, atLeast: 1 },
  ];
}
