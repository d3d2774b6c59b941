import type { TestApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import type { Receiver } from '../../support/receiver';
import { withRunningApp } from '../../support/running-app';
import { aPublishedForm, aRunOf, listRuns } from '../../support/runs';
import { waitUntil } from '../../support/wait-until';
import { expectError } from '../../support/api';
import { aDefinition, aFanOut, aVersion, aWebhook, START, STORE, readWorkflow, workflowPath } from '../../support/workflows';

let app: TestApp;
let receiver: Receiver;
withRunningApp((...started) => ([app, receiver] = started));

const crm = () => aWebhook('crm', { url: receiver.url() });
const aForm = () => aPublishedForm(app, aFanOut(STORE, crm()));

async function statusOfChannel(form: { id: string }): Promise<string | undefined> {
  const { published } = await readWorkflow(app.api, form);
  return published!.channels.find(({ node_id }) => node_id === 'crm')?.status;
}

/** Moves the start of the failures of the channel into the past. */
async function failsSince(form: { id: string }, interval: string): Promise<void> {
  await app.database.query(
    `update failing_destinations set failing_since = now() - $2::interval
     where workflow_id = (select id from workflows where form_id = $1)`,
    [form.id, interval],
  );
}

/** The step of a further submission, whose first attempt gets this answer. */
async function stepAfter(form: CreatedForm, status: number): Promise<{ status: string; error_code: string | null }> {
  receiver.answers({ status });
  const run = await aRunOf(app, form);
  const step = await run.reachStep('crm', status === 500 ? 'waiting' : status < 300 ? 'succeeded' : 'failed');
  return { status: step.status, error_code: step.error_code };
}

describe('a receiver that answers 410', () => {
  it('gets no request until the next publishing', async () => {
    const form = await aForm();
    expect(await stepAfter(form, 410)).toEqual({ status: 'failed', error_code: 'http_4xx' });
    expect(await statusOfChannel(form)).toBe('auto_disabled');
    const next = await aRunOf(app, form);
    expect(await next.reach('partially_failed')).toMatchObject({
      error_code: 'channel_disabled',
      consumed_compute_points: 0,
    });
    expect(await next.step('crm')).toMatchObject({ status: 'failed', attempt_count: 0, billed_compute_points: 0 });
    const submission = await app.api.get(`/v1/forms/${form.id}/submissions/${next.submissionId}`);
    expect(submission.body.data.deliveries[1]).toMatchObject({ status: 'failed', error_code: 'channel_disabled' });
    expect(receiver.requests).toHaveLength(1);
    await aVersion(app.api, form);
    expect(await statusOfChannel(form)).toBe('active');
    expect(await stepAfter(form, 200)).toEqual({ status: 'succeeded', error_code: null });
  });

  it('is shown to clients that know the ETag, until the next publishing', async () => {
    const form = await aForm();
    const { etag } = await readWorkflow(app.api, form);
    const known = (tag: string) => app.api.get(workflowPath(form), { headers: { 'if-none-match': tag } });
    expect((await known(etag)).status).toBe(304);
    await stepAfter(form, 410);
    const answer = await known(etag);
    expect([answer.status, answer.etag]).toEqual([200, etag]);
    expect(answer.body.data.published.channels).toContainEqual(expect.objectContaining({ status: 'auto_disabled' }));
    const { etag: published } = await aVersion(app.api, form);
    expect((await known(published)).status).toBe(304);
  });

  it('gets no further retry', async () => {
    const form = await aForm();
    receiver.answers({ status: 500 });
    const waiting = await aRunOf(app, form);
    await waiting.reachStep('crm', 'waiting');
    await stepAfter(form, 410);
    await waiting.makeDue();
    expect(await waiting.reach('partially_failed')).toMatchObject({ error_code: 'channel_disabled' });
    expect(receiver.requests).toHaveLength(2);
  });

  it('starts the branch of the port error', async () => {
    const note = aWebhook('note', { url: receiver.url('/note') });
    const form = await aPublishedForm(app, aDefinition([START, crm(), note], 'start>crm', 'crm:error>note'));
    receiver.reacts(({ path }) => ({ status: path === '/note' ? 200 : 410 }));
    for (const run of [await aRunOf(app, form), await aRunOf(app, form)]) await run.reach('succeeded');
    expect(receiver.to('/note')).toHaveLength(2);
  });

  it('does not affect other nodes, or nodes of the same name in other workflows', async () => {
    const [form, other] = [await aForm(), await aForm()];
    await stepAfter(form, 410);
    expect(await statusOfChannel(other)).toBe('active');
    expect(await stepAfter(other, 200)).toMatchObject({ status: 'succeeded' });
  });
});

describe('a receiver that has failed for five days', () => {
  it('gets no request after the next failure', async () => {
    const form = await aForm();
    await stepAfter(form, 500);
    await failsSince(form, '5 days 1 minute');
    expect(await statusOfChannel(form)).toBe('active');
    await stepAfter(form, 404);
    expect(await statusOfChannel(form)).toBe('auto_disabled');
    expect(await stepAfter(form, 404)).toEqual({ status: 'failed', error_code: 'channel_disabled' });
  });

  it('stays enabled when it has failed for a shorter time', async () => {
    const form = await aForm();
    await stepAfter(form, 500);
    await failsSince(form, '4 days 23 hours');
    await stepAfter(form, 500);
    expect(await statusOfChannel(form)).toBe('active');
  });

  it('starts a new period after one success', async () => {
    const form = await aForm();
    await stepAfter(form, 500);
    await failsSince(form, '6 days');
    await stepAfter(form, 200);
    await stepAfter(form, 500);
    expect(await statusOfChannel(form)).toBe('active');
  });
});

describe('sending all again', () => {
  const again = (form: { id: string }, body: object = {}, node = 'crm') =>
    app.api.post(`${workflowPath(form)}/channels/${node}/send-all-again`, body);

  it('enables the channel and retries what has failed there, in batches from the newest', async () => {
    const form = await aForm();
    await stepAfter(form, 410);
    const refused = [await aRunOf(app, form), await aRunOf(app, form)];
    for (const run of refused) await run.reach('partially_failed');
    receiver.answers({ status: 200 });
    const { status, body } = await again(form);
    expect([status, body.data]).toEqual([202, { retried: 3, refused: [], before: null }]);
    expect(await statusOfChannel(form)).toBe('active');
    await waitUntil(() => Promise.resolve(receiver.requests.length === 4));
    expect((await again(form)).body.data).toEqual({ retried: 0, refused: [], before: null });
    const older = await again(form, { before: refused[0]!.id });
    expect(older.body.data).toEqual({ retried: 0, refused: [], before: null });
  });

  it('leaves out runs of other channels, and dismissed ones', async () => {
    const form = await aForm();
    await stepAfter(form, 410);
    const [run] = await listRuns(app, form);
    expect((await again(form, {}, 'store')).body.data).toMatchObject({ retried: 0 });
    await app.api.post(`/v1/forms/${form.id}/workflow-runs/${run!.id}/dismiss`);
    expect((await again(form)).body.data).toMatchObject({ retried: 0 });
  });

  it('is refused for what is no channel, and for others', async () => {
    const form = await aForm();
    for (const node of ['start', 'unknown']) expectError(await again(form, {}, node), 'resource_not_found');
    const path = `${workflowPath(form)}/channels/crm/send-all-again`;
    expectError(await app.api.post(path, {}, { key: (await app.stranger()).key }), 'resource_not_found');
    const reader = await app.key({ scopes: ['workflows:publish'] });
    expectError(await app.api.post(path, { workflow: 'published' }, { key: reader }), 'insufficient_scope');
  });
});
