import type { Answer } from '../../support/api';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import { expectNothingLeft, objectsOf, submitParts } from '../../support/files';
import type { CreatedForm } from '../../support/forms';
import { anEnabledForm } from '../../support/forms';
import { FormDeletionService } from '../../../src/forms/form-deletion.service';
import { ObjectRemovalService } from '../../../src/files/object-removal.service';
import { ObjectStore, ObjectStoreError } from '../../../src/platform/storage/object-store';
import { SAMPLES } from '../../support/sample-files';

let app: TestApp;
let form: CreatedForm;
beforeAll(async () => {
  app = await startApp();
});
beforeEach(async () => {
  form = await anEnabledForm(app.api, { fields: [{ name: 'cv', type: 'file' }] });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await expectNothingLeft(app);
});
afterAll(() => app.close());

const filesOf = (submission: string) => `/v1/forms/${form.id}/submissions/${submission}/files`;

/** A submission with two files. */
async function received(): Promise<string> {
  const parts = ['a.pdf', 'b.pdf'].map((name): [string, string, Buffer] => ['cv', name, SAMPLES.pdf]);
  const answer = (await submitParts(app.api, form, parts)) as Answer<{ id: string }>;
  expect(answer.status).toBe(201);
  return answer.body.data.id;
}

it('of a file removes its bytes and keeps those of the others', async () => {
  const submission = await received();
  const [file] = (await app.api.get<{ id: string }[]>(filesOf(submission))).body.data;
  const before = (await objectsOf(app)).length;
  expect((await app.api.delete(`${filesOf(submission)}/${file!.id}`)).status).toBe(200);
  await app.app.get(ObjectRemovalService).removeBatch();
  expect(await objectsOf(app)).toHaveLength(before - 1);
  const left = await app.api.get(`/v1/forms/${form.id}/submissions/${submission}`);
  expect(left.body.data).toMatchObject({ has_files: true, file_count: 1 });
});

it('of a submission removes the bytes of all its files', async () => {
  const [submission] = [await received(), await received()];
  const before = (await objectsOf(app)).length;
  expect((await app.api.delete(`/v1/forms/${form.id}/submissions/${submission}?permanently=true`)).status).toBe(200);
  await app.app.get(ObjectRemovalService).removeBatch();
  expect(await objectsOf(app)).toHaveLength(before - 2);
});

it('of a form removes the bytes of all its files', async () => {
  await received();
  const before = (await objectsOf(app)).length;
  expect((await app.api.delete(`/v1/forms/${form.id}`, { ifMatch: '*' })).status).toBe(200);
  await app.app.get(ObjectRemovalService).removeBatch();
  expect(await objectsOf(app)).toHaveLength(before - 2);
});

it('of a big form removes the bytes with its purge, and no file can be read before', async () => {
  const submission = await received();
  const [file] = (await app.api.get<{ id: string }[]>(filesOf(submission))).body.data;
  const link = await app.api.post(`${filesOf(submission)}/${file!.id}/links`);
  await app.database.query('update form_stats set submissions_count = 10001 where form_id = $1', [form.id]);
  expect((await app.api.delete(`/v1/forms/${form.id}`, { ifMatch: '*' })).status).toBe(200);
  expect((await app.api.get(`${filesOf(submission)}/${file!.id}`)).status).toBe(404);
  expect((await app.api.as(null).get(new URL(link.body.data.url as string).pathname)).status).toBe(404);
  const before = (await objectsOf(app)).length;
  while (await app.app.get(FormDeletionService).purgeBatch());
  await app.app.get(ObjectRemovalService).removeBatch();
  expect(await objectsOf(app)).toHaveLength(before - 2);
});

it('waits for a store that is away', async () => {
  const submission = await received();
  const before = await objectsOf(app);
  const away = jest.spyOn(app.app.get(ObjectStore), 'delete');
  away.mockRejectedValue(new ObjectStoreError('unavailable', 'away'));
  expect((await app.api.delete(`/v1/forms/${form.id}/submissions/${submission}?permanently=true`)).status).toBe(200);
  await app.app.get(ObjectRemovalService).removeBatch();
  expect(await objectsOf(app)).toEqual(before);
});
