import { setTimeout as pause } from 'node:timers/promises';
import { commonRows, row } from '../checks/report.mjs';
import { startService } from '../support/service.mjs';
import { runTrial } from '../support/trial.mjs';
import { startRedisCluster } from './cluster.mjs';
import { watchLimit } from './limit.mjs';
import { startSentinels } from './sentinels.mjs';

const STARTS = { sentinel: startSentinels, cluster: startRedisCluster };
const MAX_DUE = 600;
const CALM_MS = 2_000;
const WITHIN_MS = 60_000;

/** Load while masters of Redis are killed, and the checks of all data. Resolves with the report and the goals that were missed. */
export const replaceMasters = (options) =>
  runTrial('redis', options, { start, underLoad, rowsOf, head: [`the master is replaced by ${options.kind}`] });

async function start({ folder }, { kind, queue }) {
  return startService({ folder, queue, redisNodes: await STARTS[kind](folder) });
}

async function underLoad(world, { rate, kills }) {
  world.limit = await watchLimit(world);
  const load = world.clients.load({ rate, mayGoOn: () => world.due < MAX_DUE });
  const random = world.random('faults');
  world.faults = [];
  while (world.faults.length < kills) {
    await pause(CALM_MS);
    world.faults.push(await replaceMaster(world, random));
    world.log(`a master was killed, and another one was there after ${(world.faults.at(-1).ms / 1000).toFixed(2)} s`);
  }
  await pause(CALM_MS);
  const lastFaultMs = performance.now();
  await load.stop();
  return { lastFaultMs };
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

function rowsOf(world) {
  const { clients, faults, drained, limit } = world;
  limit.end();
  const refusals = Object.values(clients.state.answers).reduce((sum, { 503: count = 0 }) => sum + count, 0);
  const slowest = Math.max(0, ...faults.map(({ ms }) => ms)) / 1000;
  return [
    ...commonRows(world, 'R26'),
    row('R26', 'masters that were killed and replaced', faults.length, { atLeast: 1 }),
    row('R26', 'answers of 503 to submissions', refusals),
    row('R26', 'answers to a limited key other than 200 and 429', limit.unexpected.length, { atMost: 0 }),
    row('R26', 'requests that passed above its limit, in shares of a process', limit.sharesAbove, { atMost: 1 }),
    row('R26', 'requests of it that were refused', limit.refused, { atLeast: 1 }),
    row('R26', 's from a kill to another master, longest', slowest),
    row('R26', 's from the last of them to the end of the last run', drained.seconds),
  ];
}
