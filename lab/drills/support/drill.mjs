import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { builtFile } from '../../../scripts/build-if-changed.mjs';
import { atEnd } from '../../support/at-end.mjs';
import { clientOf } from '../../support/client.mjs';
import { makeForm, publishWorkflow } from '../../support/forms.mjs';
import { outputOf, startProcess, startServer } from '../../support/processes.mjs';
import { startReceiver } from '../../support/receiver.mjs';
import { LOCAL_RECEIVERS, SETTINGS, UNLIMITED } from '../../support/service-settings.mjs';
import { archivedPostgres } from './archived-postgres.mjs';

const { makeSecret } = createRequire(import.meta.url)(builtFile('api/auth/secret-format.rules.js'));
const KEY = makeSecret('fck').text;
const SUBMISSIONS = 20;
/** The runs are open at the time to which the database is restored, and have ended when the form is deleted. */
const DELAY_SECONDS = 6;

/** Resolves with what was found, and whether it is as expected. */
export async function restoreToPointInTime() {
  const log = (text) => console.log(`       ${text}`);
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'forms-drill-'));
  await chmod(folder, 0o711); // PostgreSQL may run as another user
  atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const postgres = await archivedPostgres(folder);
  const receiver = await startObservedReceiver();
  await postgres.create('original');
  await onDatabase(
    postgres.urlAs('postgres', 'postgres'),
    "create role forms login password 'of a drill'",
    'create database forms owner forms',
  );
  const settings = {
    ...SETTINGS,
    ...LOCAL_RECEIVERS,
    DATABASE_URL: postgres.urlAs('forms'),
    DATA_DIR: join(folder, 'files'),
    BOOTSTRAP_API_KEY: KEY,
    LOG_LEVEL: 'warn',
  };
  await cli(settings, 'migrate');
  await onDatabase(settings.DATABASE_URL, UNLIMITED);
  let service = await startService(settings);
  const formId = await formWithWorkflow(service.client, receiver.port);
  await postgres.baseBackup('restored');
  log('a base backup was made');

  const ids = [];
  for (let number = 0; number < SUBMISSIONS; number += 1) ids.push(await submit(service.url, formId, number));
  while (receiver.of('before').length < SUBMISSIONS) await pause(50);
  const [{ now: target }] = await onDatabase(settings.DATABASE_URL, 'select clock_timestamp()::text as now');
  await pause(1_000);
  await submit(service.url, formId, SUBMISSIONS); // which the restored database does not have
  while (receiver.of('after').length < SUBMISSIONS + 1) await pause(50);
  await deleteForm(service, formId);
  const gone = await onDatabase(settings.DATABASE_URL, 'select 1 from forms where deleted_at is null');
  log(`the form was deleted; the database is restored to ${target}`);
  await service.stop();
  service = await startService(settings); // which notes outside of the database how far it has come
  await service.stop();
  await onDatabase(postgres.urlAs('postgres'), 'select pg_switch_wal()');
  await postgres.stop('original');
  await postgres.restore('restored', target);

  const { checks } = await doctor(settings);
  const backup = checks.find(({ check }) => check === 'backup');
  const verified = await cli(settings, 'verify');
  const sentBefore = receiver.of('after').length;
  service = await startService(settings);
  const openRuns = 'select count(*)::int as open from workflow_runs where completed_at is null';
  for (const endMs = performance.now() + 90_000; performance.now() < endMs; await pause(200))
    if ((await onDatabase(settings.DATABASE_URL, openRuns))[0].open === 0) break;
  const [{ open }] = await onDatabase(settings.DATABASE_URL, openRuns);
  const { data: form } = await service.client.call('GET', `/v1/forms/${formId}`);
  const stored = await onDatabase(settings.DATABASE_URL, 'select id from submissions');
  const verifiedLater = await cli(settings, 'verify');
  await service.stop();
  const repeated = receiver.of('after').slice(sentBefore);
  const known = new Set(receiver.of('after').slice(0, sentBefore));
  const isSame = (rows) => rows.length === ids.length && rows.every(({ id }) => ids.includes(id));
  return [
    finding('the form was gone before the restore', gone.length === 0),
    finding('the form is there again', form.id === formId),
    finding('the submissions up to that time are stored, and no others', isSame(stored)),
    finding(`doctor says: ${backup.finding}`, backup.verdict === 'warning' && backup.finding.includes(`${SUBMISSIONS}`)),
    finding('verify finds nothing before the service starts', violationsOf(verified) === 0),
    finding('verify finds nothing after that', violationsOf(verifiedLater) === 0),
    finding('the runs that were open have ended', open === 0),
    finding('what was delivered before that time is not sent again', receiver.of('before').length === SUBMISSIONS + 1),
    finding(
      `deliveries of open runs are made once more, with the same webhook-id: ${repeated.length}`,
      repeated.length === SUBMISSIONS && new Set(repeated).size === SUBMISSIONS && repeated.every((id) => known.has(id)),
    ),
  ];
}

const finding = (what, isAsExpected) => ({ what, isAsExpected });
const violationsOf = ({ checks }) => checks.flatMap(({ violations }) => violations).length;

const cli = async (env, ...words) => JSON.parse(await outputOf(process.execPath, [builtFile('cli.js'), ...words, '--json'], env));
const doctor = (env) => cli(env, 'doctor');

async function onDatabase(connectionString, ...statements) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    let rows = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

async function startService(settings) {
  const api = await startServer(builtFile('main.js'), settings);
  while (!(await fetch(`${api.url}/readyz`)).ok) await pause(50); // then the first key is there
  const worker = startProcess(builtFile('worker.js'), settings);
  return { url: api.url, client: clientOf(api.url, KEY), stop: () => Promise.all([api.stop(), worker.stop()]) };
}

/** A webhook, a delay, and another webhook. */
async function formWithWorkflow(client, port) {
  const id = await makeForm(client, { name: 'drill', fields: [{ name: 'number', type: 'number' }] });
  const hook = (name) => ({ id: name, type: 'webhook', config: { url: `http://127.0.0.1:${port}/${name}` } });
  await publishWorkflow(client, id, {
    schema_version: 1,
    nodes: [
      { id: 'start', type: 'submission_received', config: {} },
      hook('before'),
      { id: 'wait', type: 'delay', config: { seconds: DELAY_SECONDS } },
      hook('after'),
    ],
    edges: [
      { id: 'e1', source: 'start', target: 'before' },
      { id: 'e2', source: 'before', target: 'wait' },
      { id: 'e3', source: 'wait', target: 'after' },
    ],
  });
  return id;
}

async function deleteForm({ client }, formId) {
  const path = `/v1/forms/${formId}`;
  const { etag } = await client.call('GET', path);
  await client.call('DELETE', path, {}, { 'if-match': etag });
}

async function submit(url, formId, number) {
  const answer = await fetch(`${url}/api/v1/forms/${formId}/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ number }),
  });
  if (answer.status !== 201) throw new Error(`A submission was answered with ${answer.status}: ${await answer.text()}`);
  return (await answer.json()).data.id;
}

/** Keeps the ids of the messages by the path they came to. */
async function startObservedReceiver() {
  const { port, server } = await startReceiver();
  const received = [];
  server.on('request', ({ url, headers }) => received.push({ node: url.slice(1), message: headers['webhook-id'] }));
  return { port, of: (node) => received.filter((each) => each.node === node).map(({ message }) => message) };
}
