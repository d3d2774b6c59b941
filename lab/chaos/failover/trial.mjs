import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { atEnd } from '../../support/at-end.mjs';
import { clientOf } from '../../support/client.mjs';
import { randomFrom } from '../../support/random.mjs';
import { installAudit, loadJournals } from '../checks/audit.mjs';
import { asTable, headOf } from '../checks/report.mjs';
import { watchProgress } from '../support/chaos.mjs';
import { openClients } from '../support/clients.mjs';
import { drain } from '../support/drain.mjs';
import { makeForms } from '../support/forms.mjs';
import { openJournal } from '../support/journal.mjs';
import { startReceivers } from '../support/receivers.mjs';
import { KEY, limitedKey, startService } from '../support/service.mjs';
import { startCluster } from './cluster.mjs';
import { FAULT_NAMES, letOnlyRead, replacePrimary } from './faults.mjs';
import { settled } from './patroni.mjs';
import { rowsOf, summaryOf } from './report.mjs';

const MAX_DUE = 600;
const MAX_DRAIN_MS = 300_000;
const CALM_MS = 3_000;

/** Load while primaries are replaced, and the checks of all data. Resolves with the report and the goals that were missed. */
export async function replacePrimaries(options) {
  const beganMs = performance.now();
  const log = (text) => console.log(`${((performance.now() - beganMs) / 1000).toFixed(1).padStart(7)} s  ${text}`);
  const world = await openWorld(options, log);
  const { admin, clients, nodes } = world;
  const { state } = clients;
  const version = (await admin.query(`select current_setting('server_version') as version`)).rows[0].version;
  const head = [...headOf(options, version), `the primary is found by ${options.address}`];
  log(head.join('; '));
  const watch = watchProgress(world, state, log);
  const load = clients.load({ rate: options.rate, mayGoOn: () => world.due < MAX_DUE });
  const failovers = await underLoad(world, options);
  await settled(nodes);
  const lastFaultMs = performance.now();
  await load.stop();
  const drained = await drain(world, lastFaultMs, MAX_DRAIN_MS);
  watch.end();
  await loadJournals(admin, { ...world, accepted: state.accepted });
  const rows = await rowsOf(world, failovers);
  const missed = rows.filter(({ verdict }) => verdict === 'missed').map(({ what }) => what);
  world.isPassed = missed.length === 0;
  const details = {
    failovers,
    drained,
    unexpected: state.unexpected,
    answers: state.answers,
    ends: world.events.ownEnds(),
  };
  await writeFile(join(world.folder, 'details.json'), JSON.stringify(details, null, 2));
  if (!world.isPassed) log(`the logs, journals and details are in ${world.folder}`);
  return { text: `${head.map((line) => `- ${line}`).join('\n')}\n\n${asTable(rows)}`, missed };
}

async function openWorld(options, log) {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'forms-failover-'));
  await chmod(folder, 0o711); // PostgreSQL runs as another user
  const world = { folder, log, isPassed: false, due: 0, currentFault: 'no fault' };
  atEnd(() => world.isPassed && rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const cluster = await startCluster(folder);
  await settled(cluster.nodes);
  log('three nodes are there');
  const server = await serverOf(cluster, options.address);
  const service = await startService({ folder, queue: options.queue, server });
  Object.assign(world, service, { nodes: cluster.nodes });
  await installAudit(service.admin, service.redis === null);
  const random = (purpose) => randomFrom(options.seed, purpose);
  const receivers = await startReceivers(random('receivers'), 32);
  world.receipts = receivers.receipts;
  const keys = [KEY, await limitedKey(service.cli)];
  const clientFor = (key) => clientOf(`http://127.0.0.1:${service.apis[0].port}`, key);
  world.forms = (await Promise.all(keys.map((key) => makeForms(clientFor(key), receivers.ports)))).flat();
  world.random = random('faults');
  world.clients = openClients({
    ports: service.apis.map(({ port }) => port),
    forms: world.forms,
    journal: await openJournal(join(folder, 'accepted.jsonl')),
    random: random('clients'),
    faultNow: () => world.currentFault,
  });
  return world;
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
