import { RunDispatcher } from '../../../src/workflows/runs/engine/run-dispatcher';
import { atEnd } from '../../support/at-end';
import type { TestApp } from '../../support/app';
import { submit } from '../../support/forms';
import type { Receiver } from '../../support/receiver';
import { withRunningApp } from '../../support/running-app';
import type { RunHandle } from '../../support/runs';
import { aPublishedForm, aRun, aRunOf, listRuns, RunHandle as Handle } from '../../support/runs';
import { aDefinition, aFanOut, aNode, aWebhook, START, STORE } from '../../support/workflows';
import type { WorkflowNode } from '../../../src/workflows/model/definition.types';

let app: TestApp;
let receiver: Receiver;
withRunningApp((...started) => ([app, receiver] = started));

const hook = (id: string, config: object = {}) => aWebhook(id, { url: receiver.url(`/${id}`), body: { mode: 'fields' }, ...config });
const called = (): string[] => receiver.requests.map(({ path }) => path).sort();
const fieldsSentTo = (path: string): unknown => JSON.parse(receiver.to(path)[0]!.body);

/** A chain of nodes. */
const aChain = (...nodes: WorkflowNode[]) => {
  const all = [START, ...nodes];
  return aDefinition(all, ...nodes.map(({ id }, index) => `${all[index]!.id}>${id}`));
};

async function succeeded(run: RunHandle): Promise<RunHandle> {
  await run.reach('succeeded');
  return run;
}

describe('the trigger', () => {
  it('passes only submissions of its sources, and other runs succeed with nothing executed', async () => {
    const trigger = aNode('start', 'submission_received', { sources: ['api'] });
    const form = await aPublishedForm(app, aDefinition([trigger, hook('crm')], 'start>crm'));
    const other = await succeeded(await aRunOf(app, form));
    expect(await other.statuses()).toEqual({ start: 'succeeded', crm: 'skipped' });
    const headers = { 'x-submission-token': form.submission_token };
    expect((await submit(app.api, form, { email: 'a@example.com' }, headers)).status).toBe(201);
    const [run] = await listRuns(app, form);
    await new Handle(app, form, run!.id).reach('succeeded');
    expect(called()).toEqual(['/crm']);
  });
});

describe('a filter', () => {
  const where = { field: 'budget', op: 'gte', value: 100 };
  const chain = () => aChain(aNode('big', 'filter', { where }), hook('crm'));

  it('passes a submission that meets its condition', async () => {
    const run = await succeeded(await aRun(app, chain(), { budget: 100 }));
    expect(called()).toEqual(['/crm']);
    expect((await run.step('big')).output).toEqual({ result: true });
  });

  it('ends the branch otherwise, and the run succeeds', async () => {
    const run = await succeeded(await aRun(app, chain(), { budget: 99 }));
    expect(await run.statuses()).toEqual({ start: 'succeeded', big: 'succeeded', crm: 'skipped' });
    expect(receiver.requests).toEqual([]);
  });

  it('treats a value of the wrong type as not met, with a warning', async () => {
    const textual = { field: 'name', op: 'gte', value: 100 };
    const run = await succeeded(await aRun(app, aChain(aNode('big', 'filter', { where: textual }), hook('crm')), { name: 'x' }));
    expect(await run.step('crm')).toMatchObject({ status: 'skipped' });
    expect((await run.step('big')).output).toEqual({ result: false, warnings: [expect.any(String)] });
  });
});

describe('a condition', () => {
  it.each([
    [{ country: 'DE', email: 'a@example.com' }, ['/yes'], 'no'],
    [{ country: 'US', email: 'a@example.com' }, ['/no'], 'yes'],
    [{ country: 'DE', email: 'a@example.org' }, ['/no'], 'yes'],
  ])('sends %j to one of its two ports', async (fields, paths, skipped) => {
    const where = {
      all: [{ any: [{ field: 'country', op: 'in', value: ['DE', 'FR'] }] }, { not: { field: 'email', op: 'ends_with', value: '.org' } }],
    };
    const nodes = [START, aNode('eu', 'condition', { where }), hook('yes'), hook('no')];
    const run = await succeeded(await aRun(app, aDefinition(nodes, 'start>eu', 'eu:true>yes', 'eu:false>no'), fields));
    expect(called()).toEqual(paths);
    expect(await run.step(skipped)).toMatchObject({ status: 'skipped', input: null, output: null });
  });
});

