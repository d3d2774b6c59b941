import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { aSubmission } from '../../support/forms';
import type { Receiver } from '../../support/receiver';
import { aGate } from '../../support/receiver';
import { withRunningApp } from '../../support/running-app';
import type { RunHandle } from '../../support/runs';
import { anAccountWithPoints, aRun, aTest, listRuns } from '../../support/runs';
import { aDefinition, aFanOut, aNode, aWebhook, START, STORE } from '../../support/workflows';

let app: TestApp;
let receiver: Receiver;
withRunningApp((...started) => ([app, receiver] = started));

const hook = (id: string) => aWebhook(id, { url: receiver.url(`/${id}`) });
const delayed = () => aDefinition([START, aNode('wait', 'delay', { seconds: 60 }), hook('crm')], 'start>wait', 'wait>crm');
const addressOf = ({ form, submissionId }: RunHandle) => `/v1/forms/${form.id}/submissions/${submissionId}`;
const trash = async (run: RunHandle) => expect((await app.api.delete(addressOf(run))).status).toBe(200);
const restored = async (run: RunHandle) =>
  (await app.api.post(`${addressOf(run)}/restore`, undefined)).body.data as { cancelled_run_ids: string[] };

async function aFailedRun(): Promise<RunHandle> {
  receiver.answers({ status: 404 });
  const run = await aRun(app, aFanOut(hook('crm'), STORE));
  await run.reach('partially_failed');
  return run;
}

describe('an open run of a submission that goes to the trash', () => {
  it('is cancelled and gives back its points, is named when the submission comes back, and is sent by a retry', async () => {
    const run = await aRun(app, delayed());
    await run.reachStep('wait', 'waiting');
    await trash(run);
    expect(await run.summary()).toMatchObject({ status: 'cancelled', consumed_compute_points: 0, released_compute_points: 3 });
    expectError(await run.retry({}), 'submission_trashed');
    expectError(await app.api.post(`${run.path}/resume`), 'submission_trashed');
    expect(receiver.requests).toEqual([]);
    expect(await restored(run)).toMatchObject({ cancelled_run_ids: [run.id] });
    const again = await run.repeated();
    await again.reachStep('wait', 'waiting');
    await again.makeDue();
    await again.reach('succeeded');
    expect(receiver.requests).toHaveLength(1);
    await trash(run);
    expect(await restored(run)).toMatchObject({ cancelled_run_ids: [] });
  });

  it('in the middle of a delivery ends as by a mark as spam: the delivery is uncertain and charged', async () => {
    const gate = aGate();
    receiver.reacts(async () => {
      await gate.opened;
      return { status: 200 };
    });
    const run = await aRun(app, aFanOut(hook('crm')));
    await run.reachStep('crm', 'running');
    await trash(run);
    gate.open();
    expect(await run.summary()).toMatchObject({ status: 'cancelled', consumed_compute_points: 2 });
    expect(await restored(run)).toMatchObject({ cancelled_run_ids: [run.id] });
    expectError(await run.retry({}), 'delivery_uncertain');
  });

  it('that waits for points is cancelled as well', async () => {
    const poor = await anAccountWithPoints(app, 1);
    const run = await aRun(poor, delayed());
    expect(await run.summary()).toMatchObject({ status: 'blocked_insufficient_compute_points' });
    expect((await poor.api.delete(addressOf(run))).status).toBe(200);
    expect(await run.summary()).toMatchObject({ status: 'cancelled' });
  });
});

describe('a run of a submission in the trash', () => {
  it('needs no attention, is not sent again with others, and shows nothing of the submission', async () => {
    const run = await aFailedRun();
    const attention = async () => (await app.api.get<{ id: string }[]>('/v1/workflow-runs?attention=true')).body.data.map(({ id }) => id);
    expect(await attention()).toContain(run.id);
    await trash(run);
    expect(await attention()).not.toContain(run.id);
    expectError(await run.retry({}), 'submission_trashed');
    const many = await app.api.post('/v1/workflow-runs/retry', { ids: [run.id] });
    expect(many.body.data).toMatchObject({ retried: [], refused: [{ run_id: run.id, code: 'submission_trashed' }] });
    const channel = await app.api.post(`/v1/forms/${run.form.id}/workflow/channels/crm/send-all-again`);
    expect(channel.body.data).toMatchObject({ retried: 0, refused: [] });
    const steps = (await run.detail()).steps;
    expect(steps.map(({ input, output }) => [input, output])).toEqual(steps.map(() => [null, null]));
    await restored(run);
    expect(await attention()).toContain(run.id);
    expect((await run.step('crm')).input).toMatchObject({ fields: { email: 'ada@example.com' } });
  });

  it('is gone when the submission is deleted for good', async () => {
    const run = await aFailedRun();
    await trash(run);
    await app.api.delete(`${addressOf(run)}?permanently=true`);
    expect(await listRuns(app, run.form)).toEqual([]);
  });
});

it('a test cannot be made with a submission in the trash', async () => {
  const { form } = await aTest(app, aFanOut(STORE));
  const id = await aSubmission(app.api, form);
  await app.api.delete(`/v1/forms/${form.id}/submissions/${id}`);
  const start = (body: object) => app.api.post(`/v1/forms/${form.id}/workflow/test`, body, { ifMatch: '*' });
  expectFieldErrors(await start({ source: 'recent_submission', submission_id: id }), 'submission_id');
  expectFieldErrors(await start({ source: 'recent_submission' }), 'submission_id');
});
