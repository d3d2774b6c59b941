import { setTimeout as pause } from 'node:timers/promises';
import { startBalancer } from '../../support/balancer.mjs';
import { clientOf } from '../../support/client.mjs';
import { makeForm } from '../../support/forms.mjs';
import { headOf, row, serverVersion } from '../checks/report.mjs';
import { drain } from '../support/drain.mjs';
import { KEY, startService } from '../support/service.mjs';
import { conclude, openTraffic, openTrial } from '../support/trial.mjs';
import { mixedRequests, startTraffic, submission } from './traffic.mjs';

/** Few enough that two workers keep up on two cores. */
const SUBMISSIONS_WITH_RUNS = 20;
const STOP_INTERVAL_MS = 3_000;
const SETTINGS = { TRUST_PROXY: '127.0.0.1', SHUTDOWN_DELAY_SECONDS: '5' };

/** Restarts the API processes in turn behind a reverse proxy, and then stops the workers in turn. Every request has to succeed. */
export async function restartInTurn(options) {
  const world = await openTrial('rolling');
  const { folder, log } = world;
  Object.assign(world, await startService({ folder, queue: options.queue, settings: SETTINGS }));
  await openTraffic(world, options.seed);
  const client = clientOf(`http://127.0.0.1:${world.ports[0]}`, KEY);
  const plain = await Promise.all(Array.from({ length: 10 }, (_, index) => plainForm(client, `plain ${index}`)));
  const url = await startBalancer(options.proxy, folder, world.ports);
  world.head = [...headOf(options, await serverVersion(world.admin)), `behind ${options.proxy}, ${options.rate} requests a second`];
  const found = [await restartApis({ ...world, plain }, url, options, log), await stopWorkers(world, url, options, log)];
  const rows = found.flatMap((each) => each.rows);
  return conclude(world, rows, found);
}

const plainForm = (client, name) =>
  makeForm(client, { name, fields: ['key', 'message'].map((field) => ({ name: field, type: 'string' })) });

async function restartApis(service, url, { restarts, rate }, log) {
  const traffic = startTraffic(url, rate, mixedRequests(service.plain, KEY));
  await pause(2_000);
  const stops = [];
  for (let count = 0; count < restarts; count += 1) {
    const slot = service.apis[count % service.apis.length];
    stops.push(await restart(service, slot));
    log(`${slot.name} was restarted in ${stops.at(-1).ms} ms, ${traffic.state.failures.length} failures`);
  }
  await pause(2_000);
  await traffic.stop();
  const { state } = traffic;
  state.ms.sort((a, b) => a - b);
  const ofAll = (share) => state.ms[Math.floor(share * (state.ms.length - 1))];
  const rows = [
    row('R10', 'restarts of API processes', stops.length),
    row('R10', 'requests', state.sent),
    row('R10', 'requests without success', state.failures.length, { atMost: 0 }),
    row('R10', 'ms of an answer, 99th percentile', ofAll(0.99)),
    row('R10', 'ms of an answer, longest', ofAll(1)),
    row('R10', 'exit codes other than 0', stops.filter(({ code }) => code !== 0).length, { atMost: 0 }),
    row('R1', 'accepted submissions not stored once', await notStoredOnce(service, state.accepted), { atMost: 0 }),
  ];
  return { rows, statuses: state.statuses, failures: state.failures.slice(0, 200), stops };
}

/** Resolves when the next process of the slot does its work, as a supervisor waits before it goes on with the next process. */
async function restart(service, slot) {
  const { child } = slot;
  const beganMs = performance.now();
  await slot.terminate('stop');
  const ms = Math.round(performance.now() - beganMs);
  while (slot.child === child) await pause(20);
  if (slot.program === 'main') await service.events.allReady([slot]);
  else while (slot.workingSinceMs === null) await pause(20);
  return { slot: slot.name, code: child.exitCode, ms };
}

async function notStoredOnce({ admin }, ids) {
  const { rows } = await admin.query(NOT_STORED_ONCE, [ids]);
  return rows[0].count;
}

const NOT_STORED_ONCE = `
  select count(*)::int as count from unnest($1::uuid[]) as accepted (id)
  where (select count(*) from submissions s where s.id = accepted.id) <> 1`;

/** A duplicate is a delivery that was accepted after the same message had been accepted: a step that was executed again. */
async function stopWorkers(service, url, { stops: wanted }, log) {
  const forms = service.unlimited.filter(({ kind }) => kind !== 'withFiles').map(({ id }) => id);
  const traffic = startTraffic(url, SUBMISSIONS_WITH_RUNS, (number) => submission(forms[number % forms.length]));
  const stops = [];
  for (let count = 0; count < wanted; count += 1) {
    await pause(STOP_INTERVAL_MS);
    const slot = service.workers[count % service.workers.length];
    stops.push(await restart(service, slot));
    log(`${slot.name} has stopped in ${stops.at(-1).ms} ms`);
  }
  await traffic.stop();
  const { open } = await drain(service, performance.now());
  const accepted = service.receipts.filter(({ outcome }) => outcome.startsWith('2')).map(({ message }) => message);
  const runs = (await service.admin.query(RUNS)).rows[0];
  const rows = [
    row('R11', 'stops of workers', stops.length),
    row('R11', 's until a worker has ended, longest', Math.max(0, ...stops.map(({ ms }) => ms)) / 1000, { atMost: 35 }),
    row('R11', 'exit codes other than 0', stops.filter(({ code }) => code !== 0).length, { atMost: 0 }),
    row('R11', 'requests without success', traffic.state.failures.length, { atMost: 0 }),
    row('R11', 'accepted deliveries', accepted.length),
    row('R11', 'deliveries accepted again', accepted.length - new Set(accepted).size, { atMost: 0 }),
    row('R11', 'requests that a receiver lost', service.receipts.filter(({ outcome }) => outcome === 'lost').length, { atMost: 0 }),
    row('R3', 'runs', runs.all),
    row('R3', 'runs that a worker has lost', runs.lost, { atMost: 0 }),
    row('R3', 'open runs after the drain', open, { atMost: 0 }),
  ];
  return { rows, failures: traffic.state.failures.slice(0, 200), stops };
}

const RUNS = `select count(*)::int as all, (count(*) filter (where error_code = 'worker_lost'))::int as lost from workflow_runs`;
