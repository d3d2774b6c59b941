import { Client } from 'pg';
import { isNote } from '../../src/platform/storage/object-store';
import { S3ObjectStore } from '../../src/platform/storage/s3-object-store';
import { atEnd } from '../support/at-end';
import { temporaryFilesOf, submitParts } from '../support/files';
import type { Part } from '../support/files';
import type { CreatedForm } from '../support/forms';
import { anEnabledForm } from '../support/forms';
import { S3Gate } from '../support/s3-gate';
import { startS3Server } from '../support/s3-server';
import type { S3Server } from '../support/s3-server';
import { countLockWaiters, endLockWaiters, lockForm } from '../support/queries';
import { SAMPLES } from '../support/sample-files';
import { ServiceProcess } from '../support/service-process';
import { waitUntil } from '../support/wait-until';

let s3: S3Server;
let gate: S3Gate;
let store: S3ObjectStore;
let service: ServiceProcess;
let database: Client;
let form: CreatedForm;

beforeAll(async () => {
  s3 = await startS3Server();
  atEnd(() => s3.stop());
  gate = await S3Gate.start(s3.settings.endpoint);
  atEnd(() => gate.close());
  store = await S3ObjectStore.open(s3.settings);
  const { bucket, accessKeyId, secretAccessKey } = s3.settings;
  service = await ServiceProcess.prepare({
    ...{ S3_ENDPOINT: gate.endpoint, S3_BUCKET: bucket },
    ...{ S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey },
  });
  await service.start();
  form = await anEnabledForm(service.api, { validate_fields: false });
  database = new Client({ connectionString: await service.databaseUrl() });
  await database.connect();
  atEnd(() => database.end());
});

const observer = { database: { query: async (sql: string) => (await database.query(sql)).rows as unknown[] } };

const FILES: Part[] = [
  ['a', 'a.pdf', SAMPLES.pdf],
  ['b', 'b.png', SAMPLES.png],
  ['c', 'c.txt', 'text'],
];
const upload = (): Promise<unknown> => submitParts(service.api, form, FILES).catch(() => null);

async function namesIn(table: 'submission_files' | 'object_removals'): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(`select object_name as name from ${table} order by 1`);
  return rows.map(({ name }) => name);
}

/** The names of the uploads in the store. */
async function objects(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of store.list(new Date(Date.now() + 60_000))) names.push(name);
  return names.filter((name) => !isNote(name)).sort();
}

async function submissions(): Promise<{ declared: number; files: number }[]> {
  const { rows } = await database.query<{ declared: number; files: number }>(
    `select file_count as declared,
       (select count(*)::int from submission_files f where f.form_id = s.form_id and f.submission_id = s.id) as files
     from submissions s where form_id = $1`,
    [form.id],
  );
  return rows;
}

/** Restarts the service, lets the minute pass after which abandoned uploads are removed, and waits until they are. */
async function restartAndRemove(): Promise<void> {
  gate.open();
  await service.start();
  await database.query(`update object_removals set due_at = due_at - interval '1 minute'`);
  await waitUntil(async () => (await namesIn('object_removals')).length === 0);
}

/** Every submission has all of its files, every file its object, and no object is without a file. */
async function expectConsistent(count: number): Promise<void> {
  expect(await submissions()).toEqual(Array.from({ length: count }, () => ({ declared: 3, files: 3 })));
  const files = await namesIn('submission_files');
  expect(files).toHaveLength(3 * count);
  expect(await objects()).toEqual(files);
  await waitUntil(async () => (await temporaryFilesOf(service.dataDir)).length === 0); // it looks every 30 seconds
}

describe('a service that is killed while it stores an upload', () => {
  it.each([
    ['before the first byte', 0],
    ['between two files', 1],
    ['before the last file', 2],
  ])('keeps neither the submission nor any byte: %s', async (_, stored) => {
    const before = (await submissions()).length;
    const held = gate.holdPutAfter(stored);
    const answer = upload();
    await held;
    expect((await namesIn('object_removals')).length).toBe(3);
    await service.kill();
    expect(await answer).toBeNull();
    expect(await temporaryFilesOf(service.dataDir)).not.toEqual([]);
    expect((await objects()).length).toBe(3 * before + stored);
    await restartAndRemove();
    await expectConsistent(before);
  });

  it.each([
    ['neither the submission nor any byte, when its connection ends before the commit', 0],
    ['both, when the database completes the statement that it has received', 1],
  ])('keeps after the last byte %s', async (_, kept) => {
    const before = (await submissions()).length;
    const lock = await lockForm(await service.databaseUrl(), form);
    const answer = upload();
    await waitUntil(async () => (await countLockWaiters(observer)) === 1);
    await service.kill(); // at once, before the service gives up waiting for the lock
    expect((await objects()).length).toBe(3 * (before + 1));
    if (kept === 0) await endLockWaiters(observer);
    await lock.release();
    expect(await answer).toBeNull();
    await waitUntil(async () => (await submissions()).length === before + kept);
    await restartAndRemove();
    await expectConsistent(before + kept);
  });

  it('keeps both from the commit on', async () => {
    const before = (await submissions()).length;
    const answer = upload();
    await waitUntil(async () => (await submissions()).length === before + 1);
    await service.kill();
    await answer;
    await restartAndRemove();
    await expectConsistent(before + 1);
  });
});

it('answers 503 while the store is away, stores nothing, and removes the rest when it is back', async () => {
  const before = (await submissions()).length;
  const held = gate.holdPutAfter(1);
  const answer = submitParts(service.api, form, FILES);
  await held;
  const port = Number(new URL(gate.endpoint).port);
  await gate.close();
  const refused = await answer;
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '30']);
  gate = await S3Gate.start(s3.settings.endpoint, port);
  await waitUntil(async () => (await namesIn('object_removals')).length === 0);
  await expectConsistent(before);
  expect((await submitParts(service.api, form, FILES)).status).toBe(201);
});
