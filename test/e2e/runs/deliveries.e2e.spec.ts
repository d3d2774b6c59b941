import { createServer } from 'node:net';
import { AccountSecretsService } from '../../../src/accounts/account-secrets.service';
import { freePort } from '../../../src/embedded-postgres/postmaster';
import type { TestApp } from '../../support/app';
import { atEnd } from '../../support/at-end';
import type { Reaction, Received } from '../../support/receiver';
import { Receiver } from '../../support/receiver';
import { SmtpReceiver } from '../../support/smtp-receiver';
import type { RunHandle } from '../../support/runs';
import { aPublishedForm, aRun, aRunOf, startRunningApp } from '../../support/runs';
import { aDefinition, aFanOut, aNode, aWebhook, START, STORE } from '../../support/workflows';

let app: TestApp;
let receiver: Receiver;
let smtp: SmtpReceiver;
beforeAll(async () => {
  [receiver, smtp] = await Promise.all([Receiver.start(), SmtpReceiver.start()]);
  app = await startRunningApp({ smtpUrl: smtp.url, mailFrom: 'forms@example.org' });
});
afterAll(async () => {
  await app.close();
  await Promise.all([receiver.close(), smtp.close()]);
});
beforeEach(() => {
  receiver.reset();
});

const crm = (config: object = {}) => aWebhook('crm', { url: receiver.url(), ...config });
const note = () => aWebhook('note', { url: receiver.url('/note') });

/** A webhook with a node behind each of its ports. */
const withBothPorts = (config: object = {}) =>
  aDefinition([START, crm(config), aWebhook('after', { url: receiver.url('/after') }), note()], 'start>crm', 'crm>after', 'crm:error>note');

const deliveriesOf = async ({ form, submissionId }: RunHandle) =>
  (await app.api.get(`/v1/forms/${form.id}/submissions/${submissionId}`)).body.data.deliveries as {
    channel_type: string;
    status: string;
    error_code: string | null;
    delivered_at: string | null;
  }[];

const sentAtMs = () => performance.timeOrigin + receiver.requests.at(-1)!.atMs;

/**
 * Makes a waiting step due until it has this number of attempts. Resolves with the seconds from each attempt to the
 * next one's due time.
 */
async function retryUntil(run: RunHandle, attempts: number): Promise<number[]> {
  const waits: number[] = [];
  for (let made = 1; made < attempts; made += 1) {
    const { due_at } = await run.reachStep('crm', 'waiting', made);
    waits.push((Date.parse(due_at!) - sentAtMs()) / 1000);
    await run.makeDue();
  }
  return waits;
}

/** An answer that breaks off may have followed a delivery. */
const endOf = (reaction: Reaction): object =>
  typeof reaction === 'string' ? { status: 'uncertain', http_status: null } : { status: 'failed', http_status: reaction.status };

