import { aDefinition, aFanOut, aNode, aWebhook, START, STORE } from '../../../../test/support/workflows';
import type { Outcome } from '../../../platform/outbound/delivery-outcome.rules';
import type { Definition, WorkflowNode } from '../../model/definition.types';
import { RunExecution } from './run-execution';
import { type LeasedRun, MAX_LOST_WORKERS, type Progress, type StepRow } from '../store/run.types';

const NOW = new Date('2026-11-20T12:00:00.000Z');

const aLeasedRun = (definition: Definition, members: Partial<LeasedRun> = {}): LeasedRun => ({
  id: '019aa2c4-7c20-7d4e-8f5a-0a1b2c3d4e5f',
  originRunId: null,
  accountId: 'a1',
  workflowId: 'w1',
  runKind: 'production',
  hops: null,
  definition,
  escapesJson: true,
  isImported: false,
  isReleasedLate: false,
  start: {
    submission: { id: 's1', source: 'api', received_at: NOW.toISOString(), has_files: false, file_count: 0, address_confirmed: false },
    files: [],
    form: { id: 'f1', name: 'Contact' },
    labels: {},
    other: {},
    run: { id: 'r1', workflow_version: 1 },
    fields: { email: 'ada@example.com' },
  },
  steps: [],
  reservedPoints: 20,
  leaseNumber: 1,
  lostLeases: 0,
  createdAt: NOW,
  now: NOW,
  testMail: null,
  failingDestinations: [],
  ...members,
});

/** An execution, and a function that advances its clock by seconds. */
function anExecution(definition: Definition, members: Partial<LeasedRun> = {}) {
  let seconds = 0;
  const execution = new RunExecution(aLeasedRun(definition, members), () => new Date(NOW.getTime() + seconds * 1000));
  return { execution, pass: (more: number) => void (seconds += more) };
}

const atOnce = () => Promise.resolve();
const idsOf = (nodes: WorkflowNode[]) => nodes.map(({ id }) => id);
const statusesIn = ({ steps }: Progress) => Object.fromEntries(steps.map(({ nodeId, status }) => [nodeId, status]));
const node = (execution: RunExecution, id: string) => execution.run.definition.nodes.find((each) => each.id === id)!;
const end = (execution: RunExecution, id: string, outcome: Outcome = { kind: 'delivered' }, retryAt: Date | null = null) => {
  if (execution.steps.of({ id }).status !== 'running') execution.steps.beginAttempt(node(execution, id));
  execution.steps.endAttempt({ node: node(execution, id), outcome, output: null, endedAt: execution.now(), httpStatus: null }, retryAt);
};
const RETRY: Outcome = { kind: 'retry', errorCode: 'http_5xx', retryAfterSeconds: null };
const later = (execution: RunExecution, seconds: number) => new Date(execution.now().getTime() + seconds * 1000);

const attempt = (members: object) => ({ startedAt: NOW.toISOString(), httpStatus: null, ...members });

const aRow = (nodeId: string, members: Partial<StepRow>): StepRow => ({
  nodeId,
  status: 'pending',
  port: null,
  output: null,
  changes: null,
  billedPoints: 0,
  attemptCount: 1,
  attempts: null,
  errorCode: null,
  dueAt: null,
  startedAt: NOW,
  completedAt: null,
  ...members,
});

const CHAIN = aDefinition([START, aWebhook('a'), aWebhook('b')], 'start>a', 'a>b');

