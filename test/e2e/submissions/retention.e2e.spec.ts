import { RetentionService } from '../../../src/submissions/retention/retention.service';
import { expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { anEnabledForm, aSubmission, etagOf, setSettings, submit } from '../../support/forms';
import { aDefinition, aVersion, START, STORE } from '../../support/workflows';

let app: TestApp;
let form: CreatedForm;

beforeAll(async () => {
  app = await shareApp();
});

beforeEach(async () => {
  form = await anEnabledForm(app.api);
});

const apply = () => app.app.get(RetentionService).deleteBatch(form.id);
const makeOlder = (id: string, days: number) =>
  app.database.query('update submissions set received_at = received_at - make_interval(days => $2) where id = $1', [id, days]);
/** Lets the day pass for which a shorter retention waits. */
const letBegin = () =>
  app.database.query(`update forms set retention_before = retention_before || '{"until": "2026-01-01T00:00:00.000Z"}' where id = $1`, [
    form.id,
  ]);
const settings = async () => (await app.api.get<{ retention: object; retention_due?: number }>(`/v1/forms/${form.id}/settings`)).body.data;
const storedIds = async () =>
  (await app.database.query<{ id: string }>('select id from submissions where form_id = $1 order by id', [form.id])).map(({ id }) => id);

it('what was received longer ago goes with its runs, quarantined or not, and the rest stays', async () => {
  await aVersion(app.api, form, aDefinition([START, STORE], 'start>store'));
  const old = await aSubmission(app.api, form);
  const held = (await submit(app.api, form, { _gotcha: 'x' })).body.data as { id: string };
  const young = await aSubmission(app.api, form);
  await makeOlder(old, 31);
  await makeOlder(held.id, 31);
  await makeOlder(young, 29);
  expect(await apply()).toBe(0);
  expect(await settings()).not.toHaveProperty('retention_due');

  await setSettings(app.api, form, { retention: { days: 30 } });
  expect(await settings()).toMatchObject({ retention: { days: 30 }, retention_due: 2 });
  expect(await apply()).toBe(0);
  await letBegin();
  expect(await apply()).toBe(2);
  expect(await apply()).toBe(0);
  expect(await storedIds()).toEqual([young]);
  expect((await settings()).retention_due).toBe(0);
  expect(await app.database.query('select from workflow_runs where submission_id = $1', [old])).toEqual([]);
  expect((await app.api.get<{ submissions_count: number }>(`/v1/forms/${form.id}`)).body.data).toMatchObject({
    submissions_count: 1,
    unread_count: 1,
  });
});

it('the change feed tells of each, and the audit trail how many', async () => {
  const ids = [await aSubmission(app.api, form), await aSubmission(app.api, form)];
  const { meta } = (await app.api.get(`/v1/forms/${form.id}/changes`)).body as unknown as {
    meta: { next_cursor: string };
  };
  for (const id of ids) await makeOlder(id, 2);
  await setSettings(app.api, form, { retention: { days: 1 } });
  await letBegin();
  await apply();
  const { data } = (
    await app.api.get<{ type: string; submission_id: string; change_number: number }[]>(
      `/v1/forms/${form.id}/changes?after=${meta.next_cursor}`,
    )
  ).body;
  expect(data.map(({ type, change_number }) => [type, change_number])).toEqual([
    ['deleted', 3],
    ['deleted', 4],
  ]);
  expect(data.map(({ submission_id }) => submission_id).sort()).toEqual([...ids].sort());
  const events = await app.database.query(
    `select action, details from audit_events where form_id = $1 and api_key_id is null order by id`,
    [form.id],
  );
  expect(events).toEqual([{ action: 'form.retention', details: { deleted: 2 } }]);
});

it.each([0, 3_651, 1.5, '30'])('%j days are refused', async (days) => {
  const answer = await app.api.patch(`/v1/forms/${form.id}/settings`, { retention: { days } }, { ifMatch: await etagOf(app.api, form) });
  expectFieldErrors(answer, 'retention.days');
});

it('null keeps submissions for ever again', async () => {
  await makeOlder(await aSubmission(app.api, form), 5_000);
  await setSettings(app.api, form, { retention: { days: 3_650 } });
  await setSettings(app.api, form, { retention: { days: null } });
  expect(await apply()).toBe(0);
});