describe('a retried attempt', () => {
  it.each<[string, string, Reaction]>([
    ['500', 'http_5xx', { status: 500 }],
    ['503', 'http_5xx', { status: 503 }],
    ['408', 'http_4xx', { status: 408 }],
    ['425', 'http_4xx', { status: 425 }],
    ['429', 'http_4xx', { status: 429 }],
    ['a reset', 'connection_reset', 'reset'],
  ])('is one with the answer %s', async (_, errorCode, reaction) => {
    receiver.answers(reaction, { status: 200 });
    const run = await aRun(app, aFanOut(crm(), STORE));
    const waiting = await run.reachStep('crm', 'waiting');
    expect(waiting).toMatchObject({ attempt_count: 1, error_code: errorCode, billed_compute_points: 0 });
    expect(await deliveriesOf(run)).toMatchObject([
      { node_id: 'store', name: null, status: 'delivered' },
      { node_id: 'crm', name: null, status: 'retrying', error_code: errorCode },
    ]);
    await run.makeDue();
    expect(await run.reach('succeeded')).toMatchObject({ consumed_compute_points: 2, error_code: null });
    expect(await run.step('crm')).toMatchObject({
      attempt_count: 2,
      attempts: [
        { error_code: errorCode, ...endOf(reaction) },
        { status: 'succeeded', error_code: null, http_status: 200 },
      ],
      error_code: null,
      billed_compute_points: 2,
    });
  });

  it('is one without an answer in time', async () => {
    receiver.answers('silence');
    const run = await aRun(app, aFanOut(crm({ timeout_ms: 1000 })));
    expect(await run.reachStep('crm', 'waiting')).toMatchObject({ attempt_count: 1, error_code: 'timeout' });
  });

  it.each([
    ['connection_refused', async () => `http://127.0.0.1:${await freePort()}/`],
    ['tls_error', async () => receiver.url().replace('http:', 'https:')],
    ['dns_error', async () => 'http://no-such-name.invalid/'],
  ])('is one without a connection: %s', async (errorCode, url) => {
    const run = await aRun(app, aFanOut(crm({ url: await url() })));
    expect(await run.reachStep('crm', 'waiting')).toMatchObject({ attempt_count: 1, error_code: errorCode });
  });

  it('is one with an answer that is not HTTP', async () => {
    const nonsense = createServer((socket) => socket.once('data', () => socket.end('250 ok\r\n\r\n')));
    await new Promise<void>((listening) => nonsense.listen(0, '127.0.0.1', listening));
    atEnd(() => new Promise((closed) => nonsense.close(closed)));
    const { port } = nonsense.address() as { port: number };
    const run = await aRun(app, aFanOut(crm({ url: `http://127.0.0.1:${port}/` })));
    expect(await run.reachStep('crm', 'waiting')).toMatchObject({ attempt_count: 1, error_code: 'no_response' });
  });

  it('follows after about five seconds', async () => {
    receiver.answers({ status: 500 });
    const run = await aRun(app, aFanOut(crm()));
    const { due_at, started_at } = await run.reachStep('crm', 'waiting');
    const seconds = (Date.parse(due_at!) - Date.parse(started_at!)) / 1000;
    expect(seconds).toBeGreaterThan(3.9);
    expect(seconds).toBeLessThan(200); // the next one would follow after 240 at the earliest
  });

  it.each([1, -1])('follows as soon when the clock of the worker is set by %i h while it sends', async (hours) => {
    atEnd(() => app.clock.forward({ hours: -hours }));
    receiver.reacts(() => {
      app.clock.forward({ hours });
      return { status: 500 };
    });
    const run = await aRun(app, aFanOut(crm()));
    const { due_at } = await run.reachStep('crm', 'waiting');
    expect(Math.abs(Date.parse(due_at!) - sentAtMs()) / 1000).toBeLessThan(200);
  });

  it.each([
    ['seconds', '7200', 7200],
    ['a date', () => new Date(Date.now() + 7_200_000).toUTCString(), 7200],
    ['more than a day', '999999', 86_400],
  ])('follows after the time in Retry-After: %s', async (_, header, seconds) => {
    receiver.answers({ status: 429, headers: { 'retry-after': typeof header === 'string' ? header : header() } });
    const run = await aRun(app, aFanOut(crm()));
    const { due_at } = await run.reachStep('crm', 'waiting');
    expect((Date.parse(due_at!) - sentAtMs()) / 1000).toBeGreaterThan(seconds - 600);
    expect((Date.parse(due_at!) - sentAtMs()) / 1000).toBeLessThan(seconds + 600);
  });

  it('follows with growing backoff seven times, and then the delivery fails', async () => {
    receiver.reacts(({ path }) => ({ status: path === '/note' ? 200 : 500 }));
    const run = await aRun(app, withBothPorts());
    const waits = await retryUntil(run, 8);
    const hours = 3600;
    const schedule = [5, 300, 1800, 2 * hours, 5 * hours, 10 * hours, 10 * hours];
    expect(waits).toHaveLength(7);
    waits.forEach((wait, index) => {
      expect(wait).toBeGreaterThan(schedule[index]! * 0.8 - 1);
      expect(wait).toBeLessThan(schedule[index]! * 1.2 + 180);
    });
    await run.reach('succeeded');
    expect(await run.step('crm')).toMatchObject({
      status: 'failed',
      attempt_count: 8,
      error_code: 'http_5xx',
      billed_compute_points: 0,
    });
    const hooks = receiver.to('/hook').filter(({ body }) => body.includes(run.id)); // runs of other tests may continue meanwhile
    expect(hooks).toHaveLength(8);
    expect(new Set(hooks.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(receiver.to('/note')).toHaveLength(1);
  });
});

describe('a permanently failed delivery', () => {
  it.each<[string, Reaction, string]>([
    ['404', { status: 404 }, 'http_4xx'],
    ['401', { status: 401 }, 'http_4xx'],
    ['a redirect', { status: 302, headers: { location: 'http://169.254.169.254/latest' } }, 'redirect_refused'],
    ['304', { status: 304 }, 'redirect_refused'],
  ])('is one with the answer %s, and costs nothing', async (_, reaction, errorCode) => {
    receiver.answers(reaction);
    const run = await aRun(app, aFanOut(crm()));
    expect(await run.reach('failed')).toMatchObject({
      error_code: errorCode,
      reserved_compute_points: 2,
      consumed_compute_points: 0,
      released_compute_points: 2,
    });
    expect(await run.step('crm')).toMatchObject({ status: 'failed', attempt_count: 1, error_code: errorCode });
    expect(receiver.requests).toHaveLength(1);
    expect(await deliveriesOf(run)).toMatchObject([{ status: 'delivered' }, { status: 'failed', error_code: errorCode }]);
  });

  it.each(['http://10.0.0.1/', 'http://[::ffff:169.254.169.254]/', 'http://192.168.1.1:8080/x', 'ftp://example.com/', 'nonsense'])(
    'is one to %s, which only a secret can contain',
    async (url) => {
      await app.app.get(AccountSecretsService).set(app.accountId, 'BAD_URL', url);
      const run = await aRun(app, aFanOut(aNode('crm', 'slack', { url: '{{ secrets.BAD_URL }}' })));
      expect(await run.reach('failed')).toMatchObject({ error_code: 'target_not_allowed' });
    },
  );

  it('does not delay others when its target is not allowed', async () => {
    await app.app.get(AccountSecretsService).set(app.accountId, 'BAD_URL', 'http://10.0.0.1/');
    const form = await aPublishedForm(app, aFanOut(aNode('crm', 'slack', { url: '{{ secrets.BAD_URL }}' })));
    const runs = await Promise.all(Array.from({ length: 12 }, () => aRunOf(app, form)));
    await Promise.all(runs.map((run) => run.reach('failed')));
  });

  it('fails the run partially when something else was delivered', async () => {
    receiver.reacts(({ path }) => ({ status: path === '/note' ? 200 : 404 }));
    const run = await aRun(app, aFanOut(crm(), note()));
    expect(await run.reach('partially_failed')).toMatchObject({ error_code: 'http_4xx', consumed_compute_points: 2 });
  });

  it('fails the run partially when only the database was delivered to', async () => {
    receiver.answers({ status: 404 });
    await (await aRun(app, aFanOut(STORE, crm()))).reach('partially_failed');
  });

  it('is handled by the branch of the port error, and the run succeeds', async () => {
    receiver.reacts(({ path }) => ({ status: path === '/hook' ? 404 : 200 }));
    const run = await aRun(app, withBothPorts());
    expect(await run.reach('succeeded')).toMatchObject({ error_code: null });
    expect(await run.statuses()).toEqual({ start: 'succeeded', crm: 'failed', after: 'skipped', note: 'succeeded' });
  });

  it('is not handled when the branch of the port error fails as well', async () => {
    receiver.answers({ status: 404 });
    const run = await aRun(app, withBothPorts());
    expect(await run.reach('failed')).toMatchObject({ error_code: 'http_4xx' });
  });
});

describe('a delivery with an unknown outcome', () => {
  it('is uncertain when it must not be repeated: no branch follows, and it is charged and reported', async () => {
    receiver.answers('reset');
    const run = await aRun(app, withBothPorts({ retry_uncertain: false }));
    expect(await run.reach('failed')).toMatchObject({ error_code: 'connection_reset', consumed_compute_points: 2 });
    expect(await run.statuses()).toEqual({ start: 'succeeded', crm: 'uncertain', after: 'skipped', note: 'skipped' });
    expect(await run.step('crm')).toMatchObject({ attempt_count: 1, billed_compute_points: 2 });
    expect(receiver.requests).toHaveLength(1);
    expect(await deliveriesOf(run)).toMatchObject([
      { channel_type: 'database' },
      { channel_type: 'webhook', status: 'uncertain', error_code: 'connection_reset', delivered_at: null },
      { status: 'skipped' },
      { status: 'skipped' },
    ]);
  });

  it('includes one without an answer in time', async () => {
    receiver.answers('silence');
    const run = await aRun(app, aFanOut(crm({ retry_uncertain: false, timeout_ms: 1000 })));
    expect(await run.reach('failed')).toMatchObject({ error_code: 'timeout', consumed_compute_points: 2 });
    expect(await run.step('crm')).toMatchObject({
      status: 'uncertain',
      attempt_count: 1,
      attempts: [{ status: 'uncertain', error_code: 'timeout', http_status: null, completed_at: expect.any(String) }],
    });
  });

  it('fails the run partially when another delivery succeeded', async () => {
    receiver.answers('reset');
    await (await aRun(app, aFanOut(STORE, crm({ retry_uncertain: false })))).reach('partially_failed');
  });

  it('is retried by default, and uncertain when every retry fails', async () => {
    receiver.answers('reset');
    const run = await aRun(app, aFanOut(crm()));
    await retryUntil(run, 8);
    expect(await run.reach('failed')).toMatchObject({ error_code: 'connection_reset', consumed_compute_points: 2 });
    expect(await run.step('crm')).toMatchObject({ status: 'uncertain', attempt_count: 8 });
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it.each(['slack', 'discord'])('to %s is not retried', async (type) => {
    receiver.answers('reset');
    const run = await aRun(app, aFanOut(aNode('crm', type, { url: receiver.url() })));
    await run.reach('failed');
    expect(await run.step('crm')).toMatchObject({ status: 'uncertain', billed_compute_points: 2 });
    expect(receiver.requests).toHaveLength(1);
  });

  it('by mail is not retried', async () => {
    let contents = 0;
    smtp.decides = () => {
      contents += 1;
      smtp.hangUp();
      return null;
    };
    const run = await aRun(app, aFanOut(aNode('mail', 'email', { to: ['sales@example.com'], subject: 'New' })));
    await run.reach('failed');
    expect(await run.step('mail')).toMatchObject({ status: 'uncertain', attempt_count: 1, billed_compute_points: 2 });
    expect(contents).toBe(1);
  });
});

describe('the answer of a receiver', () => {
  it('is reported by status, latency and size, with the beginning of its body in its attempt alone', async () => {
    receiver.answers({ status: 201, body: 'canary-answer', headers: { 'x-canary': 'canary-header' } });
    const run = await aRun(app, aFanOut(crm()));
    await run.reach('succeeded');
    const { output, attempts } = await run.step('crm');
    expect(attempts).toMatchObject([{ http_status: 201, response_excerpt: 'canary-answer' }]);
    const [{ headers: sent }] = receiver.requests as [Received];
    expect(output).toEqual({
      request: {
        channel: 'http',
        method: 'POST',
        url: receiver.url(),
        headers: {
          'user-agent': 'form-collection-service',
          'content-type': 'application/json',
          'webhook-id': sent['webhook-id'],
          'webhook-timestamp': sent['webhook-timestamp'],
          'webhook-signature': 'v1,***',
        },
      },
      status: 201,
      latency_ms: expect.any(Number),
      response_bytes: 13,
    });
    const rows = await app.database.query('select *, null as attempts from workflow_run_steps');
    expect(JSON.stringify(rows)).not.toContain('canary');
    expect(JSON.stringify(await run.detail())).not.toContain('canary-header');
  });

  it('may be huge, and only its beginning is read', async () => {
    receiver.answers({ status: 200, body: 'x'.repeat(300_000) });
    const run = await aRun(app, aFanOut(crm()));
    await run.reach('succeeded');
    expect((await run.step('crm')).output).toMatchObject({ response_bytes: 65_536 });
  });
});

describe('the history of a submission', () => {
  it('shows the status of each destination from start to end', async () => {
    receiver.reacts(({ path }) => ({ status: path === '/hook' ? 500 : 200 }));
    const nodes = [START, aNode('wait', 'delay', { seconds: 60 }), crm(), note(), STORE];
    const form = await aPublishedForm(app, aDefinition(nodes, 'start>crm', 'start>wait', 'wait>note', 'start>store'));
    const run = await aRunOf(app, form);
    await run.reachStep('crm', 'waiting');
    expect(await deliveriesOf(run)).toMatchObject([
      { channel_type: 'database', status: 'delivered', delivered_at: expect.any(String) },
      { channel_type: 'webhook', status: 'retrying', delivered_at: null },
      { channel_type: 'webhook', status: 'pending', delivered_at: null, error_code: null },
    ]);
    await run.cancel();
    expect((await deliveriesOf(run)).map(({ status }) => status)).toEqual(['delivered', 'cancelled', 'cancelled']);
    receiver.answers({ status: 200 });
    const repeated = await run.repeated();
    await repeated.reachStep('crm', 'succeeded');
    await repeated.makeDue();
    await repeated.reach('succeeded');
    const { completed_at } = await repeated.step('crm');
    expect(await deliveriesOf(run)).toMatchObject([
      { status: 'delivered' },
      { status: 'delivered', delivered_at: completed_at },
      { status: 'delivered' },
    ]);
  });
});