describe('an execution', () => {
  it('lets everything act that needs nothing, and names what is to be sent', async () => {
    const { execution } = anExecution(aFanOut(STORE, aWebhook('crm')));
    expect(idsOf(await execution.advance(atOnce))).toEqual(['crm']);
    execution.steps.beginAttempt(node(execution, 'crm'));
    expect(await execution.advance(atOnce)).toEqual([]);
    const progress = execution.progress(true);
    expect(progress.next).toEqual({ kind: 'hold' });
    expect(statusesIn(progress)).toEqual({ start: 'succeeded', store: 'succeeded', crm: 'running' });
  });

  it('tells each change once', async () => {
    const { execution } = anExecution(CHAIN);
    await execution.advance(atOnce);
    execution.steps.beginAttempt(node(execution, 'a'));
    execution.progress(true);
    expect(execution.progress(true)).toMatchObject({ steps: [], billed: [], next: { kind: 'hold' } });
    end(execution, 'a');
    expect(idsOf(await execution.advance(atOnce))).toEqual(['b']);
    expect(execution.progress(true)).toMatchObject({
      steps: [{ nodeId: 'a', status: 'succeeded', port: 'out', billedPoints: 2, completedAt: NOW }],
      billed: [{ nodeId: 'a', points: 2 }],
    });
  });

  it('keeps how each attempt ended, as far as it is known', async () => {
    const { execution } = anExecution(CHAIN);
    await execution.advance(atOnce);
    execution.steps.beginAttempt(node(execution, 'a'));
    expect(execution.steps.of({ id: 'a' }).attempts).toMatchObject([{ status: null, completedAt: null }]);
    end(execution, 'a', RETRY, later(execution, 5));
    execution.steps.beginAttempt(node(execution, 'a'));
    execution.endInterrupted();
    expect(execution.steps.of({ id: 'a' }).attempts).toEqual([
      attempt({ completedAt: NOW.toISOString(), status: 'failed', errorCode: 'http_5xx' }),
      attempt({ completedAt: null, status: 'uncertain', errorCode: 'no_response' }),
    ]);
  });

  it('finishes with what is left of its points when nothing is left to do', async () => {
    const { execution } = anExecution(aFanOut(aWebhook('a'), aWebhook('b')));
    await execution.advance(atOnce);
    end(execution, 'a');
    end(execution, 'b', { kind: 'uncertain', errorCode: 'timeout' });
    await execution.advance(atOnce);
    expect(execution.progress(false).next).toEqual({
      kind: 'finish',
      status: 'partially_failed',
      errorCode: 'timeout',
      released: 16,
    });
  });

  it('waits for the first of the steps that wait', async () => {
    const { execution } = anExecution(aFanOut(aWebhook('a'), aWebhook('b')));
    await execution.advance(atOnce);
    end(execution, 'a', RETRY, later(execution, 300));
    execution.steps.postpone(node(execution, 'b'), later(execution, 5));
    expect(await execution.advance(atOnce)).toEqual([]);
    expect(execution.progress(false).next).toEqual({ kind: 'wait', until: later(execution, 5) });
  });

  it('goes on with a step when it is due, by the clock of the database', async () => {
    const definition = aDefinition([START, aNode('wait', 'delay', { seconds: 60 }), aWebhook('a')], 'start>wait', 'wait>a');
    const now = new Date(NOW.getTime() + 3_600_000);
    const { execution, pass } = anExecution(definition, { now });
    expect(await execution.advance(atOnce)).toEqual([]);
    expect(execution.progress(false).next).toEqual({ kind: 'wait', until: new Date(now.getTime() + 60_000) });
    pass(59);
    expect(await execution.advance(atOnce)).toEqual([]);
    pass(1);
    expect(idsOf(await execution.advance(atOnce))).toEqual(['a']);
  });

  it('leaves to others at once what it has not begun', async () => {
    const { execution } = anExecution(CHAIN);
    expect(execution.progress(false).next).toEqual({ kind: 'wait', until: NOW });
    expect(anExecution(CHAIN).execution.progress(true).next).toEqual({ kind: 'hold' });
  });

  it('acts first and sends then, so that nothing begins beside a stop', async () => {
    const { execution } = anExecution(aFanOut(aWebhook('a'), aNode('stop', 'stop'), aWebhook('b')));
    expect(await execution.advance(atOnce)).toEqual([]);
    const progress = execution.progress(false);
    expect(progress.next).toMatchObject({ kind: 'finish', status: 'succeeded', released: 20 });
    expect(statusesIn(progress)).toEqual({ start: 'succeeded', stop: 'succeeded', a: 'skipped', b: 'skipped' });
  });

  it('cancels what waits when it is ended before its time', async () => {
    const { execution } = anExecution(aFanOut(aWebhook('a'), aNode('wait', 'delay', { seconds: 60 })));
    await execution.advance(atOnce);
    end(execution, 'a', RETRY, later(execution, 300));
    const progress = execution.expire();
    expect(progress.next).toEqual({ kind: 'finish', status: 'failed', errorCode: 'run_expired', released: 20 });
    expect(progress.steps.filter(({ dueAt }) => dueAt !== null)).toEqual([]);
    expect(statusesIn(progress)).toEqual({ start: 'succeeded', a: 'cancelled', wait: 'cancelled' });
  });

  it('renders and sends nothing in a test, and does not wait', async () => {
    const definition = aDefinition([START, aNode('wait', 'delay', { seconds: 60 }), aWebhook('a')], 'start>wait', 'wait>a');
    const { execution } = anExecution(definition, { runKind: 'test' });
    expect(await execution.advance(atOnce)).toEqual([]);
    expect(execution.progress(false)).toMatchObject({
      steps: [
        { nodeId: 'start' },
        { nodeId: 'wait', output: { seconds: 60 }, billedPoints: 1 },
        { nodeId: 'a', output: { dry_run: true } },
      ],
      next: { kind: 'finish', status: 'succeeded', released: 19 },
    });
  });

  it('sends in a test only the mail that it is for, and makes one attempt', async () => {
    const mail = (id: string) => aNode(id, 'email', { to: ['sales@example.com'], subject: 'Hi' });
    const testMail = { node_id: 'b', to: 'owner@example.com' };
    const { execution } = anExecution(aFanOut(mail('a'), mail('b'), aWebhook('c')), { runKind: 'test', testMail });
    expect(idsOf(await execution.advance(atOnce))).toEqual(['b']);
    execution.steps.beginAttempt(node(execution, 'b'));
    execution.endAttempt({ node: node(execution, 'b'), outcome: RETRY, output: null, endedAt: execution.now(), httpStatus: null });
    expect(await execution.advance(atOnce)).toEqual([]);
    expect(statusesIn(execution.progress(false))).toEqual({ start: 'succeeded', a: 'succeeded', b: 'failed', c: 'succeeded' });
  });
});

