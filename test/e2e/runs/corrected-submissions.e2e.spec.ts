import type { TestApp } from '../../support/app';
import { aSubmission, type CreatedForm } from '../../support/forms';
import type { Receiver } from '../../support/receiver';
import { withRunningApp } from '../../support/running-app';
import { aPublishedForm, aRunOf, listRuns, RunHandle, withWorkersPaused } from '../../support/runs';
import { aFanOut, aWebhook, STORE } from '../../support/workflows';

let app: TestApp;
let receiver: Receiver;
withRunningApp((...started) => ([app, receiver] = started));

const SENT = { zip: 'first', email: 'ada@exmaple.com', note: null };
const aForm = (): Promise<CreatedForm> =>
  aPublishedForm(app, aFanOut(aWebhook('hook', { url: receiver.url('/hook') }), STORE), { validate_fields: false });
const pathOf = ({ form, submissionId }: RunHandle) => `/v1/forms/${form.id}/submissions/${submissionId}`;
const correct = async (run: RunHandle, fields: object) =>
  expect((await app.api.patch(pathOf(run), { fields }, { ifMatch: '*' })).status).toBe(200);
const bodies = () => receiver.to('/hook').map(({ body }) => body);
const valuesIn = (body: string) => (JSON.parse(body) as { data: { fields: object } }).data.fields;

/** A run of a submission whose values are in this order, which a removed value has to keep. */
async function aRefusedRun(status: number): Promise<RunHandle> {
  receiver.answers({ status });
  const run = await aRunOf(app, await aForm(), SENT);
  await (status === 404 ? run.reach('partially_failed') : run.reachStep('hook', 'waiting', 1));
  return run;
}

describe('a correction', () => {
  it('leaves the bytes of a delivery that is tried again as they were', async () => {
    const run = await aRefusedRun(503);
    await correct(run, { zip: null, email: 'ada@example.com' });
    receiver.answers({ status: 200 });
    await run.makeDue();
    await run.reach('succeeded');
    expect(bodies()).toEqual([bodies()[0], bodies()[0]]);
    expect(valuesIn(bodies()[0]!)).toEqual(SENT);
  });

  it('leaves those of retries of a run as they were, and shows with a run what it has', async () => {
    const run = await aRefusedRun(404);
    await correct(run, { zip: null, email: 'ada@example.com' });
    const second = await run.repeated();
    await second.reach('partially_failed');
    await correct(run, { email: 'ada@other.example' });
    receiver.answers({ status: 200 });
    const third = await second.repeated();
    await third.reach('succeeded');
    const sent = bodies().map((body) => JSON.stringify(valuesIn(body)));
    expect(sent).toEqual(Array(3).fill(JSON.stringify(SENT)));
    for (const each of [run, second, third]) expect((await each.step('hook')).input).toEqual({ fields: SENT });
    expect((await app.api.get(pathOf(run))).body.data.fields).toEqual({ email: 'ada@other.example', note: null });
  });

  it('is in the runs that begin after it, where no delivery was tried before', async () => {
    const form = await aForm();
    const held = await withWorkersPaused(app, async () => {
      const submissionId = await aSubmission(app.api, form, SENT);
      const run = new RunHandle(app, form, (await listRuns(app, form))[0]!.id, submissionId);
      await app.api.post(`${pathOf(run)}/spam`);
      return run;
    });
    await correct(held, { email: 'ada@example.com' });
    await app.api.post(`${pathOf(held)}/release`);
    const [run] = await listRuns(app, form);
    await new RunHandle(app, form, run!.id).reach('succeeded');
    expect(bodies().map(valuesIn)).toEqual([{ ...SENT, email: 'ada@example.com' }]);
  });

  it('starts no run', async () => {
    const run = await aRunOf(app, await aForm(), SENT);
    await run.reach('succeeded');
    await correct(run, { zip: 'second' });
    expect([await listRuns(app, run.form), bodies()]).toEqual([[expect.objectContaining({ id: run.id })], [expect.any(String)]]);
  });
});
