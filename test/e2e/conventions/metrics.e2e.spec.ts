import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { parse as parseYaml, stringify } from 'yaml';
import { Database } from '../../../src/platform/database/database';
import { PeriodicTasks } from '../../../src/platform/lifecycle/periodic-tasks';
import { LimiterMetrics } from '../../../src/platform/metrics/metrics';
import { expectError } from '../../support/api';
import type { Instance, TestApp } from '../../support/app';
import { anEnabledForm, aSubmission, setSettings, submit } from '../../support/forms';
import { externalMetrics } from '../../support/kubernetes';
import { Receiver } from '../../support/receiver';
import { aRun, startRunningApp, withWorkersPaused } from '../../support/runs';
import { aFanOut, aWebhook } from '../../support/workflows';
import { waitUntil } from '../../support/wait-until';

const PAGE = readFileSync(join(__dirname, '../../../docs/observability.md'), 'utf8');
const OBSERVABILITY = join(__dirname, '../../../deploy/observability');
const deployed = (file: string): string => readFileSync(join(OBSERVABILITY, file), 'utf8');

let app: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  [app, receiver] = await Promise.all([startRunningApp(), Receiver.start()]);
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

async function scrape({ api }: Pick<Instance, 'api'>, headers: Record<string, string> = {}) {
  const reply = await request(`${api.baseUrl}/metrics`, { headers });
  return { status: reply.statusCode, headers: reply.headers, text: await reply.body.text() };
}

/** The value of a series such as `submissions_total{source="api"}`, whose labels may be in any order; undefined when there is none. */
async function valueOf(series: string, of: Instance = app): Promise<number | undefined> {
  const { text } = await scrape(of);
  const line = text.split('\n').find((each) => normalized(each.slice(0, each.lastIndexOf(' '))) === normalized(series));
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')));
}

function normalized(series: string): string {
  const [name, labels = ''] = series.split(/[{}]/);
  return [name, ...labels.split(',').sort()].join();
}

/** The rise of a counter, as soon as it is the expected one: a request is counted just after its answer. */
async function expectRise(series: string, by: number, work: () => Promise<unknown>): Promise<void> {
  const before = (await valueOf(series)) ?? 0;
  await work();
  await waitUntil(async () => ((await valueOf(series)) ?? 0) >= before + by);
  expect(await valueOf(series)).toBe(before + by);
}

