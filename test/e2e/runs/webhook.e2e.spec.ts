import { Webhook } from 'standardwebhooks';
import { AccountSecretsService } from '../../../src/accounts/account-secrets.service';
import type { SigningSecretView } from '../../../src/workflows/signing-secret-view.dto';
import type { TestApp } from '../../support/app';
import { reload } from '../../support/forms';
import type { Received, Receiver } from '../../support/receiver';
import { withRunningApp } from '../../support/running-app';
import type { RunHandle } from '../../support/runs';
import { aPublishedForm, aRun, aRunOf } from '../../support/runs';
import { aDefinition, aFanOut, aNode, aWebhook, START, STORE, workflowPath } from '../../support/workflows';

let app: TestApp;
let receiver: Receiver;
withRunningApp((...started) => ([app, receiver] = started));

const crm = (config: object = {}) => aWebhook('crm', { url: receiver.url(), ...config });

/** The request that a webhook with this config sends for a submission. */
async function sentBy(config: object, fields?: object): Promise<{ request: Received; run: RunHandle }> {
  const run = await aRun(app, aFanOut(crm(config)), fields);
  await run.reach('succeeded');
  expect(receiver.requests).toHaveLength(1);
  return { request: receiver.requests[0]!, run };
}

const secretsOf = async (form: { id: string }): Promise<SigningSecretView> =>
  (await app.api.get<SigningSecretView[]>(`${workflowPath(form)}/signing-secrets`)).body.data[0]!;

const headersOf = ({ headers }: Received) => headers as Record<string, string>;

describe('the body', () => {
  it('describes the submission in the standard form', async () => {
    const { request, run } = await sentBy({}, { email: 'ada@example.com', budget: 12.5 });
    const { name } = await reload(app.api, run.form);
    const submission = await app.api.get(`/v1/forms/${run.form.id}/submissions/${run.submissionId}`);
    const { received_at } = submission.body.data;
    expect(JSON.parse(request.body)).toEqual({
      type: 'submission.received',
      timestamp: received_at,
      data: {
        submission_id: run.submissionId,
        form_id: run.form.id,
        form_name: name,
        source: 'form_submit',
        received_at,
        fields: { email: 'ada@example.com', budget: 12.5 },
        files: [],
        run_id: run.id,
        workflow_version: 1,
      },
    });
    expect(request).toMatchObject({ method: 'POST', path: '/hook', headers: { 'content-type': 'application/json' } });
  });

  it('holds the fields as of the node, in the mode fields', async () => {
    const set = aNode('set', 'set_fields', { set: { tier: 'gold' }, remove: ['email'] });
    const definition = aDefinition([START, set, crm({ body: { mode: 'fields' } })], 'start>set', 'set>crm');
    const run = await aRun(app, definition, { email: 'ada@example.com', name: 'Ada' });
    await run.reach('succeeded');
    expect(JSON.parse(receiver.requests[0]!.body)).toEqual({ name: 'Ada', tier: 'gold' });
  });

  it('is the rendered text with its content type, in the mode template', async () => {
    const body = { mode: 'template', template: '<lead>{{ fields.name }}</lead>', content_type: 'application/xml' };
    const { request } = await sentBy({ body, method: 'PUT' }, { name: 'Zoë' });
    expect(request).toMatchObject({
      method: 'PUT',
      body: '<lead>Zoë</lead>',
      headers: { 'content-type': 'application/xml' },
    });
  });

  it('is identical byte for byte in each attempt', async () => {
    receiver.answers({ status: 500 }, { status: 200 });
    const run = await aRun(app, aFanOut(crm()));
    await run.reachStep('crm', 'waiting');
    await run.makeDue();
    await run.reach('succeeded');
    const [first, second] = receiver.requests.map(({ body }) => body);
    expect(second).toBe(first);
  });
});

