import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startService } from '../support/service.mjs';
import { runTrial } from '../support/trial.mjs';
import { startCluster } from './cluster.mjs';
import { FAULT_NAMES, letOnlyRead, replacePrimary } from './faults.mjs';
import { settled } from './patroni.mjs';
import { rowsOf, summaryOf } from './report.mjs';

const MAX_DUE = 600;
const CALM_MS = 3_000;

/** Load while primaries are replaced, and the checks of all data. Resolves with the report and the goals that were missed. */
export const replacePrimaries = (options) =>
  runTrial('failover', options, { start, underLoad, rowsOf, head: [`the primary is found by ${options.address}`] });

async function start(world, { address, queue }) {
  const cluster = await startCluster(world.folder);
  world.nodes = cluster.nodes;
  await settled(cluster.nodes);
  world.log('three nodes are there');
  return startService({ folder: world.folder, queue, server: await serverOf(cluster, address) });
}

/** The database of the service, made as an operator does. The superuser always goes through HAProxy. */
async function serverOf({ nodes, port, password }, address) {
  const addressOf = (role, hosts, database) => `postgres://${role}:${password}@${hosts}/${database}`;
  const byProxy = `127.0.0.1:${port}`;
  const client = new pg.Client({ connectionString: addressOf('postgres', byProxy, 'postgres') });
  await client.connect();
  await client.query(`create role forms login password '${password}'`);
  await client.query('create database forms owner forms');
  await client.end();
  const hosts = nodes.map(({ links }) => `127.0.0.1:${links.pg.port}`).join(',');
  const urlAs = (role) =>
    role === 'postgres' || address === 'haproxy'
      ? addressOf(role, byProxy, 'forms')
      : `${addressOf(role, hosts, 'forms')}?target_session_attrs=read-write`;
  return { urlAs, port, password };
}

/** Each kind of fault once in every round, in another order. */
async function underLoad(world, { rate, seconds, faults, only }) {
  const { clients, log } = world;
  const load = clients.load({ rate, mayGoOn: () => world.due < MAX_DUE });
  const random = world.random('faults');
  const endMs = performance.now() + seconds * 1000;
  world.faults = [];
  world.currentFault = 'only read';
  await pause(CALM_MS);
  await letOnlyRead(world);
  let round = [];
  while (performance.now() < endMs || world.faults.length < faults) {
    await pause(CALM_MS);
    if (round.length === 0) round = only ? [only] : random.shuffled(FAULT_NAMES);
    world.currentFault = round.pop();
    world.faults.push(await replacePrimary(world.currentFault, world));
    log(summaryOf(world.faults.at(-1), clients.state));
  }
  await pause(CALM_MS);
  await settled(world.nodes);
  const lastFaultMs = performance.now();
  await load.stop();
  return { lastFaultMs };
}