describe('the metrics', () => {
  it.each([
    ['GET', '/v1/forms/:id', '404', '/v1/forms/0198c000-0000-7000-8000-000000000000'],
    ['GET', 'none', '404', '/wp-admin.php'],
    ['other', '/v1/forms', '405', '/v1/forms'],
  ])('count requests as %s %s with the status %s', async (method, route, status, path) => {
    const sent = method === 'other' ? 'PURGE' : method;
    const send = () => app.api.call(sent, path);
    await expectRise(`http_requests_total{method="${method}",route="${route}",status="${status}"}`, 1, send);
    await expectRise(`http_request_duration_seconds_count{method="${method}",route="${route}"}`, 1, send);
    expect((await scrape(app)).text).not.toMatch(/0198c000|wp-admin|PURGE/);
  });

  it('are those of the table in docs/observability.md', async () => {
    const documented = [...PAGE.matchAll(/^\| `(\w+)` +\| (\w+)/gm)].map(([, name, type]) => `${name} ${type}`);
    const types = [...(await scrape(app)).text.matchAll(/^# TYPE (\w+ \w+)$/gm)].map(([, type]) => type!);
    expect(types.filter((type) => !/^(nodejs|process)_/.test(type)).sort()).toEqual(documented.sort());
  });

  it('count submissions by source, and the sizes of their commits', async () => {
    const form = await anEnabledForm(app.api);
    const send = () => aSubmission(app.api, form);
    await expectRise('submissions_total{source="form_submit",outcome="stored"}', 1, send);
    await expectRise('group_commit_batch_size_sum{writer="submissions"}', 1, send);
  });

  it('count each stored submission once, by its state and the check that held it or else has found something', async () => {
    const form = await anEnabledForm(app.api, { fields: [{ name: 'text', type: 'string' }] });
    const verdict = (state: string, check: string) => `submission_verdicts_total{verdict="${state}",check="${check}"}`;
    const spam = { links: 'observe', max_links: 0, repeated_text: 'quarantine' };
    await expectRise(verdict('accepted', 'none'), 1, () => aSubmission(app.api, form, { text: 'x' }));
    await setSettings(app.api, form, { spam });
    const linked = { text: 'see www.example.com' };
    const both = { ...linked, _gotcha: 'x' };
    await expectRise(verdict('accepted', 'links'), 1, () => aSubmission(app.api, form, linked));
    await expectRise(verdict('quarantined', 'honeypot'), 1, () => aSubmission(app.api, form, both));

    const repeated = { text: 'Buy our very fine watches at www.example.com' };
    await setSettings(app.api, form, { intake: { unique_by: 'text', on_duplicate: 'quarantine' } });
    await aSubmission(app.api, form, repeated);
    await expectRise(verdict('quarantined', 'duplicate'), 4, async () => {
      for (let n = 0; n < 4; n += 1) await aSubmission(app.api, form, repeated);
    });
    await setSettings(app.api, form, { intake: { unique_by: null } });
    await expectRise(verdict('quarantined', 'repeated_text'), 1, () => aSubmission(app.api, form, repeated));
    const total = () =>
      ['none', 'links', 'honeypot', 'duplicate', 'repeated_text'].flatMap((check) => [
        verdict('accepted', check),
        verdict('quarantined', check),
      ]);
    const before = await Promise.all(total().map((series) => valueOf(series)));
    const replayed = () => submit(app.api, form, { text: 'x' }, { 'idempotency-key': 'once' });
    await replayed();
    await replayed();
    const after = await Promise.all(total().map((series) => valueOf(series)));
    const sum = (values: (number | undefined)[]) => values.reduce<number>((all, value) => all + (value ?? 0), 0);
    expect(sum(after)).toBe(sum(before) + 1);
  });

  it('count runs, steps and deliveries by their outcomes', async () => {
    receiver.reset();
    receiver.answers({ status: 400 });
    const run = await aRun(app, aFanOut(aWebhook('hook', { url: receiver.url() })));
    await run.reach('failed');
    await waitUntil(async () => (await valueOf('workflow_runs_finished_total{status="failed"}')) === 1);
    expect(await valueOf('workflow_steps_total{type="webhook",outcome="failed"}')).toBe(1);
    expect(await valueOf('delivery_attempts_total{type="webhook",outcome="failed"}')).toBe(1);
    expect(await valueOf('delivery_attempt_duration_seconds_count{type="webhook"}')).toBe(1);
  });

  it('tell the use of the connection pool, fall-backs of limiters and the lag of the event loop', async () => {
    app.app.get(LimiterMetrics).countFallback('keys');
    expect(await valueOf('database_pool_size')).toBe(10);
    expect(await valueOf('rate_limiter_fallbacks_total{limiter="keys"}')).toBe(1);
    expect(await valueOf('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  });
});

describe('the metrics of another process', () => {
  let instance: Instance;
  beforeAll(async () => {
    instance = await app.sibling({ trustProxy: ['loopback'] });
  });

  it('tell how many runs wait for a worker, and for how long the oldest has', async () => {
    await withWorkersPaused(app, () => aRun(app, aFanOut(aWebhook('hook', { url: receiver.url() }))));
    expect(await valueOf('workflow_runs_open{state="due"}', instance)).toBe(0);
    expect(await valueOf('workflow_runs_oldest_due_age_seconds', instance)).toBe(0);
    expect(await valueOf('workflow_runs_open{state="scheduled"}', instance)).toBe(1);
  });

  it('are refused to other machines, also when a trusted proxy says that it serves this one', async () => {
    expect((await scrape(instance, { 'x-forwarded-for': '127.0.0.1' })).status).toBe(404);
  });

  it('are served without the values that cannot be read while the database is away', async () => {
    await instance.app.get(Database).close();
    await waitUntil(async () => (await valueOf('workflow_runs_open{state="scheduled"}', instance)) === undefined);
    expect(await valueOf('workflow_runs_oldest_due_age_seconds', instance)).toBeUndefined();
    expect(await scrape(instance)).toMatchObject({
      status: 200,
      text: expect.stringContaining('nodejs_eventloop_lag'),
    });
  });
});

describe('without METRICS_TOKEN', () => {
  it('only programs on this machine can read the metrics, and not through a proxy on it', async () => {
    expect((await scrape(app)).headers['content-type']).toContain('text/plain; version=0.0.4');
    const headers = { 'x-forwarded-for': '127.0.0.1' };
    expectError(await app.api.as(null).get('/metrics', { headers }), 'resource_not_found');
    expect((await scrape(app, { host: 'localhost:3000' })).status).toBe(200);
    for (const host of ['rebound.example', '127.0.0.1.rebound.example:3000']) expect((await scrape(app, { host })).status).toBe(404);
  });
});

describe('with METRICS_TOKEN', () => {
  it('the token is required from every client', async () => {
    const instance = await app.sibling({ metricsToken: 'a-token-of-the-operator' });
    const withToken = (authorization: string) => scrape(instance, { authorization, 'x-forwarded-for': '192.0.2.1' });
    expect((await withToken('Bearer a-token-of-the-operator')).status).toBe(200);
    expect((await withToken('Bearer a-token-of-the-operator2')).status).toBe(401);
    expect((await scrape(instance)).headers['www-authenticate']).toBe('Bearer realm="metrics"');
    await instance.close();
  });

  it('a wrong one counts as a failed authentication, and none does not', async () => {
    const instance = await app.sibling({ metricsToken: 'a-token-of-the-operator' });
    for (let sent = 0; sent < 30; sent++) expect((await scrape(instance)).status).toBe(401);
    const guesses = Array.from({ length: 40 }, () => scrape(instance, { authorization: 'Bearer guess' }));
    expect((await Promise.all(guesses)).map(({ status }) => status)).toContain(429);
    await instance.close();
  });
});

it('the documented periodic tasks are those of the service', () => {
  const section = PAGE.split('## Periodic tasks')[1]!.split('\n## ')[0]!;
  const documented = [...section.matchAll(/^\| (.+?) +\| (api|worker|all) +\| (\d+) (s|h) /gm)];
  const tasks = documented.map(([, name, processes, count, unit]) => ({
    name,
    processes,
    everySeconds: Number(count) * (unit === 'h' ? 3600 : 1),
  }));
  const declared = app.app.get(PeriodicTasks).all();
  const shown = declared.map(({ name, processes, everySeconds }) => ({ name, processes, everySeconds }));
  expect(byName(tasks)).toEqual(byName(shown));
});

const byName = <Task extends { name?: string }>(tasks: Task[]): Task[] => tasks.sort((one, other) => one.name!.localeCompare(other.name!));

describe('the dashboard, the alert rules and the rule for autoscalers', () => {
  const panels = (JSON.parse(deployed('dashboard.json')) as { panels: { title: string; targets: Rule[] }[] }).panels;
  const { groups } = parseYaml(deployed('alerts.yml')) as { groups: { rules: (Rule & { alert: string })[] }[] };
  const queries = [
    ...panels.flatMap(({ title, targets }) => targets.map(({ expr }): [string, string] => [title, expr])),
    ...groups.flatMap(({ rules }) => rules.map(({ alert, expr }): [string, string] => [alert, expr])),
    ...externalMetrics.flatMap(({ series, queries }) => queries.map((query): [string, string] => [series, query])),
  ];

  it('ask only for metrics that exist', async () => {
    const { text } = await scrape(app);
    const series = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => `${name}${suffix}`) : [name],
    );
    const known = new Set([...series, 'up']);
    const unknown = queries.flatMap(([title, query]) =>
      wordsIn(query)
        .filter((word) => !known.has(word))
        .map((word) => `${title}: ${word}`),
    );
    expect(queries.length).toBeGreaterThan(20);
    expect(unknown).toEqual([]);
  });

  const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

  (hasPromtool ? it : it.skip)(`ask in valid queries (needs Debian's "prometheus")`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'rules-'));
    const rules = queries.map(([, query], index) => ({ record: `query:${index}`, expr: asGrafanaAsks(query) }));
    writeFileSync(join(folder, 'queries.yml'), stringify({ groups: [{ name: 'queries', rules }] }));
    try {
      execFileSync('promtool', ['check', 'rules', join(folder, 'queries.yml'), join(OBSERVABILITY, 'alerts.yml')], { stdio: 'pipe' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

interface Rule {
  expr: string;
}

/** Grafana replaces its variables before it asks. */
const asGrafanaAsks = (query: string): string => query.replaceAll('$__rate_interval', '5m');

/** The names of the metrics in a query of PromQL: the words that are no function, label, text, duration or operator. */
function wordsIn(query: string): string[] {
  const rest = asGrafanaAsks(query)
    .replace(/"[^"]*"|\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replace(/\b(?:by|without|on|ignoring|group_left|group_right)\s*(?:\([^)]*\))?/g, ' ')
    .replace(/\b[a-z_]\w*\s*\(/g, '(');
  return (rest.match(/\b[a-z_:][\w:]*/g) ?? []).filter((word) => !['and', 'or', 'unless', 'bool', 'offset'].includes(word));
}