describe('the headers', () => {
  it('name the service', async () => {
    const { request } = await sentBy({});
    expect(request.headers['user-agent']).toBe('form-collection-service');
  });

  it('contain a User-Agent of the node once', async () => {
    const { request } = await sentBy({ headers: { 'User-Agent': 'my-forms/2' } });
    const agents = request.rawHeaders.filter((_, index, all) => all[index - 1]?.toLowerCase() === 'user-agent');
    expect(agents).toEqual(['my-forms/2']);
  });

  it('are rendered from the submission and from secrets of the account', async () => {
    await app.app.get(AccountSecretsService).set(app.accountId, 'CRM_TOKEN', 'canary-token-1');
    const headers = { 'X-Token': 'Bearer {{ secrets.CRM_TOKEN }}', 'X-Lead': '{{ fields.email }}' };
    const { request, run } = await sentBy({ headers });
    expect(request.headers).toMatchObject({ 'x-token': 'Bearer canary-token-1', 'x-lead': 'ada@example.com' });
    const { output } = await run.step('crm');
    expect(output).toMatchObject({ request: { headers: { 'X-Token': 'Bearer ***', 'X-Lead': 'ada@example.com' } } });
  });

  it('use the current value of a secret', async () => {
    await app.app.get(AccountSecretsService).set(app.accountId, 'ROTATING', 'old');
    receiver.answers({ status: 503 }, { status: 200 });
    const run = await aRun(app, aFanOut(crm({ headers: { 'X-Token': '{{ secrets.ROTATING }}' } })));
    await run.reachStep('crm', 'waiting');
    await app.app.get(AccountSecretsService).set(app.accountId, 'ROTATING', 'new');
    await run.makeDue();
    await run.reach('succeeded');
    expect(receiver.requests.map(({ headers }) => headers['x-token'])).toEqual(['old', 'new']);
  });

  it.each(['Zoë', '漢字', '😀', 'Straße \u0007'])('are delivered when a visitor has typed %j', async (name) => {
    const headers = { 'X-Name': '{{ fields.name }}', 'X-Hello': 'Grüße, {{ fields.name }}', 'X-Fixed': 'Łódź' };
    const { request, run } = await sentBy({ headers }, { name });
    const typed = name.replace('\u0007', '').trim();
    const utf8 = (header: string) => Buffer.from(request.headers[header] as string, 'latin1').toString('utf8');
    expect(['x-name', 'x-hello', 'x-fixed'].map(utf8)).toEqual([typed, `Grüße, ${typed}`, 'Łódź']);
    expect((await run.step('crm')).output).toMatchObject({ request: { headers: { 'X-Fixed': 'Łódź' } } });
  });

  it.each([
    ['a line break', '{{ fields.name }}', 'a\r\nX-Evil: 1'],
    ['more than 8 KiB', '{{ fields.name }}', 'x'.repeat(8200)],
  ])('fail the step before anything is sent when a value contains %s', async (_, template, name) => {
    const run = await aRun(app, aFanOut(crm({ headers: { 'X-Name': template } })), { name });
    await run.reach('failed');
    expect(await run.step('crm')).toMatchObject({ status: 'failed', error_code: 'invalid_header', attempt_count: 1 });
    expect(receiver.requests).toEqual([]);
  });
});

describe('the signature', () => {
  it('is verified by the official library, which rejects every manipulation', async () => {
    const { request, run } = await sentBy({});
    const { secret } = await secretsOf(run.form);
    const verifier = new Webhook(secret);
    const headers = headersOf(request);
    expect(verifier.verify(request.body, headers)).toEqual(JSON.parse(request.body));
    const other = Buffer.from(secret.slice(6), 'base64').reverse().toString('base64');
    expect(() => verifier.verify(`${request.body} `, headers)).toThrow('No matching signature');
    expect(() => verifier.verify(request.body, { ...headers, 'webhook-id': 'msg_1' })).toThrow('No matching signature');
    const earlier = String(Number(headers['webhook-timestamp']) - 1);
    expect(() => verifier.verify(request.body, { ...headers, 'webhook-timestamp': earlier })).toThrow('No matching');
    expect(() => new Webhook(other).verify(request.body, headers)).toThrow('No matching signature');
  });

  it('is valid for every secret in its overlap after two rotations, and afterwards for the newest only', async () => {
    const form = await aPublishedForm(app, aFanOut(crm()));
    const secrets = [(await secretsOf(form)).secret];
    for (const overlap_seconds of [60, 60]) {
      const rotated = await app.api.post(`${workflowPath(form)}/signing-secrets/crm/rotate`, { overlap_seconds });
      expect(rotated.status).toBe(200);
      secrets.push(rotated.body.data.secret);
    }
    const isValid = (secret: string, request: Received) => {
      try {
        return Boolean(new Webhook(secret).verify(request.body, headersOf(request)));
      } catch {
        return false;
      }
    };
    const validities = async (): Promise<boolean[]> => {
      receiver.requests.length = 0;
      await (await aRunOf(app, form)).reach('succeeded');
      return secrets.map((secret) => isValid(secret, receiver.requests[0]!));
    };
    expect(await validities()).toEqual([true, true, true]);
    app.clock.forward({ seconds: 61 });
    expect(await validities()).toEqual([false, false, true]);
  });

  it('has the same id for all attempts, and the time of each', async () => {
    receiver.answers({ status: 500 }, { status: 429 }, { status: 200 });
    const run = await aRun(app, aFanOut(crm()));
    await run.reachStep('crm', 'waiting', 2); // the second attempt follows seconds later, and the third minutes later
    await run.makeDue();
    await run.reach('succeeded');
    const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
    const times = receiver.requests.map(({ headers }) => Number(headers['webhook-timestamp']));
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^msg_[0-9a-f]{32}$/);
    expect(times).toEqual([times[0], expect.any(Number), expect.any(Number)]);
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(2);
    expect(times[2]! - times[1]!).toBeGreaterThanOrEqual(0);
  });

  it('has the time of the database, so that receivers accept it from a worker whose clock is wrong', async () => {
    app.clock.forward({ minutes: 10 });
    const before = Date.now();
    const { request } = await sentBy({});
    const sentMs = Number(request.headers['webhook-timestamp']) * 1000;
    expect(sentMs).toBeGreaterThanOrEqual(before - 1000);
    expect(sentMs).toBeLessThanOrEqual(Date.now());
  });

  it('has a different id for each node and each run', async () => {
    const form = await aPublishedForm(app, aFanOut(crm(), aWebhook('erp', { url: receiver.url('/erp') }), STORE));
    for (const run of [await aRunOf(app, form), await aRunOf(app, form)]) await run.reach('succeeded');
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(4);
  });

  it('is omitted when the node disables it', async () => {
    const { request } = await sentBy({ signing: 'none' });
    expect(Object.keys(request.headers).filter((name) => name.startsWith('webhook-'))).toEqual([]);
  });
});
