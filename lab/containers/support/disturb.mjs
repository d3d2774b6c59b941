import { countRuns } from './use.mjs';
import { expectEqual, expectNone, listOf, makeSmokeForm, startVisitors, submitFile, untilEqual } from './visitors.mjs';

/** Restarts API processes, Redis and PostgreSQL under load and kills a worker: nothing that was accepted is lost, no run stays open. */
export async function disturb(trial, say) {
  await restartApis(trial, say);
  await killWorker(trial, say);
  await restartServers(trial, say);
}

async function restartApis({ installation, base, client }, say) {
  const form = await makeSmokeForm(client, 'API processes restart');
  const visitors = startVisitors(base, form);
  for (const api of installation.allOf('api')) {
    expectEqual(`the exit code of ${api.name}`, await installation.stop(api), 0);
    await installation.restart(api);
  }
  const { accepted, failures } = await visitors.end();
  expectNone('answers but 201 while API processes restart', failures);
  await expectKept(client, form, accepted);
  say(`Both API processes were stopped and started, and each of ${accepted.length} submissions was answered with 201.`);
}

/** The worker is killed while it has runs that wait for the mail server. */
async function killWorker({ installation, base, client }, say) {
  const { allOf, kill, restart, pause, resume } = installation;
  const [mail] = allOf('mail');
  const [worker] = allOf('worker');
  const form = await makeSmokeForm(client, 'A worker is killed');
  const accepted = [];
  await pause(mail);
  while ((await countOwned(installation, worker)) === 0) {
    const { status, id } = await submitFile(base, form, 'before the kill');
    expectEqual('the status of a submission while mails wait', status, 201);
    accepted.push(id);
  }
  await kill(worker);
  await resume(mail);
  await expectKept(client, form, accepted);
  expectEqual('the runs of the killed worker', await countOwned(installation, worker), 0);
  await restart(worker);
  say(`A worker was killed amid runs, and all ${accepted.length} runs have ended on the other one.`);
}

async function countOwned({ allOf, exec }, worker) {
  const [postgres] = allOf('postgres');
  const sql = `select count(*) from workflow_runs where lease_owner like '${worker.hostname}-%'`;
  return Number(await exec(postgres, 'psql', '-Atc', sql, worker.definition.environment.DATABASE_URL));
}

/** Without Redis the service goes on; without PostgreSQL it refuses, in the shape of its errors, until PostgreSQL is back. */
async function restartServers({ installation, base, client }, say) {
  const form = await makeSmokeForm(client, 'Servers restart');
  const visitors = startVisitors(base, form);
  const { accepted, failures } = visitors.found;
  await restartServer(installation, 'redis', visitors);
  expectNone('answers but 201 while Redis restarts', failures);
  await restartServer(installation, 'postgres', visitors);
  await visitors.end();
  const unexpected = failures.filter((failure) => !/^50[0-9] \{"error":/.test(failure));
  expectNone('answers but 201 and errors of the API while PostgreSQL restarts', unexpected);
  await expectKept(client, form, accepted);
  say(
    `Redis and PostgreSQL were restarted, the latter refused ${failures.length} of ${accepted.length + failures.length}. None of the others is lost.`,
  );
}

/** Resolves when every API process is ready and submissions are accepted again. */
async function restartServer({ allOf, stop, restart, exec }, service, { found }) {
  for (const server of allOf(service)) {
    expectEqual(`the exit code of ${server.name}`, await stop(server), 0);
    await restart(server);
  }
  for (const api of allOf('api'))
    await untilEqual(`the status of /readyz in ${api.name}`, '200', () => exec(api, 'node', '--eval', READINESS));
  const before = found.accepted.length;
  const what = `whether submissions are accepted after a restart of ${service}`;
  await untilEqual(what, true, async () => found.accepted.length > before);
}

const READINESS = `fetch('http://127.0.0.1:3000/readyz').then(({ status }) => process.stdout.write(String(status)))`;

/** Every accepted submission is stored, and no run is open. */
async function expectKept(client, form, accepted) {
  const stored = new Set((await listOf(client, `/v1/forms/${form}/submissions`)).map(({ id }) => id));
  const lost = accepted.filter((id) => !stored.has(id));
  expectNone('accepted submissions that are not stored', lost);
  for (const status of ['pending', 'running']) await untilEqual(`the runs that are ${status}`, 0, () => countRuns(client, status));
}
