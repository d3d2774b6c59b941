import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { loadJournals } from '../checks/audit.mjs';
import { headOf, serverVersion } from '../checks/report.mjs';
import { watchProgress } from '../support/chaos.mjs';
import { openClients } from '../support/clients.mjs';
import { drain } from '../support/drain.mjs';
import { startService } from '../support/service.mjs';
import { conclude, openTraffic, openTrial } from '../support/trial.mjs';
import { startCluster } from './cluster.mjs';
import { FAULT_NAMES, letOnlyRead, replacePrimary } from './faults.mjs';
import { settled } from './patroni.mjs';
import { rowsOf, summaryOf } from './report.mjs';

const MAX_DUE = 600;
const MAX_DRAIN_MS = 300_000;
const CALM_MS = 3_000;

/** Load while primaries are replaced, and the checks of all data. Resolves with the report and the goals that were missed. */
export async function replacePrimaries(options, isLong) {
  const world = await openWorld(options);
  const { admin, clients, events, log } = world;
  const { state } = clients;
  const head = [...headOf(options, await serverVersion(admin)), `the primary is found by ${options.address}`];
  log(head.join('; '));
  const watch = watchProgress(world, state, log);
  const load = clients.load({ rate: options.rate, mayGoOn: () => world.due < MAX_DUE });
  const failovers = await underLoad(world, options);
  await settled(world.nodes);
  const lastFaultMs = performance.now();
  await load.stop();
  const drained = await drain(world, lastFaultMs, MAX_DRAIN_MS);
  watch.end();
  await loadJournals(admin, { ...world, accepted: state.accepted });
  const rows = await rowsOf(world, failovers, isLong);
  const { unexpected, answers } = state;
  const details = { failovers, drained, unexpected, answers, violations: world.violations, ends: events.ownEnds() };
  return conclude(world, { head, rows, details });
}

async function openWorld(options) {
  const world = await openTrial('failover');
  const cluster = await startCluster(world.folder);
  await settled(cluster.nodes);
  world.log('three nodes are there');
  const server = await serverOf(cluster, options.address);
  const service = await startService({ folder: world.folder, queue: options.queue, server });
  Object.assign(world, service, { nodes: cluster.nodes });
  const { ports, forms, journal, random, receipts } = await openTraffic(world, options.seed);
  const faultNow = () => world.currentFault;
  const clients = openClients({ ports, forms, journal, random: random('clients'), faultNow });
  return Object.assign(world, { receipts, clients, random: random('faults') });
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
async function underLoad(world, options) {
  const endMs = performance.now() + options.seconds * 1000;
  const failovers = [];
  world.currentFault = 'only read';
  await pause(CALM_MS);
  await letOnlyRead(world);
  let round = [];
  while (performance.now() < endMs || failovers.length < options.faults) {
    await pause(CALM_MS);
    if (round.length === 0) round = options.only ? [options.only] : world.random.shuffled(FAULT_NAMES);
    world.currentFault = round.pop();
    failovers.push(await replacePrimary(world.currentFault, world));
    world.log(summaryOf(failovers.at(-1), world.clients.state));
  }
  await pause(CALM_MS);
  return failovers;
}
