import { createServer, request } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Hops, HOPS_HEADER } from '../../../src/platform/outbound/hops';
import { expectError } from '../../support/api';
import type { TestApp } from '../../support/app';
import { atEnd } from '../../support/at-end';
import { anEnabledForm, aSubmission, type CreatedForm, submit } from '../../support/forms';
import { Receiver } from '../../support/receiver';
import { executeDueRuns, listRuns, RunHandle, startRunningApp } from '../../support/runs';
import { waitUntil } from '../../support/wait-until';
import { aDefinition, aFanOut, aVersion, aWebhook, aNode, START, workflowPath, aDraft } from '../../support/workflows';

let app: TestApp;
beforeAll(async () => {
  app = await startRunningApp({ egressAllowHosts: ['localhost'] });
});
afterAll(() => app.close());

const FIELDS = [{ name: 'email', type: 'string' }];
const submitUrl = (form: CreatedForm, base = app.api.baseUrl) => `${base}/api/v1/forms/${form.id}/submit`;
const sendTo = (url: string) => aWebhook('send', { url, body: { mode: 'fields' } });
async function stored(form: CreatedForm): Promise<number> {
  const [row] = await app.database.query<{ count: number }>('select submissions_count as count from form_stats where form_id = $1', [
    form.id,
  ]);
  return row!.count;
}

/** Waits for the refused delivery, after which nothing more can come. */
async function untilRefused(forms: readonly CreatedForm[]): Promise<void> {
  await waitUntil(async () =>
    (await Promise.all(forms.map((form) => listRuns(app, form)))).flat().some(({ status }) => status === 'failed'),
  );
  await executeDueRuns(app);
}

describe('workflows that send to submit addresses in a circle', () => {
  it.each([1, 2, 3])('of %d forms stop before the sixth delivery is stored', async (length) => {
    const forms = await Promise.all(Array.from({ length }, () => anEnabledForm(app.api, { fields: FIELDS })));
    for (const [index, form] of forms.entries()) await aVersion(app.api, form, aFanOut(sendTo(submitUrl(forms[(index + 1) % length]!))));
    await aSubmission(app.api, forms[0]!);
    await untilRefused(forms);
    const counts = await Promise.all(forms.map(stored));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(6);
    const runs = (await Promise.all(forms.map((form) => listRuns(app, form)))).flat();
    expect(runs.map(({ status }) => status).sort()).toEqual(['failed', ...Array<string>(5).fill('succeeded')]);
  });

  it('stop where the workflow waits in between', async () => {
    const form = await anEnabledForm(app.api, { fields: FIELDS });
    const wait = aNode('wait', 'delay', { seconds: 3600 });
    const definition = aDefinition([START, wait, sendTo(submitUrl(form))], 'start>wait', 'wait>send');
    await aVersion(app.api, form, definition);
    await aSubmission(app.api, form);
    for (let sent = 1; sent <= 6; sent += 1) {
      await waitUntil(async () => (await listRuns(app, form)).length === sent);
      const run = (await listRuns(app, form)).find(({ status }) => status === 'running' || status === 'pending')!;
      const handle = new RunHandle(app, form, run.id);
      await handle.reachStep('wait', 'waiting');
      await handle.makeDue();
      await handle.reach(sent === 6 ? 'failed' : 'succeeded');
    }
    expect(await stored(form)).toBe(6);
  });

  it('stop where another service is between them', async () => {
    const other = await startRunningApp();
    const [here, there] = [await anEnabledForm(app.api, { fields: FIELDS }), await anEnabledForm(other.api, { fields: FIELDS })];
    await aVersion(app.api, here, aFanOut(sendTo(`${other.api.baseUrl}/api/v1/forms/${there.id}/submit`)));
    await aVersion(other.api, there, aFanOut(sendTo(submitUrl(here))));
    await aSubmission(app.api, here);
    await waitUntil(async () =>
      [...(await listRuns(app, here)), ...(await listRuns(other, there))].some(({ status }) => status === 'failed'),
    );
    expect(await stored(here)).toBeLessThanOrEqual(6);
  });

  it('stop where a proxy with another address leads here', async () => {
    const target = new URL(app.api.baseUrl);
    const proxy = createServer((incoming, answer) => {
      const { method, url: path, headers } = incoming;
      const forwarded = request({ host: target.hostname, port: target.port, method, path, headers }, (reply) => {
        answer.writeHead(reply.statusCode!, reply.headers);
        reply.pipe(answer);
      });
      incoming.pipe(forwarded);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    atEnd(() => void proxy.close());
    const form = await anEnabledForm(app.api, { fields: FIELDS });
    await aVersion(app.api, form, aFanOut(sendTo(submitUrl(form, `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`))));
    await aSubmission(app.api, form);
    await untilRefused([form]);
    expect(await stored(form)).toBe(6);
  });
});

describe('the number of hops', () => {
  it('is refused at the sixth with what to change', async () => {
    const form = await anEnabledForm(app.api, { fields: FIELDS });
    const hops = app.app.get(Hops);
    let header = hops.next(null);
    for (let n = 1; n < 6; n += 1) header = hops.next(header);
    const answer = await submit(app.api, form, { email: 'ada@example.com' }, { [HOPS_HEADER]: header });
    expectError(answer, 'loop_detected');
    expect(await stored(form)).toBe(0);
  });

  it.each(['6', '9.AAAAAAAAAAAAAAAAAAAAAA', '6.', 'x'.repeat(5000)])('means nothing unsigned: %#', async (header) => {
    const form = await anEnabledForm(app.api, { fields: FIELDS });
    expect((await submit(app.api, form, { email: 'ada@example.com' }, { [HOPS_HEADER]: header })).status).toBe(201);
  });

  it('is one in a delivery for a visitor, and nothing is stored for it', async () => {
    const receiver = await Receiver.start();
    const form = await anEnabledForm(app.api, { fields: FIELDS });
    await aVersion(app.api, form, aFanOut(sendTo(receiver.url())));
    const id = await aSubmission(app.api, form);
    await waitUntil(() => Promise.resolve(receiver.requests.length === 1));
    expect(receiver.requests[0]!.headers[HOPS_HEADER]).toMatch(/^1\.[\w-]{22}$/);
    const [row] = await app.database.query(`select signals ->> 'hops' as hops from submissions where id = $1`, [id]);
    expect(row).toEqual({ hops: null });
  });

  it('cannot be set by a step', async () => {
    const form = await anEnabledForm(app.api, { fields: FIELDS });
    await aDraft(app.api, form, aFanOut(aWebhook('send', { headers: { 'Delivery-Hops': '1' } })));
    expectError(await app.api.post(`${workflowPath(form)}/publish`, undefined, { ifMatch: '*' }), 'workflow_validation_failed');
  });
});

describe('a step that sends to an own submit address', () => {
  it.each(['webhook', 'slack', 'discord'])('keeps its workflow from being published: %s', async (type) => {
    const form = await anEnabledForm(app.api, { fields: FIELDS });
    for (const base of ['http://localhost:3000', 'http://LOCALHOST.:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
      await aDraft(app.api, form, aFanOut(aNode('send', type, { url: submitUrl(form, base) })));
      const answer = await app.api.post(`${workflowPath(form)}/publish`, undefined, { ifMatch: '*' });
      expectError(answer, 'workflow_validation_failed');
      expect(answer.body.error!.details).toMatchObject({ items: [{ code: 'blocked_url', node_id: 'send', path: 'config.url' }] });
    }
  });
});
