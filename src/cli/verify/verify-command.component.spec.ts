import { Readable } from 'node:stream';
import { join } from 'node:path';
import { DirectoryObjectStore } from '../../platform/storage/directory-object-store';
import { newObjectName } from '../../platform/storage/object-store';
import { newId } from '../../platform/ids.rules';
import { Operator } from '../../../test/support/operator';

let operator: Operator;
beforeAll(async () => {
  operator = await Operator.start();
  await operator.onMigratedDatabase();
});

let store: DirectoryObjectStore;
let formId: string;
let submissionId: string;
let objectName: string;
let fileId: string;
beforeEach(async () => {
  await operator.deleteRows();
  operator.env = { ...operator.env, DATA_DIR: join(operator.dataDir, newId()) };
  store = new DirectoryObjectStore(join(operator.env['DATA_DIR']!, 'files'));
  [formId, submissionId, fileId] = [newId(), newId(), newId()];
  objectName = await anObject();
  await operator.sql(`insert into accounts (id, name, plan) values ($1, 'a', 'self_hosted')`, [formId]);
  await operator.sql(
    `insert into forms (id, account_id, name, validate_fields, notifications_enabled, submission_token_digest, created_at, updated_at)
     values ($1, $1, 'Contact', true, false, '', now(), now())`,
    [formId],
  );
  await operator.sql(
    `insert into submissions (form_id, id, source, fields, file_count, received_at) values ($1, $2, 'api', '{}', 1, '2026-01-01Z')`,
    [formId, submissionId],
  );
  await operator.sql(
    `insert into form_stats (form_id, submissions_count, unread_count, latest_submission_at, stored_bytes) values ($1, 1, 1, '2026-01-01Z', 3)`,
    [formId],
  );
  await operator.sql(
    `insert into submission_files (form_id, submission_id, id, position, field, filename, content_type, size_bytes, sha256, object_name, created_at)
     values ($1, $2, $3, 0, 'cv', 'cv.pdf', 'application/pdf', 3, decode(repeat('00', 32), 'hex'), $4, now())`,
    [formId, submissionId, fileId, objectName],
  );
});

async function anObject(): Promise<string> {
  const name = newObjectName();
  await store.put(name, { open: () => Readable.from([Buffer.from('abc')]), size: 3 });
  return name;
}

/** Runs the command. Resolves with its exit code and the violations that it reports. */
async function violations(): Promise<[code: number, ...found: string[]]> {
  const { code, stdout } = await operator.run('verify', '--json');
  const { checks } = JSON.parse(stdout) as { checks: { violations: { violation: string; subject: string }[] }[] };
  return [code, ...checks.flatMap((check) => check.violations.map(({ violation, subject }) => `${violation} ${subject}`))];
}

it('finds nothing in correct data, and says what it has checked', async () => {
  expect(await violations()).toEqual([0]);
  const { stdout, stderr } = await operator.run('verify');
  expect(stdout.split('\n')).toEqual(expect.arrayContaining(['counters of forms: ok', 'bytes of files: ok']));
  expect(stderr).toBe('');
});

it('accepts bytes that are scheduled for removal', async () => {
  await operator.sql('insert into object_removals values ($1, now())', [await anObject()]);
  expect(await violations()).toEqual([0]);
});

it('finds a file without bytes, and one with fewer', async () => {
  await operator.sql('update submission_files set size_bytes = 4');
  const differs = `the counter of a form and the bytes of its files differ ${formId}`;
  expect(await violations()).toEqual([1, differs, `a file and its bytes differ in size ${fileId}`]);
  await operator.sql('update form_stats set stored_bytes = 4');
  await store.delete(objectName);
  expect(await violations()).toEqual([1, `a file has no bytes ${fileId}`]);
  expect((await operator.run('verify')).stdout).toContain(`bytes of files: broken (1)\n  a file has no bytes: ${fileId}`);
});

it('finds a submission that was erased, which the operator then deletes', async () => {
  const [row] = await operator.sql('select identity from database_epoch');
  const batch = {
    erasureId: formId,
    accountId: formId,
    formId,
    submissionIds: [submissionId],
    testRunIds: [],
    linkIds: [],
  };
  const content = Buffer.from(JSON.stringify(batch));
  const { identity } = row as { identity: string };
  const name = `erasures/${identity.replaceAll('-', '')}-0000000001-0123abcd`;
  await store.put(name, { open: () => Readable.from([content]), size: content.length });
  expect(await violations()).toEqual([1, `an erased submission is there ${submissionId}`]);
  expect(await operator.run('erasures', 'apply')).toMatchObject({ code: 0, stdout: 'Submissions deleted: 1.\n' });
  expect(await operator.run('erasures', 'apply', '--json')).toMatchObject({ stdout: expect.stringContaining('0') });
  expect(await violations()).toEqual([0]);
});

it('finds bytes without a file', async () => {
  const name = await anObject();
  expect(await violations()).toEqual([1, `an object belongs to no file ${name}`]);
});

it('counts all violations and lists the first hundred', async () => {
  await operator.sql(
    `insert into submissions (form_id, id, source, fields, file_count, received_at)
     select $1, gen_random_uuid(), 'api', '{}', 1, '2026-01-01Z' from generate_series(1, 150)`,
    [formId],
  );
  const { stdout } = await operator.run('verify', '--json');
  const { checks } = JSON.parse(stdout) as { checks: { check: string; count: number; violations: object[] }[] };
  const { count, violations: listed } = checks.find(({ check }) => check === 'file counts of submissions')!;
  expect({ count, listed: listed.length }).toEqual({ count: 150, listed: 100 });
  expect((await operator.run('verify')).stdout).toContain('  and 130 more; --json lists 100\n');
});

it.each([
  ['the counters of a form and its submissions differ', 'update form_stats set unread_count = 0', () => formId],
  ['the file count of a submission and its files differ', 'update submissions set file_count = 2', () => submissionId],
  ['a submission has a number that its form has not given yet', 'update submissions set change_number = 9', () => submissionId],
  [
    'a day has more submissions than were counted',
    'with c as (update form_stats set change_number = 9) update submissions set inserted_number = 1, received_at = now()',
    () => formId,
  ],
  [
    'the object of a file is scheduled for removal',
    'insert into object_removals select object_name, now() from submission_files',
    () => fileId,
  ],
  ['a balance is limited and its plan is not, or the other way round', 'update accounts set points_balance = 0', () => formId],
])('finds that %s', async (violation, damage, subject) => {
  await operator.sql(damage);
  expect(await violations()).toEqual(expect.arrayContaining([1, `${violation} ${subject()}`]));
});

it('fails with an explanation when the store is away', async () => {
  const s3 = { S3_BUCKET: 'x', S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'x' };
  const elsewhere = new Operator({ ...operator.env, ...s3, S3_ENDPOINT: 'http://127.0.0.1:9' });
  expect(await elsewhere.run('verify')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The S3 store failed .*\n$/),
  });
});
