import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ErasureJobService } from '../../../src/erasures/erasure-job.service';
import { ErasureLog } from '../../../src/erasures/erasure-log';
import { ErasureReapplyService } from '../../../src/erasures/erasure-reapply.service';
import { ObjectStore, ObjectStoreError } from '../../../src/platform/storage/object-store';
import { newId } from '../../../src/platform/ids.rules';
import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut } from '../../support/app';
import { submitParts } from '../../support/files';
import { type CreatedForm, anEnabledForm, aSubmission, setSettings, submit } from '../../support/forms';
import { Receiver } from '../../support/receiver';
import { listRuns, startRunningApp, stopWorker } from '../../support/runs';
import { SAMPLES } from '../../support/sample-files';
import { seedSubmissions } from '../../support/seed';
import { SmtpReceiver } from '../../support/smtp-receiver';
import { waitUntil } from '../../support/wait-until';
import { aDefinition, aNode, aVersion, aWebhook, START, STORE } from '../../support/workflows';

const PERSON = 'ada.lovelace@example.com';
const FIELDS = [
  { name: 'email', type: 'string', validation: 'email' },
  { name: 'note', type: 'string' },
  { name: 'cv', type: 'file' },
];

let app: TestApp;
let receiver: Receiver;
let smtp: SmtpReceiver;
let form: CreatedForm;
beforeAll(async () => {
  [receiver, smtp] = await Promise.all([Receiver.start(), SmtpReceiver.start()]);
  app = await startRunningApp({ smtpUrl: smtp.url, mailFrom: 'forms@example.org' });
});
afterAll(async () => {
  await app.close();
  await Promise.all([receiver.close(), smtp.close()]);
});
beforeEach(async () => {
  form = await anEnabledForm(app.api, { fields: FIELDS });
});

const ask = async (body: object, api = app.api) => {
  const answer = await api.post('/v1/erasures', body);
  expect(answer.status).toBe(202);
  return answer.body.data as { id: string; status: string };
};
const read = async (id: string, api = app.api) => (await api.get(`/v1/erasures/${id}`)).body.data;
const finished = async ({ id }: { id: string }, api = app.api) => {
  await waitUntil(async () => (await read(id, api)).status === 'done');
  return read(id, api);
};
const erased = async (body: object, api = app.api) => finished(await ask({ dry_run: false, ...body }, api), api);
const idsIn = async ({ id }: { id: string }) =>
  ((await app.api.get(`/v1/forms/${id}/submissions?state=all&limit=50`)).body.data as { id: string }[])
    .map((submission) => submission.id)
    .sort();

/** The tables whose rows have a text, and the objects of the store that do. */
async function placesOf(text: string): Promise<string[]> {
  const tables = await app.database.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const places: string[] = [];
  for (const { name } of tables) {
    const rows = await app.database.query(`select from "${name}" t where t::text ilike $1 limit 1`, [`%${text}%`]);
    if (rows.length > 0) places.push(name);
  }
  const files = await readdir(app.dataDir, { recursive: true, withFileTypes: true });
  for (const file of files.filter((entry) => entry.isFile())) {
    const path = join(file.parentPath, file.name);
    if ((await readFile(path)).includes(text)) places.push(path);
  }
  return places.sort();
}

/** Plants a person wherever values are kept. */
async function plant(): Promise<void> {
  const nodes = [START, aWebhook('crm', { url: receiver.url() }), aNode('mail', 'email', mail)];
  await aVersion(app.api, form, aDefinition(nodes, 'start>crm', 'start>mail'));
  const other = await anEnabledForm(app.api, { fields: FIELDS, notifications_enabled: true });
  await setSettings(app.api, other, { notifications: { to: ['owner@office.example.org'] } });
  await submit(app.api, form, { email: PERSON }, { 'Idempotency-Key': newId() });
  await submit(app.api, form, { email: 'x@example.com', note: PERSON.toUpperCase() });
  await submit(app.api, form, { email: PERSON, _gotcha: 'x' });
  await aSubmission(app.api, other, { email: PERSON });
  const cv = await submitParts(app.api, form, [
    ['email', PERSON],
    ['cv', `${PERSON}.pdf`, Buffer.concat([SAMPLES.pdf, Buffer.from(PERSON)])],
  ]);
  expect(cv.status).toBe(201);
  const test = { source: 'manual', fields: { email: PERSON } };
  const started = await app.api.post(`/v1/forms/${form.id}/workflow/test`, test, { ifMatch: '*' });
  expect(started.status).toBe(202);
  const link = { name: 'About Ada', expires_in: 3_600, filters: { received_after: '2026-01-01T00:00:00Z' } };
  const made = await app.api.post(`/v1/forms/${form.id}/export-links`, { ...link, name: `About ${PERSON}` });
  expect(made.status).toBe(201);
  const row = JSON.stringify({ source_id: PERSON, fields: { email: PERSON } });
  await app.api.post(`/v1/forms/${other.id}/submissions/import`, Buffer.from(row), {
    idempotencyKey: '',
    headers: { 'content-type': 'application/x-ndjson' },
  });
  await waitUntil(async () => (await listRuns(app, form)).every(({ completed_at: at }) => at !== null));
  const runs = await listRuns(app, form);
  await app.api.post(`/v1/forms/${form.id}/workflow-runs/${runs[0]!.id}/retry`, undefined);
  await waitUntil(() => smtp.mails.some(({ to }) => to.includes('owner@office.example.org')));
}