describe('a switch', () => {
  it.each([
    ['Basic', '/basic', 'basic'],
    ['Premium plus', '/premium', 'premium'],
    ['none', '/other', null],
  ])('sends "%s" to %s', async (name, path, key) => {
    const cases = [
      { key: 'basic', op: 'eq', value: 'Basic' },
      { key: 'premium', op: 'starts_with', value: 'Premium' },
      { key: 'second', op: 'contains', value: 'Premium' },
    ];
    const nodes = [
      START,
      aNode('plan', 'switch', { value: '{{ fields.name }}', cases }),
      ...['basic', 'premium', 'second', 'other'].map((id) => hook(id)),
    ];
    const edges = ['basic', 'premium', 'second'].map((id) => `plan:case:${id}>${id}`);
    const run = await succeeded(await aRun(app, aDefinition(nodes, 'start>plan', ...edges, 'plan:default>other'), { name }));
    expect(called()).toEqual([path]);
    expect((await run.step('plan')).output).toEqual({ value: name, case: key });
  });
});

describe('transforms', () => {
  it('change the fields for downstream nodes only', async () => {
    const shape = aNode('shape', 'set_fields', {
      set: { full: '{{ fields.name | upcase }}', budget: '{{ fields.budget }}', tier: 'gold' },
      remove: ['email'],
    });
    const map = aNode('map', 'map_values', { field: 'country', map: { DE: 'Germany' }, default: 'elsewhere' });
    const nodes = [START, shape, map, hook('crm'), hook('raw')];
    const definition = aDefinition(nodes, 'start>shape', 'shape>map', 'map>crm', 'start>raw');
    const fields = { name: 'Ada', email: 'ada@example.com', budget: 7, country: 'DE' };
    const run = await succeeded(await aRun(app, definition, fields));
    expect(fieldsSentTo('/crm')).toEqual({ name: 'Ada', budget: 7, country: 'Germany', full: 'ADA', tier: 'gold' });
    expect(fieldsSentTo('/raw')).toEqual(fields);
    expect((await run.step('map')).input).toEqual({
      fields: { name: 'Ada', budget: 7, country: 'DE', full: 'ADA', tier: 'gold' },
    });
    const stored = await app.api.get(`/v1/forms/${run.form.id}/submissions/${run.submissionId}`);
    expect(stored.body.data.fields).toEqual(fields);
  });

  it('replace all fields in the mode replace', async () => {
    const shape = aNode('shape', 'set_fields', { mode: 'replace', set: { who: '{{ fields.name }}' } });
    await succeeded(await aRun(app, aChain(shape, hook('crm')), { name: 'Ada', country: 'DE' }));
    expect(fieldsSentTo('/crm')).toEqual({ who: 'Ada' });
  });

  it('cost a point each, and may split surrogate pairs', async () => {
    const shape = aNode('shape', 'set_fields', { set: { short: '{{ fields.name | split: "" | first }}' } });
    const run = await succeeded(await aRun(app, aChain(shape, hook('crm')), { name: '🦊b' }));
    expect(fieldsSentTo('/crm')).toEqual({ name: '🦊b', short: '\ufffd' });
    expect((await run.step('shape')).output).toMatchObject({ set: { short: '\ufffd' } });
    expect(await run.summary()).toMatchObject({ reserved_compute_points: 3, consumed_compute_points: 3 });
  });
});

