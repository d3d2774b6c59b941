import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startBalancer } from '../../support/balancer.mjs';
import { asTable, headOf, verdictOf } from '../checks/report.mjs';
import { drain } from '../support/drain.mjs';
import { startRollingService } from './service.mjs';
import { mixedRequests, startTraffic, submission } from './traffic.mjs';

/** Few enough that two workers keep up on two cores. */
const SUBMISSIONS_WITH_RUNS = 20;
const STOP_INTERVAL_MS = 3_000;

/** Restarts the API processes in turn behind a reverse proxy, and then stops the workers in turn. Every request has to succeed. */
export async function restartInTurn(options) {
  const beganMs = performance.now();
  const log = (text) => console.log(`${((performance.now() - beganMs) / 1000).toFixed(1).padStart(7)} s  ${text}`);
  const service = await startRollingService(options);
  const { admin } = service;
  const version = (await admin.query(`select current_setting('server_version') as version`)).rows[0].version;
  const head = [...headOf({ seed: 'none', ...options }, version), `behind ${options.proxy}, ${options.rate} requests a second`];
  const url = await startBalancer(options.proxy, service.folder, portsOf(service.apis));
  const found = [await restartApis(service, url, options, log), await stopWorkers(service, url, options, log)];
  const rows = found.flatMap(({ rows: each }) => each).map((row) => ({ note: '', ...row, verdict: verdictOf(row) }));
  service.isPassed = rows.every(({ verdict }) => verdict !== 'missed');
  await writeFile(join(service.folder, 'details.json'), JSON.stringify(found, null, 2));
  if (!service.isPassed) log(`the logs and details are in ${service.folder}`);
  return { text: `${head.map((line) => `- ${line}`).join('\n')}\n\n${asTable(rows)}`, isPassed: service.isPassed };
}

const portsOf = (apis) => apis.map(({ port }) => port);

async function restartApis(service, url, { restarts, rate }, log) {
  const traffic = startTraffic(url, rate, mixedRequests(service.plain, service.key));
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
    { target: 'R10', what: 'restarts of API processes', value: stops.length },
    { target: 'R10', what: 'requests', value: state.sent },
    { target: 'R10', what: 'requests without success', value: state.failures.length, atMost: 0 },
    { target: 'R10', what: 'ms of an answer, 99th percentile', value: ofAll(0.99) },
    { target: 'R10', what: 'ms of an answer, longest', value: ofAll(1) },
    { target: 'R10', what: 'exit codes other than 0', value: stops.filter(({ code }) => code !== 0).length, atMost: 0 },
    {
      target: 'R1',
      what: 'accepted submissions not stored once',
      value: await notStoredOnce(service, state.accepted),
      atMost: 0,
    },
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
  const traffic = startTraffic(url, SUBMISSIONS_WITH_RUNS, (number) =>
    submission(service.withWorkflow[number % service.withWorkflow.length]),
  );
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
    { target: 'R11', what: 'stops of workers', value: stops.length },
    {
      target: 'R11',
      what: 's until a worker has ended, longest',
      value: Math.max(0, ...stops.map(({ ms }) => ms)) / 1000,
      atMost: 35,
    },
    { target: 'R11', what: 'exit codes other than 0', value: stops.filter(({ code }) => code !== 0).length, atMost: 0 },
    { target: 'R11', what: 'requests without success', value: traffic.state.failures.length, atMost: 0 },
    { target: 'R11', what: 'accepted deliveries', value: accepted.length },
    { target: 'R11', what: 'deliveries accepted again', value: accepted.length - new Set(accepted).size, atMost: 0 },
    {
      target: 'R11',
      what: 'requests that a receiver lost',
      value: service.receipts.filter(({ outcome }) => outcome === 'lost').length,
      atMost: 0,
    },
    { target: 'R3', what: 'runs', value: runs.all },
    { target: 'R3', what: 'runs that a worker has lost', value: runs.lost, atMost: 0 },
    { target: 'R3', what: 'open runs after the drain', value: open, atMost: 0 },
  ];
  return { rows, failures: traffic.state.failures.slice(0, 200), stops };
}

const RUNS = `select count(*)::int as all, (count(*) filter (where error_code = 'worker_lost'))::int as lost from workflow_runs`;