const mail = { to: ['{{ fields.email }}'], subject: 'Thanks, {{ fields.email }}' };

it('finds a person under names that no field has, in submissions and tests', async () => {
  await aVersion(app.api, form, aDefinition([START, STORE], 'start>store'));
  const kept = await aSubmission(app.api, form, { email: 'x@example.com', contact: 'grace@example.com' });
  await submit(app.api, form, { email: 'x@example.com', contact: [` ${PERSON.toUpperCase()} `] });
  const test = { source: 'manual', fields: { email: 'x@example.com', contact: { deep: PERSON } } };
  const started = await app.api.post(`/v1/forms/${form.id}/workflow/test`, test, { ifMatch: '*' });
  expect(started.status).toBe(202);
  await waitUntil(async () => (await listRuns(app, form)).every(({ completed_at: at }) => at !== null));
  expect(await erased({ value: PERSON, field: 'contact' })).toMatchObject({ counts: { submissions: 1 } });
  expect([await idsIn(form), await placesOf(PERSON)]).toEqual([[kept], []]);
});

it('finds a person whom a correction has taken out, also while it does, and erases the whole submission', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 8; n += 1) ids.push(await aSubmission(app.api, form, { email: PERSON, note: `n ${n}` }));
  const kept = await aSubmission(app.api, form, { email: 'x@example.com' });
  const correct = (id: string, email: string) =>
    app.api.patch(`/v1/forms/${form.id}/submissions/${id}`, { fields: { email } }, { ifMatch: '*' });
  for (const id of [kept, ...ids.slice(0, 3)]) await correct(id, 'grace@example.com');
  await correct(ids[0]!, 'x@example.com');
  const [report, ...answers] = await Promise.all([
    erased({ value: PERSON, field: 'email' }),
    ...ids.map((id) => correct(id, 'other@example.com')),
  ]);
  for (const { status } of answers) expect([200, 404]).toContain(status);
  expect(report).toMatchObject({ counts: { submissions: 8 } });
  expect([await idsIn(form), await placesOf(PERSON)]).toEqual([[kept], []]);
});

it('leaves nothing of a person in the database or in the store, and says who has got the data', async () => {
  await aSubmission(app.api, form, { email: 'grace@example.com' });
  await plant();
  const before = await placesOf(PERSON);
  expect(before).toEqual(
    expect.arrayContaining(['export_links', 'submission_files', 'submissions', 'workflow_run_steps', 'workflow_runs']),
  );
  const report = await erased({ value: ` ${PERSON.toUpperCase()}` });
  expect(await placesOf(PERSON)).toEqual([]);
  expect(report).toMatchObject({
    dry_run: false,
    field: null,
    counts: { forms: 2, submissions: 6, files: 1, runs: expect.any(Number), mails: 1 },
    receivers_since: null,
    kept: ['visitor_stops'],
    completed_at: expect.any(String),
  });
  const { host } = new URL(receiver.url());
  expect(report.receivers).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ channel_type: 'webhook', host, node_id: 'crm', form_id: form.id, deliveries: 3 }),
      expect.objectContaining({ channel_type: 'email', host: 'example.com', node_id: 'mail' }),
      expect.objectContaining({
        channel_type: 'notification',
        host: 'office.example.org',
        node_id: null,
        deliveries: 1,
      }),
    ]),
  );
  expect(await idsIn(form)).toHaveLength(1);
  const again = await app.database.query('select sealed_value from erasures where id = $1', [report.id]);
  expect(again).toEqual([{ sealed_value: null }]);
});