describe('a delay', () => {
  it('releases the run while it waits, and continues at the same node', async () => {
    const run = await aRun(app, aChain(aNode('wait', 'delay', { seconds: 3600 }), hook('crm')));
    const { due_at, started_at } = await run.reachStep('wait', 'waiting');
    const beganAtMs = Date.parse(due_at!) - 3_600_000;
    expect(beganAtMs).toBeGreaterThan(Date.parse(started_at!) - 1000); // times are rounded
    expect(beganAtMs).toBeLessThan(Date.now() + 1000);
    expect(await run.summary()).toMatchObject({ status: 'running', completed_at: null });
    expect(receiver.requests).toEqual([]);
    await run.makeDue();
    await succeeded(run);
    expect(called()).toEqual(['/crm']);
    expect(await run.step('wait')).toMatchObject({
      status: 'succeeded',
      due_at: null,
      attempt_count: 1,
      billed_compute_points: 1,
      output: { seconds: 3600 },
    });
  });

  it('of a second ends after a second without a sweep', async () => {
    const sweep = jest.spyOn(app.app.get(RunDispatcher), 'sweep').mockResolvedValue(false);
    atEnd(() => sweep.mockRestore());
    const run = await aRun(app, aChain(aNode('wait', 'delay', { seconds: 1 }), hook('crm')));
    await succeeded(run);
    const [wait, crm] = await Promise.all([run.step('wait'), run.step('crm')]);
    const seconds = (Date.parse(crm.started_at!) - Date.parse(wait.started_at!)) / 1000;
    expect(seconds).toBeGreaterThanOrEqual(1);
  });

  it('until a date waits for its first moment in UTC', async () => {
    const run = await aRun(app, aChain(aNode('wait', 'delay', { until: '{{ fields.name }}' }), hook('crm')), {
      name: '2099-03-01',
    });
    expect(await run.reachStep('wait', 'waiting')).toMatchObject({ due_at: '2099-03-01T00:00:00.000Z' });
  });

  it('until a moment that is past does not wait', async () => {
    const until = '{{ submission.received_at }}';
    await succeeded(await aRun(app, aChain(aNode('wait', 'delay', { until }), hook('crm'))));
    expect(called()).toEqual(['/crm']);
  });

  it('until an invalid date fails, and the run with it', async () => {
    const run = await aRun(app, aChain(aNode('wait', 'delay', { until: '{{ fields.name }}' }), hook('crm')), {
      name: 'soon',
    });
    expect(await run.reach('failed')).toMatchObject({ error_code: 'invalid_date', consumed_compute_points: 0 });
    expect(await run.statuses()).toEqual({ start: 'succeeded', wait: 'failed', crm: 'skipped' });
  });
});

describe('a stop', () => {
  it.each([
    ['succeeded', 'succeeded'],
    ['failed', 'failed'],
  ] as const)('with the status %s ends the run as %s, and nothing else starts', async (outcome, status) => {
    const stop = aNode('stop', 'stop', { outcome, message: 'enough' });
    const wait = aNode('wait', 'delay', { seconds: 60 });
    const nodes = [START, hook('late'), stop, wait, hook('later'), STORE];
    const definition = aDefinition(nodes, 'start>stop', 'start>late', 'start>wait', 'wait>later', 'start>store');
    const run = await aRun(app, definition);
    expect(await run.reach(status)).toMatchObject({ error_code: null });
    expect(await run.statuses()).toMatchObject({ stop: 'succeeded', late: 'skipped', later: 'skipped' });
    expect((await run.step('stop')).output).toEqual({ outcome, message: 'enough' });
    expect(receiver.requests).toEqual([]);
  });

  it('lets running nodes finish, and cancels waiting ones', async () => {
    receiver.reacts(async ({ path }) => {
      if (path === '/slow') await slow;
      return { status: 200 };
    });
    let release = (): void => undefined;
    const slow = new Promise<void>((resolve) => (release = resolve));
    const wait = aNode('wait', 'delay', { seconds: 60 });
    const nodes = [START, hook('slow'), hook('quick'), aNode('stop', 'stop'), wait, hook('after')];
    const edges = ['start>slow', 'start>quick', 'start>wait', 'quick>stop', 'slow>after'];
    const run = await aRun(app, aDefinition(nodes, ...edges));
    await run.reachStep('stop', 'succeeded');
    release();
    await succeeded(run);
    expect(await run.statuses()).toEqual({
      start: 'succeeded',
      slow: 'succeeded',
      quick: 'succeeded',
      stop: 'succeeded',
      wait: 'cancelled',
      after: 'skipped',
    });
    expect(await run.summary()).toMatchObject({ consumed_compute_points: 4 });
  });
});

