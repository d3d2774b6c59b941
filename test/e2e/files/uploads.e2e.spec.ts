import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 } from 'uuid';
import type { AcceptedFile, StoredFile } from '../../../src/files/submission-file.entity';
import { ObjectRemovalService } from '../../../src/files/object-removal.service';
import { ObjectStore, ObjectStoreError } from '../../../src/platform/storage/object-store';
import { UploadsService } from '../../../src/files/uploads.service';
import { expectError } from '../../support/api';
import { RestoreDetector } from '../../../src/submissions/changes/restore-detector';
import { SubmissionWriter } from '../../../src/submissions/submission-writer';
import type { NewSubmission, WriteOutcome } from '../../../src/submissions/submission-writer.types';
import { aReceivedFile, expectNothingLeft, fileRowsOf, objectsOf, submitParts } from '../../support/files';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { anEnabledForm, submit } from '../../support/forms';
import { storedIn } from '../../support/intake';
import { SAMPLES } from '../../support/sample-files';

let app: TestApp;
let form: CreatedForm;
let file: AcceptedFile;
beforeAll(async () => {
  app = await startApp();
});
beforeEach(async () => {
  form = await anEnabledForm(app.api, { validate_fields: false });
  const path = join(await mkdtemp(join(app.dataDir, 'test-')), 'a.txt');
  await writeFile(path, 'x');
  file = { ...aReceivedFile('cv'), path, contentType: 'text/plain' };
});
afterEach(() => expectNothingLeft(app));
afterAll(() => app.close());

const newWith = (files: StoredFile[]): NewSubmission => ({
  id: v7(),
  formId: form.id,
  revision: form.revision,
  source: 'form_submit',
  fields: {},
  otherValues: null,
  otherValuesDropped: null,
  files,
  ignoredFields: [],
  clientNetwork: null,
  userAgent: null,
  idempotency: null,
});

const write = (files: StoredFile[]): Promise<WriteOutcome> => app.app.get(SubmissionWriter).write(newWith(files));
const withStored = <Result>(work: (files: StoredFile[]) => Promise<Result>) => app.app.get(UploadsService).withStored([file], work);
const removeDue = () => app.app.get(ObjectRemovalService).removeBatch();
const makeDue = () => app.database.query(`update object_removals set due_at = now() - interval '1 second'`);

describe('an upload whose removal has become due', () => {
  it('is not taken over by a submission, even before its bytes are removed', async () => {
    const writing = withStored(async (files) => {
      await makeDue();
      return write(files);
    });
    await expect(writing).rejects.toMatchObject({ code: 'service_unavailable', headers: { 'Retry-After': '1' } });
    expect(await storedIn(app.api, form)).toEqual([]);
  });

  it('does not fail the submissions of the same commit', async () => {
    const others = await withStored(async (files) => {
      await makeDue();
      return Promise.allSettled([write([]), write(files), write([]), write([])]);
    });
    expect(others.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(await storedIn(app.api, form)).toHaveLength(3);
  });
});

it('keeps the objects of an upload while it waits for its commit', async () => {
  const outcome = await withStored(async (files) => {
    expect(await removeDue()).toBe(false);
    return write(files);
  });
  expect(outcome.outcome).toBe('stored');
  expect(await fileRowsOf(app, form)).toHaveLength(1);
});

it('removes the objects of an upload that no submission took over', async () => {
  await withStored(() => Promise.resolve());
  expect(await objectsOf(app)).not.toHaveLength((await app.database.query('select from submission_files')).length);
  await expectNothingLeft(app);
});

it('retries removals that the store refused, and loses none', async () => {
  expect((await submitParts(app.api, form, [['a', 'a.pdf', SAMPLES.pdf]])).status).toBe(201);
  await app.database.query('delete from submission_files where form_id = $1', [form.id]);
  const store = join(app.dataDir, 'files');
  await rename(store, `${store}-away`);
  await writeFile(store, 'a file where a folder should be');
  expect(await removeDue()).toBe(false);
  expect(await app.database.query('select from object_removals where due_at <= now()')).toHaveLength(1);
  await rm(store);
  await rename(`${store}-away`, store);
});

it('does not ask a store that has failed five times in a row, says so, and accepts submissions without files meanwhile', async () => {
  const away = new ObjectStoreError('unavailable', 'away');
  const put = jest.spyOn(app.app.get(ObjectStore), 'put').mockRejectedValue(away);
  const upload = () => submitParts(app.api, form, [['a', 'a.pdf', SAMPLES.pdf]]);
  for (let asked = 1; asked <= 5; asked += 1) {
    expectError(await upload(), 'service_unavailable');
    expect(put).toHaveBeenCalledTimes(asked);
  }
  const answer = await upload();
  expectError(answer, 'service_unavailable');
  expect(answer.headers).toMatchObject({ 'retry-after': '30' });
  expect(put).toHaveBeenCalledTimes(5);
  expect((await submit(app.api, form, { email: 'ada@example.com' })).status).toBe(201);
  expect((await app.api.get('/readyz')).body).toMatchObject({ status: 'ok', checks: { files: 'degraded' } });
  put.mockRestore();
  await app.app.get(RestoreDetector).run();
  expect((await app.api.get('/readyz')).body).toMatchObject({ checks: { files: 'ok' } });
  await rm(join(app.dataDir, 'files/rc'), { recursive: true }); // what that check has noted
});