describe('after workers have crashed', () => {
  const sending = aRow('a', { status: 'running' });
  const started = aRow('start', { status: 'succeeded', port: 'out', completedAt: NOW });

  it('an execution knows the deliveries that were in progress', async () => {
    const { execution } = anExecution(CHAIN, { steps: [started, sending], lostLeases: 1 });
    expect(idsOf(execution.interrupted())).toEqual(['a']);
    expect(execution.isPoison(node(execution, 'a'))).toBe(false);
  });

  it('the third time, only the delivery in progress is suspected', async () => {
    const definition = aFanOut(aWebhook('a'), aWebhook('b'));
    const { execution } = anExecution(definition, { steps: [started, sending], lostLeases: MAX_LOST_WORKERS });
    expect(execution.isPoison(node(execution, 'a'))).toBe(true);
    expect(execution.isPoison(node(execution, 'b'))).toBe(false);
    expect(idsOf(await execution.advance(atOnce))).toEqual(['b']);
  });

  it('the third time, the next node fails if no delivery was in progress, and the rest continues', async () => {
    const set = aNode('set', 'set_fields', { set: { a: 1 } });
    const definition = aDefinition([START, STORE, set, aWebhook('b')], 'start>store', 'store>set', 'start>b');
    const done = [
      started,
      aRow('store', { status: 'succeeded', port: 'out' }),
      aRow('b', { status: 'succeeded', port: 'out', billedPoints: 2 }),
    ];
    const { execution } = anExecution(definition, { steps: done, lostLeases: MAX_LOST_WORKERS });
    expect(await execution.advance(atOnce)).toEqual([]);
    expect(execution.progress(false)).toMatchObject({
      steps: [{ nodeId: 'set', status: 'failed', errorCode: 'worker_lost' }],
      next: { kind: 'finish', status: 'partially_failed', errorCode: 'worker_lost', released: 18 },
    });
  });

  it('the second time, everything is tried again', async () => {
    const { execution } = anExecution(CHAIN, { steps: [started], lostLeases: MAX_LOST_WORKERS - 1 });
    expect(idsOf(await execution.advance(atOnce))).toEqual(['a']);
  });
});

describe('a run', () => {
  const MINUTE = 60_000;
  const DAY = 24 * 60 * MINUTE;

  it.each([
    ['is not expired', 'when it begins', 0, 0, false],
    ['is not expired', 'after 45 days', 45 * DAY, 0, false],
    ['is expired', 'after more than 45 days', 45 * DAY + 1000, 0, true],
    ['is not expired', 'after ten minutes of work', 10 * MINUTE, 10 * MINUTE, false],
    ['is expired', 'after more than ten minutes of work', 10 * MINUTE, 10 * MINUTE + 1, true],
  ])('%s %s', (_, _when, ageMs, activeMs, expected) => {
    const { execution, pass } = anExecution(CHAIN);
    pass(ageMs / 1000);
    expect(execution.isExpired(activeMs)).toBe(expected);
  });
});