describe('a disabled node', () => {
  it('does nothing, costs nothing and passes the run on', async () => {
    const off = aNode('off', 'webhook', {}, { disabled: true });
    const run = await succeeded(await aRun(app, aChain(off, hook('crm'))));
    expect(called()).toEqual(['/crm']);
    expect(await run.step('off')).toMatchObject({ status: 'skipped', attempt_count: 0, billed_compute_points: 0 });
    expect(await run.summary()).toMatchObject({ reserved_compute_points: 2, consumed_compute_points: 2 });
  });
});

describe('branches that join', () => {
  it('start the joining node once, after all of them, with the changes of the branches that were taken', async () => {
    const where = { field: 'budget', op: 'gte', value: 100 };
    const nodes = [
      START,
      aNode('a', 'set_fields', { set: { a: 1 } }),
      aNode('b', 'set_fields', { set: { b: 1 } }),
      aNode('big', 'condition', { where }),
      aNode('c', 'set_fields', { set: { c: 1 } }),
      aNode('wait', 'delay', { seconds: 60 }),
      hook('crm'),
    ];
    const edges = ['start>a', 'start>b', 'start>big', 'big:true>c', 'a>crm', 'b>wait', 'wait>crm', 'c>crm'];
    const run = await aRun(app, aDefinition(nodes, ...edges), { budget: 1 });
    await run.reachStep('wait', 'waiting');
    expect(await run.step('crm')).toMatchObject({ status: 'pending', started_at: null });
    await run.makeDue();
    await succeeded(run);
    expect(called()).toEqual(['/crm']);
    expect(fieldsSentTo('/crm')).toEqual({ budget: 1, a: 1, b: 1 });
  });
});

describe('a node', () => {
  it('sees the outputs of the nodes before it', async () => {
    const body = {
      mode: 'template',
      template: '{{ nodes.first.output.status }} {{ nodes.big.output.result }}',
      content_type: 'text/plain',
    };
    const big = aNode('big', 'filter', { where: { path: 'nodes.first.output.status', op: 'eq', value: 202 } });
    receiver.answers({ status: 202 });
    await succeeded(await aRun(app, aChain(hook('first'), big, hook('second', { body }))));
    expect(receiver.to('/second')[0]!.body).toBe('202 true');
  });

  it('renders missing values as empty, with a warning for each', async () => {
    const body = { mode: 'template', template: '[{{ fields.name }}]', content_type: 'text/plain' };
    const run = await succeeded(await aRun(app, aFanOut(hook('crm', { body })), { email: 'a@example.com' }));
    expect(receiver.requests[0]!.body).toBe('[]');
    expect((await run.step('crm')).output).toMatchObject({ warnings: ['fields.name has no value.'] });
  });

  it('whose rendered template exceeds its limits fails before anything is sent', async () => {
    const template = '{% assign list = fields.name | split: "" %}{% for a in list %}{{ fields.name }}{% endfor %}';
    const run = await aRun(app, aFanOut(hook('crm', { body: { mode: 'template', template, content_type: 'text/plain' } })), {
      name: 'x'.repeat(2_000),
    });
    expect(await run.reach('failed')).toMatchObject({ error_code: 'template_failed', consumed_compute_points: 0 });
    expect(receiver.requests).toEqual([]);
  });

  it('has input and output once it has run, and none before', async () => {
    const run = await aRun(app, aChain(STORE, aNode('wait', 'delay', { seconds: 60 }), hook('crm')));
    await run.reachStep('wait', 'waiting');
    expect(await run.step('store')).toMatchObject({
      node_type: 'database',
      node_kind: 'destination',
      input: { fields: { email: 'ada@example.com' } },
      output: { submission_id: run.submissionId },
      content_restricted: false,
    });
    expect(await run.step('crm')).toMatchObject({ status: 'pending', input: null, output: null, attempt_count: 0 });
  });
});
