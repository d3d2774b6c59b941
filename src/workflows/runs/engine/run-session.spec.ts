import { aDefinition, aFanOut, aNode, aWebhook, START, STORE } from '../../../../test/support/workflows';
import type { Outcome } from '../../../platform/outbound/delivery-outcome.rules';
import type { Definition, WorkflowNode } from '../../model/definition.types';
import { RunSession } from './run-session';
import { MAX_LOST_WORKERS } from '../store/run.types';
import type { LeasedRun, Progress, StepRow } from '../store/run.types';

const NOW = new Date('2026-11-20T12:00:00.000Z');

const aLeasedRun = (definition: Definition, members: Partial<LeasedRun> = {}): LeasedRun => ({
  id: '019aa2c4-7c20-7d4e-8f5a-0a1b2c3d4e5f',
  originRunId: null,
  accountId: 'a1',
  workflowId: 'w1',
  runKind: 'production',
  definition,
  start: {
    submission: { id: 's1', source: 'api', received_at: NOW.toISOString(), has_files: false, file_count: 0 },
    files: [],
    form: { id: 'f1', name: 'Contact' },
    labels: {},
    run: { id: 'r1', workflow_version: 1 },
    fields: { email: 'ada@example.com' },
  },
  steps: [],
  reservedPoints: 20,
  leaseNumber: 1,
  lostLeases: 0,
  createdAt: NOW,
  now: NOW,
  failingDestinations: [],
  ...members,
});

/** A session and its clock, in seconds since it began. */
function aSession(definition: Definition, members: Partial<LeasedRun> = {}) {
  let seconds = 0;
  const session = new RunSession(aLeasedRun(definition, members), () => new Date(NOW.getTime() + seconds * 1000));
  return { session, pass: (more: number) => void (seconds += more) };
}

const atOnce = () => Promise.resolve();
const idsOf = (nodes: WorkflowNode[]) => nodes.map(({ id }) => id);
const statusesIn = ({ steps }: Progress) => Object.fromEntries(steps.map(({ nodeId, status }) => [nodeId, status]));
const node = (session: RunSession, id: string) => session.run.definition.nodes.find((each) => each.id === id)!;
const end = (session: RunSession, id: string, outcome: Outcome = { kind: 'delivered' }, retryAt: Date | null = null) =>
  session.steps.endAttempt({ node: node(session, id), outcome, output: null, endedAt: session.now(), httpStatus: null }, retryAt);
const RETRY: Outcome = { kind: 'retry', errorCode: 'http_5xx', retryAfterSeconds: null };
const later = (session: RunSession, seconds: number) => new Date(session.now().getTime() + seconds * 1000);

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