it('is followed with either scope, since who may ask for one need not read submissions', async () => {
  const report = await finished(await ask({ value: 'nobody@example.com' }));
  for (const scopes of [['submissions:read'], ['submissions:delete']] as const) {
    const api = app.api.as(await app.key({ scopes: [...scopes] }));
    expect((await api.get(`/v1/erasures/${report.id}`)).body.data).toEqual(report);
    expect((await api.get('/v1/erasures')).body.data).toContainEqual(report);
  }
  const neither = app.api.as(await app.key({ scopes: allScopesBut('submissions:read', 'submissions:delete') }));
  expectError(await neither.get(`/v1/erasures/${report.id}`), 'insufficient_scope');
});

it('tells copies that submissions were erased', async () => {
  const id = await aSubmission(app.api, form, { email: PERSON });
  await erased({ value: PERSON });
  const { data } = (await app.api.get(`/v1/forms/${form.id}/changes`)).body;
  expect(data).toEqual([expect.objectContaining({ type: 'erased', submission_id: id })]);
});

it('finds what is in the trash, tells copies of it once more, and keeps it from being imported again', async () => {
  const file = `email,source_id\n${PERSON},7\n`;
  const imported = async () =>
    (
      await app.api.post(`/v1/forms/${form.id}/submissions/import`, Buffer.from(file), {
        idempotencyKey: '',
        headers: { 'content-type': 'text/csv' },
      })
    ).body.data;
  expect(await imported()).toMatchObject({ imported: 1 });
  const [id] = await idsIn(form);
  await app.api.delete(`/v1/forms/${form.id}/submissions/${id}`);
  const changes = async () => (await app.api.get(`/v1/forms/${form.id}/changes`)).body.data;
  expect(await changes()).toMatchObject([{ type: 'deleted', submission_id: id, change_number: 2 }]);
  expect((await erased({ value: PERSON })).counts).toMatchObject({ submissions: 1 });
  expect(await changes()).toMatchObject([{ type: 'erased', submission_id: id, change_number: 3 }]);
  expect(await app.database.query('select from submissions where form_id = $1', [form.id])).toEqual([]);
  expect(await imported()).toMatchObject({ imported: 0 });
});

it('a dry run, which is the default, counts and deletes nothing', async () => {
  const id = await aSubmission(app.api, form, { email: PERSON });
  const report = await finished(await ask({ value: PERSON }));
  expect(report).toMatchObject({ dry_run: true, counts: { forms: 1, submissions: 1 } });
  expect(await idsIn(form)).toEqual([id]);
  await erased({ value: PERSON });
});

it('looks in one field if it is asked to, and takes no part of a value for it', async () => {
  const kept = [await aSubmission(app.api, form, { note: PERSON }), await aSubmission(app.api, form, { email: `x.${PERSON}` })];
  await aSubmission(app.api, form, { email: PERSON });
  const report = await erased({ value: PERSON, field: 'email' });
  expect(report).toMatchObject({ field: 'email', counts: { submissions: 1 } });
  expect(await idsIn(form)).toEqual(kept.sort());
  await erased({ value: PERSON });
});

it('is of the forms that the key sees, and read by keys that see as much', async () => {
  const hidden = await anEnabledForm(app.api, { fields: FIELDS });
  await aSubmission(app.api, hidden, { email: PERSON });
  await aSubmission(app.api, form, { email: PERSON });
  const grants = (ids: string[]) => app.key({ formIds: ids });
  const narrow = app.api.as(await grants([form.id]));
  const report = await erased({ value: PERSON }, narrow);
  expect(report.counts).toMatchObject({ forms: 1, submissions: 1 });
  expect(await idsIn(hidden)).toHaveLength(1);
  expect(await read(report.id)).toMatchObject({ id: report.id });
  expectError(await app.api.as(await grants([form.id])).get(`/v1/erasures/${report.id}`), 'resource_not_found');
  const stranger = app.api.as((await app.stranger()).key);
  expectError(await stranger.get(`/v1/erasures/${report.id}`), 'resource_not_found');
  expect((await stranger.get('/v1/erasures')).body.data).toEqual([]);
  expect((await narrow.get('/v1/erasures')).body.data).toEqual([report]);
  await erased({ value: PERSON });
});

