import { expectError } from '../../support/api';
import type { TestApp } from '../../support/app';
import { RunsRepository } from '../../../src/workflows/runs/store/runs.repository';
import { reload, submit } from '../../support/forms';
import { aPublishedForm, aRunOf, listRuns, RunHandle, startRunningApp, withWorkersPaused } from '../../support/runs';
import { aFanOut, STORE } from '../../support/workflows';

let app: TestApp;
beforeAll(async () => {
  app = await startRunningApp();
});
afterAll(() => app.close());

const DAYS = 10;
const WORKFLOW = aFanOut(STORE);

/** Moves a run into the past, as a whole. */
const age = ({ id }: RunHandle, days: number) =>
  app.database.query(
    `update workflow_runs set created_at = created_at - make_interval(days => $2), completed_at = completed_at - make_interval(days => $2)
     where id = $1`,
    [id, days],
  );

async function anEndedRun(form: { id: string }, daysAgo: number): Promise<RunHandle> {
  const run = await aRunOf(app, form);
  await run.reach('succeeded');
  await age(run, daysAgo);
  return run;
}

const deleteExpired = (days = DAYS) => app.app.get(RunsRepository).deleteExpired(days);
const idsOf = async (form: { id: string }) => (await listRuns(app, form)).map(({ id }) => id);
const countSteps = async ({ id }: RunHandle) => (await app.database.query('select from workflow_run_steps where run_id = $1', [id])).length;

it('deletes runs that ended longer ago than the retention with their steps, and no others', async () => {
  const form = await aPublishedForm(app, WORKFLOW);
  const old = await anEndedRun(form, DAYS + 1);
  const young = await anEndedRun(form, DAYS - 1);
  const open = await withWorkersPaused(app, () => aRunOf(app, form));
  await age(open, DAYS + 1);
  expect(await deleteExpired()).toBe(1);
  expect((await idsOf(form)).sort()).toEqual([young.id, open.id].sort());
  expect([await countSteps(old), await countSteps(young)]).toEqual([0, 2]);
  expect(await deleteExpired()).toBe(0);
});

it('keeps the submission, which shows that it is stored, and its run is 404', async () => {
  const run = await anEndedRun(await aPublishedForm(app, WORKFLOW), DAYS + 1);
  await deleteExpired();
  const path = `/v1/forms/${run.form.id}/submissions`;
  const deliveries = [{ channel_type: 'database', status: 'delivered', node_id: null }];
  const one = await app.api.get<object>(`${path}/${run.submissionId}`);
  expect(one.body.data).toMatchObject({ id: run.submissionId, deliveries });
  const listed = await app.api.get<object[]>(path);
  expect(listed.body.data).toEqual([one.body.data]);
  expectError(await app.api.get(run.path), 'resource_not_found');
  expectError(await run.retry(), 'resource_not_found');
  expectError(await run.cancel(), 'resource_not_found');
  expect((await app.api.delete(`${path}/${run.submissionId}`)).status).toBe(200);
});

it('starts no second run when the key of the submission is sent again', async () => {
  const form = await aPublishedForm(app, WORKFLOW);
  const send = () => submit(app.api, form, { email: 'ada@example.com' }, { 'idempotency-key': 'once' });
  const first = await send();
  expect(first.status).toBe(201);
  const [started] = await listRuns(app, form);
  const run = new RunHandle(app, form, started!.id);
  await run.reach('succeeded');
  await age(run, DAYS + 1);
  expect(await deleteExpired()).toBe(1);
  const second = await send();
  expect(second.body.data).toEqual(first.body.data);
  expect(await idsOf(form)).toEqual([]);
  expect(await reload(app.api, form)).toMatchObject({ submissions_count: 1 });
});

it('deletes each run once when several processes do it at the same time', async () => {
  const form = await aPublishedForm(app, WORKFLOW);
  for (let n = 0; n < 5; n += 1) await anEndedRun(form, DAYS + 1);
  const numbers = await Promise.all([1, 2, 3].map(() => deleteExpired()));
  expect(numbers.reduce((sum, each) => sum + each, 0)).toBe(5);
  expect(await idsOf(form)).toEqual([]);
});