describe('a session', () => {
  it('lets everything act that needs nothing, and names what is to be sent', async () => {
    const { session } = aSession(aFanOut(STORE, aWebhook('crm')));
    expect(idsOf(await session.advance(atOnce))).toEqual(['crm']);
    session.steps.beginAttempt(node(session, 'crm'));
    expect(await session.advance(atOnce)).toEqual([]);
    const progress = session.progress(true);
    expect(progress.next).toEqual({ kind: 'hold' });
    expect(statusesIn(progress)).toEqual({ start: 'succeeded', store: 'succeeded', crm: 'running' });
  });

  it('tells each change once', async () => {
    const { session } = aSession(CHAIN);
    await session.advance(atOnce);
    session.steps.beginAttempt(node(session, 'a'));
    session.progress(true);
    expect(session.progress(true)).toMatchObject({ steps: [], billed: [], next: { kind: 'hold' } });
    end(session, 'a');
    expect(idsOf(await session.advance(atOnce))).toEqual(['b']);
    expect(session.progress(true)).toMatchObject({
      steps: [{ nodeId: 'a', status: 'succeeded', port: 'out', billedPoints: 2, completedAt: NOW }],
      billed: [{ nodeId: 'a', points: 2 }],
    });
  });

  it('keeps how each attempt ended, as far as it is known', async () => {
    const { session } = aSession(CHAIN);
    await session.advance(atOnce);
    session.steps.beginAttempt(node(session, 'a'));
    expect(session.steps.of({ id: 'a' }).attempts).toMatchObject([{ status: null, completedAt: null }]);
    end(session, 'a', RETRY, later(session, 5));
    session.steps.beginAttempt(node(session, 'a'));
    session.endInterrupted();
    expect(session.steps.of({ id: 'a' }).attempts).toEqual([
      attempt({ completedAt: NOW.toISOString(), status: 'failed', errorCode: 'http_5xx' }),
      attempt({ completedAt: null, status: 'uncertain', errorCode: 'no_response' }),
    ]);
  });

  it('finishes with what is left of its points when nothing is left to do', async () => {
    const { session } = aSession(aFanOut(aWebhook('a'), aWebhook('b')));
    await session.advance(atOnce);
    end(session, 'a');
    end(session, 'b', { kind: 'uncertain', errorCode: 'timeout' });
    await session.advance(atOnce);
    expect(session.progress(false).next).toEqual({
      kind: 'finish',
      status: 'partially_failed',
      errorCode: 'timeout',
      released: 16,
    });
  });

  it('waits for the first of the steps that wait', async () => {
    const { session } = aSession(aFanOut(aWebhook('a'), aWebhook('b')));
    await session.advance(atOnce);
    end(session, 'a', RETRY, later(session, 300));
    session.steps.postpone(node(session, 'b'), later(session, 5));
    expect(await session.advance(atOnce)).toEqual([]);
    expect(session.progress(false).next).toEqual({ kind: 'wait', until: later(session, 5) });
  });

  it('goes on with a step when it is due, by the clock of the database', async () => {
    const definition = aDefinition([START, aNode('wait', 'delay', { seconds: 60 }), aWebhook('a')], 'start>wait', 'wait>a');
    const now = new Date(NOW.getTime() + 3_600_000);
    const { session, pass } = aSession(definition, { now });
    expect(await session.advance(atOnce)).toEqual([]);
    expect(session.progress(false).next).toEqual({ kind: 'wait', until: new Date(now.getTime() + 60_000) });
    pass(59);
    expect(await session.advance(atOnce)).toEqual([]);
    pass(1);
    expect(idsOf(await session.advance(atOnce))).toEqual(['a']);
  });

  it('leaves to others at once what it has not begun', async () => {
    const { session } = aSession(CHAIN);
    expect(session.progress(false).next).toEqual({ kind: 'wait', until: NOW });
    expect(aSession(CHAIN).session.progress(true).next).toEqual({ kind: 'hold' });
  });

  it('acts first and sends then, so that nothing begins beside a stop', async () => {
    const { session } = aSession(aFanOut(aWebhook('a'), aNode('stop', 'stop'), aWebhook('b')));
    expect(await session.advance(atOnce)).toEqual([]);
    const progress = session.progress(false);
    expect(progress.next).toMatchObject({ kind: 'finish', status: 'succeeded', released: 20 });
    expect(statusesIn(progress)).toEqual({ start: 'succeeded', stop: 'succeeded', a: 'skipped', b: 'skipped' });
  });

  it('cancels what waits when it is ended before its time', async () => {
    const { session } = aSession(aFanOut(aWebhook('a'), aNode('wait', 'delay', { seconds: 60 })));
    await session.advance(atOnce);
    end(session, 'a', RETRY, later(session, 300));
    const progress = session.expire();
    expect(progress.next).toEqual({ kind: 'finish', status: 'failed', errorCode: 'run_expired', released: 20 });
    expect(progress.steps.filter(({ dueAt }) => dueAt !== null)).toEqual([]);
    expect(statusesIn(progress)).toEqual({ start: 'succeeded', a: 'cancelled', wait: 'cancelled' });
  });

  it('renders and sends nothing in a test, and does not wait', async () => {
    const definition = aDefinition([START, aNode('wait', 'delay', { seconds: 60 }), aWebhook('a')], 'start>wait', 'wait>a');
    const { session } = aSession(definition, { runKind: 'test' });
    expect(await session.advance(atOnce)).toEqual([]);
    expect(session.progress(false)).toMatchObject({
      steps: [
        { nodeId: 'start' },
        { nodeId: 'wait', output: { seconds: 60 }, billedPoints: 1 },
        { nodeId: 'a', output: { dry_run: true } },
      ],
      next: { kind: 'finish', status: 'succeeded', released: 19 },
    });
  });
});

describe('after workers have crashed', () => {
  const sending = aRow('a', { status: 'running' });
  const started = aRow('start', { status: 'succeeded', port: 'out', completedAt: NOW });

  it('a session knows the deliveries that were in progress', async () => {
    const { session } = aSession(CHAIN, { steps: [started, sending], lostLeases: 1 });
    expect(idsOf(session.interrupted())).toEqual(['a']);
    expect(session.isPoison(node(session, 'a'))).toBe(false);
  });

  it('the third time, only the delivery in progress is suspected', async () => {
    const definition = aFanOut(aWebhook('a'), aWebhook('b'));
    const { session } = aSession(definition, { steps: [started, sending], lostLeases: MAX_LOST_WORKERS });
    expect(session.isPoison(node(session, 'a'))).toBe(true);
    expect(session.isPoison(node(session, 'b'))).toBe(false);
    expect(idsOf(await session.advance(atOnce))).toEqual(['b']);
  });

  it('the third time, the next node fails if no delivery was in progress, and the rest continues', async () => {
    const set = aNode('set', 'set_fields', { set: { a: 1 } });
    const definition = aDefinition([START, STORE, set, aWebhook('b')], 'start>store', 'store>set', 'start>b');
    const done = [
      started,
      aRow('store', { status: 'succeeded', port: 'out' }),
      aRow('b', { status: 'succeeded', port: 'out', billedPoints: 2 }),
    ];
    const { session } = aSession(definition, { steps: done, lostLeases: MAX_LOST_WORKERS });
    expect(await session.advance(atOnce)).toEqual([]);
    expect(session.progress(false)).toMatchObject({
      steps: [{ nodeId: 'set', status: 'failed', errorCode: 'worker_lost' }],
      next: { kind: 'finish', status: 'partially_failed', errorCode: 'worker_lost', released: 18 },
    });
  });

  it('the second time, everything is tried again', async () => {
    const { session } = aSession(CHAIN, { steps: [started], lostLeases: MAX_LOST_WORKERS - 1 });
    expect(idsOf(await session.advance(atOnce))).toEqual(['a']);
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
    const { session, pass } = aSession(CHAIN);
    pass(ageMs / 1000);
    expect(session.isExpired(activeMs)).toBe(expected);
  });
});