it('refuses values that nothing has, and keys that may not delete', async () => {
  const refused = await app.api.post('/v1/erasures', { value: ' ', field: '', dry_run: 'x' });
  expectFieldErrors(refused, 'value', 'field', 'dry_run');
  const reader = app.api.as(await app.key({ scopes: allScopesBut('submissions:delete') }));
  expectError(await reader.post('/v1/erasures', { value: PERSON }), 'insufficient_scope');
});

it('finds an address that was sent as a name whose value was not kept', async () => {
  const id = await aSubmission(app.api, form, { [PERSON]: 'x'.repeat(65_530) });
  expect((await app.api.get(`/v1/forms/${form.id}/submissions/${id}`)).body.data).toMatchObject({ other_values_dropped: [PERSON] });
  expect(await erased({ value: PERSON })).toMatchObject({ counts: { submissions: 1 } });
  expect(await idsIn(form)).toEqual([]);
});

describe('with a worker that is killed or a backup that is restored', () => {
  const work = async () => {
    while (await app.app.get(ErasureJobService).runBatch());
  };
  beforeAll(() => stopWorker(app));

  it('a batch that was noted and not deleted is deleted and counted', async () => {
    const id = await aSubmission(app.api, form, { email: PERSON });
    const { id: erasure } = await ask({ value: PERSON, dry_run: false });
    const replay = app.app.get(ErasureReapplyService);
    const failing = jest.spyOn(replay, 'apply').mockRejectedValueOnce(new Error('Connection terminated'));
    await expect(work()).rejects.toThrow('Connection terminated');
    failing.mockRestore();
    expect(await idsIn(form)).toEqual([id]);
    await work();
    expect(await idsIn(form)).toEqual([]);
    expect(await read(erasure)).toMatchObject({ status: 'done', counts: { forms: 1, submissions: 1 } });
  });

  it('a restored backup loses again what was erased after it, before the service starts', async () => {
    const person = await aSubmission(app.api, form, { email: PERSON });
    const rows = await app.database.query<{ copy: object }>('select to_json(s) as copy from submissions s where id = $1', [person]);
    const [{ applied } = { applied: '0' }] = await app.database.query<{ applied: string }>('select applied from erasure_log');
    await ask({ value: PERSON, dry_run: false });
    await work();
    expect(await idsIn(form)).toEqual([]);

    await app.database.query('insert into submissions select * from json_populate_record(null::submissions, $1::json)', [
      JSON.stringify(rows[0]!.copy),
    ]);
    await app.database.query('update form_stats set submissions_count = 1, unread_count = 1 where form_id = $1', [form.id]);
    await app.database.query('update erasure_log set applied = $1', [applied]);
    const sibling = await app.sibling();
    await sibling.app.get(ErasureReapplyService).atStart();
    expect(await idsIn(form)).toEqual([]);
    await sibling.close();
  });

  it('a dry run, and another account, do not wait for the end of a big erasure', async () => {
    await seedSubmissions(
      app.database,
      form,
      Array.from({ length: 12_000 }, () => ({})),
    );
    const stranger = app.api.as((await app.stranger()).key);
    const strange = await anEnabledForm(stranger, { fields: FIELDS });
    await aSubmission(stranger, strange, { email: PERSON });
    const big = await ask({ value: PERSON, dry_run: false });
    const small = await ask({ value: PERSON, dry_run: false }, stranger);
    await app.app.get(ErasureJobService).runBatch();
    await app.app.get(ErasureJobService).runBatch();
    expect(await read(small.id, stranger)).toMatchObject({ status: 'done', counts: { submissions: 1 } });
    const narrow = app.api.as(await app.key({ formIds: [(await anEnabledForm(app.api)).id] }));
    const dry = await ask({ value: PERSON }, narrow);
    while ((await read(dry.id)).status !== 'done') await app.app.get(ErasureJobService).runBatch();
    expect(await read(big.id)).toMatchObject({ status: 'running' });
    await work();
    expect(await read(big.id)).toMatchObject({ status: 'done' });
  });

  describe('when the database refuses to delete', () => {
    const unread = (change: string) =>
      app.database.query(`update form_stats set unread_count = unread_count ${change} where form_id = $1`, [form.id]);
    const dueNow = () => app.database.query('update erasures set due_at = created_at where completed_at is null');
    const notes = async () => {
      const names: string[] = [];
      for await (const batch of app.app.get(ErasureLog).after(0)) names.push(batch.formId);
      return names.filter((id) => id === form.id);
    };
    let submission: string;
    beforeEach(async () => {
      submission = await aSubmission(app.api, form, { email: PERSON });
      await unread('- 1');
    });

    it('an erasure ends with its cause after some tries, others go on meanwhile, and it may be asked for again', async () => {
      const refused = await ask({ value: PERSON, dry_run: false });
      await work();
      expect(await read(refused.id)).toMatchObject({ status: 'running', error: null });
      const other = await ask({ value: 'nobody@example.com', dry_run: false });
      await work();
      expect(await read(other.id)).toMatchObject({ status: 'done' });
      for (let tries = 1; tries < 5; tries += 1) {
        await dueNow();
        await work();
      }
      expect(await read(refused.id)).toMatchObject({
        status: 'failed',
        error: expect.stringContaining('form_stats_check of form_stats (SQLSTATE 23514)'),
        counts: { submissions: 0 },
        completed_at: expect.any(String),
      });
      const [row] = await app.database.query('select sealed_value from erasures where id = $1', [refused.id]);
      expect(row).toEqual({ sealed_value: null });
      expect([await idsIn(form), await notes()]).toEqual([[submission], []]);
      await unread('+ 1');
      await ask({ value: PERSON, dry_run: false });
      await work();
      expect(await idsIn(form)).toEqual([]);
    });

    it('the service starts all the same after a worker was killed at it', async () => {
      const { id } = await ask({ value: PERSON, dry_run: false });
      const [account] = await app.database.query<{ id: string }>('select account_id as id from forms where id = $1', [form.id]);
      const [log] = await app.database.query<{ applied: string }>('select applied from erasure_log');
      const batch = { erasureId: id, accountId: account!.id, formId: form.id, submissionIds: [submission] };
      const rest = { testRunIds: [], linkIds: [] };
      await app.app.get(ErasureLog).write({ ...batch, ...rest }, Number(log!.applied) + 1);
      const sibling = await app.sibling();
      await sibling.app.get(ErasureReapplyService).atStart();
      await sibling.close();
      expect([await idsIn(form), await notes()]).toEqual([[submission], []]);
      await unread('+ 1');
      await work();
      expect(await idsIn(form)).toEqual([]);
    });
  });

  it('waits as long as it takes for a store that does not answer, and lets dry runs go on', async () => {
    await aSubmission(app.api, form, { email: PERSON });
    const away = jest.spyOn(app.app.get(ErasureLog), 'write');
    away.mockRejectedValue(new ObjectStoreError('unavailable', 'away'));
    const waiting = await ask({ value: PERSON, dry_run: false });
    for (let tries = 1; tries <= 6; tries += 1) {
      await work();
      await app.database.query('update erasures set due_at = created_at where completed_at is null');
    }
    expect((await read(waiting.id)).status).toBe('running');
    const dry = await ask({ value: PERSON });
    await work();
    expect(await read(dry.id)).toMatchObject({ status: 'done', counts: { submissions: 1 } });
    away.mockRestore();
    await app.database.query('update erasures set due_at = created_at where completed_at is null');
    await work();
    expect(await read(waiting.id)).toMatchObject({ status: 'done', counts: { submissions: 1 } });
  });

  it('an erasure of many goes on from batch to batch', async () => {
    for (let count = 0; count < 120; count += 1) await aSubmission(app.api, form, { email: PERSON });
    const { id } = await ask({ value: PERSON, dry_run: false });
    await work();
    expect(await read(id)).toMatchObject({ status: 'done', counts: { forms: 1, submissions: 120 } });
    const names: string[] = [];
    for await (const { name } of app.app.get(ObjectStore).list(new Date(Date.now() + 60_000), 'erasures')) names.push(name);
    expect(names.length).toBeGreaterThanOrEqual(3);
  });

  it('looks through many submissions in few batches', async () => {
    await seedSubmissions(
      app.database,
      form,
      Array.from({ length: 6000 }, () => ({})),
    );
    await aSubmission(app.api, form, { email: PERSON });
    const { id } = await ask({ value: PERSON, field: 'email' });
    let batches = 0;
    while (await app.app.get(ErasureJobService).runBatch()) batches += 1;
    expect(await read(id)).toMatchObject({ status: 'done', counts: { forms: 1, submissions: 1 } });
    const [forms] = await app.database.query<{ count: number }>('select count(*)::int as count from forms');
    expect(batches).toBeLessThan(3 * forms!.count + 10); // three parts of each form, and not one for each 200 rows
  });
});
