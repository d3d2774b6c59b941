import { AsyncResource } from 'node:async_hooks';
import { RetentionService } from '../../../src/submissions/retention/retention.service';
import { timeTextIn } from '../../../src/platform/text/time-text.rules';
import { expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { anEnabledForm, aSubmission, setSettings } from '../../support/forms';
import { waitUntil } from '../../support/wait-until';

interface Settings {
  retention: { days: number | null };
  retention_due?: number;
  retention_waits?: { days_in_force: number | null; begins_at: string };
  warning_details?: { path: string; message: string }[];
}

let app: TestApp;
let form: CreatedForm;

beforeAll(async () => {
  app = await shareApp();
});

beforeEach(async () => {
  form = await anEnabledForm(app.api);
});

/** Runs in no transaction, though the caller is in one. */
const outside = new AsyncResource('outside of transactions');
const WAITS = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%for share%'`;
const DAY = 86_400_000;
const apply = () => app.app.get(RetentionService).deleteBatch(form.id);
const settings = async () => (await app.api.get<Settings>(`/v1/forms/${form.id}/settings`)).body.data;
const preview = async (days: unknown) => app.api.get(`/v1/forms/${form.id}/retention?days=${String(days)}`);
const count = async () => (await app.database.query('select from submissions where form_id = $1', [form.id])).length;
const begin = (at: string) =>
  app.database.query(`update forms set retention_before = jsonb_set(retention_before, '{until}', to_jsonb($2::text)) where id = $1`, [
    form.id,
    at,
  ]);
const keep = (days: number | null) => setSettings(app.api, form, { retention: { days } });
const eventsOf = () =>
  app.database.query<{ action: string; actor: string; details: Record<string, unknown> }>(
    `select action, actor, details from audit_events where form_id = $1 and action like 'form.retention%' order by id`,
    [form.id],
  );

/** Submissions of the ages in days. */
async function received(...ages: number[]): Promise<void> {
  for (const age of ages) {
    const id = await aSubmission(app.api, form);
    await app.database.query('update submissions set received_at = received_at - make_interval(secs => $2) where id = $1', [
      id,
      age * 86_400,
    ]);
  }
}

it('a shorter retention says how many it deletes, begins a day later, and deletes nothing until then', async () => {
  await received(40, 3, 2, 0.5);
  expect((await preview(1)).body.data).toMatchObject({ days: 1, due: 3 });
  await setSettings(app.api, form, { page: { time_zone: 'Europe/Berlin' } });
  const asked = Date.now();
  await keep(1);
  const { retention, retention_due, retention_waits, warning_details } = await settings();
  expect([retention, retention_due, retention_waits?.days_in_force]).toEqual([{ days: 1 }, 3, null]);
  const beginsAt = Date.parse(retention_waits!.begins_at);
  expect(beginsAt - asked).toBeGreaterThan(DAY - 5_000);
  expect(beginsAt - Date.now()).toBeLessThanOrEqual(DAY);
  expect(warning_details).toContainEqual({
    path: 'retention.days',
    message: `deletes 3 submissions that are older, from ${timeTextIn(new Date(beginsAt), 'en', 'Europe/Berlin')} on. Set it back to null until then, and they are kept.`,
  });
  expect(await apply()).toBe(0);
  expect(await app.app.get(RetentionService).dueForms(form.id)).toEqual([{ formId: form.id, due: 0 }]);
  await begin(new Date(Date.now() - 1).toISOString());
  expect((await settings()).retention_waits).toBeUndefined();
  expect(await apply()).toBe(3);
  expect(await count()).toBe(1);
  expect(await eventsOf()).toEqual([
    {
      action: 'form.retention_waits',
      actor: 'key',
      details: { days: 1, due: 3, days_in_force: null, begins_at: retention_waits!.begins_at },
    },
    { action: 'form.retention', actor: 'operator', details: { deleted: 3 } },
  ]);
});

it('the retention of before goes on deleting while a shorter one waits', async () => {
  await keep(30);
  await received(40, 3);
  await keep(1);
  expect(await settings()).toMatchObject({ retention_due: 2, retention_waits: { days_in_force: 30 } });
  expect(await apply()).toBe(1);
  expect(await count()).toBe(1);
});

it.each([null, 30, 31])('%j days take a shorter one back, so that nothing is deleted by it', async (days) => {
  await received(3);
  await keep(30);
  await keep(1);
  await keep(days);
  expect(await settings()).not.toHaveProperty('retention_waits');
  expect(await apply()).toBe(0);
  expect((await eventsOf()).map(({ action }) => action)).toEqual(['form.retention_waits', 'form.retention_taken_back']);
});

it('one that deletes nothing within a day has effect at once, and so has a longer one', async () => {
  await received(3);
  await keep(30);
  expect(await settings()).not.toHaveProperty('retention_waits');
  await keep(40);
  expect(await settings()).not.toHaveProperty('retention_waits');
  expect((await preview(30)).body.data).toEqual({ days: 30, due: 0, begins_at: null });
  await received(29.5);
  expect((await preview(30)).body.data).toEqual({ days: 30, due: 0, begins_at: expect.any(String) });
});

it('a second change of mind waits for a day of its own when it deletes more, and for the first when it deletes less', async () => {
  await received(20, 3);
  await keep(10);
  const soon = new Date(Date.now() + DAY / 2).toISOString();
  await begin(soon);
  await keep(12);
  expect((await settings()).retention_waits).toEqual({ days_in_force: null, begins_at: soon });
  await keep(2);
  const { begins_at } = (await settings()).retention_waits!;
  expect(Date.parse(begins_at)).toBeGreaterThan(Date.parse(soon) + DAY / 4);
  await keep(null);
  expect(await apply()).toBe(0);
});

it('a sweep that begins while it is taken back deletes nothing', async () => {
  await received(3, 4);
  await keep(1);
  await begin(new Date(Date.now() - 1).toISOString());
  let sweep: Promise<number> | undefined;
  await app.transactions.run(async () => {
    await app.database.query(`update forms set settings = settings - 'retention', retention_before = null where id = $1`, [form.id]);
    sweep = outside.runInAsyncScope(apply);
    await outside.runInAsyncScope(() => waitUntil(async () => (await app.database.query(WAITS, [])).length > 0));
  });
  expect(await sweep).toBe(0);
  expect(await count()).toBe(2);
});

it.each(['', 0, 3_651, 1.5, 'x'])('a preview of %j days is refused', async (days) => expectFieldErrors(await preview(days), 'days'));
