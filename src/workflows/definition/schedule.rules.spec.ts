import type { Definition, WorkflowEdge, WorkflowNode } from '../model/definition.types';
import { runOutcomeOf } from './outcome.rules';
import { ALREADY_DELIVERED, schedule, portOfFailure, type StepState, type Steps } from './schedule.rules';
import type { StepStatus } from './state-machine.rules';

const TYPES: Record<string, string> = {
  t: 'submission_received',
  c: 'condition',
  s: 'set_fields',
  d: 'delay',
  x: 'stop',
  b: 'database',
  h: 'webhook',
};

/** Builds a node, whose type follows from the first letter of its ID. A trailing minus disables it; `x!` is a stop that fails the run. */
const node = (id: string): WorkflowNode => ({
  id,
  type: TYPES[id.slice(0, 1)] ?? '',
  config: id === 'x!' ? { outcome: 'failed' } : {},
  ...(id.endsWith('-') && { disabled: true }),
});

/** Builds a graph from edges such as `t>c` and `c:true>h1`, with the nodes at their ends. */
function graph(...texts: string[]): Definition {
  const edges = texts.map((text): WorkflowEdge => {
    const [, source = '', port, target = ''] = /^([^:>]+)(?::(.+))?>(.+)$/.exec(text) ?? [];
    return { id: text, source, target, ...(port && { source_port: port }) };
  });
  return {
    schema_version: 1,
    nodes: [...new Set(edges.flatMap(({ source, target }) => [source, target]))].map(node),
    edges,
  };
}

/** Parses steps such as `succeeded out`. A step without a port took none; an earlier run has delivered a step that is `ahead`. */
function steps(texts: Record<string, string>): Steps {
  const states = Object.entries(texts).map(([id, text]): [string, StepState] => {
    const [status, port = null] = text.split(' ');
    if (status === 'ahead') return [id, { status: 'skipped', port: null, errorCode: ALREADY_DELIVERED, completedAt: null }];
    return [id, { status: status as StepStatus, port }];
  });
  return new Map(states);
}

function scheduled(definition: Definition, texts: Record<string, string> = {}) {
  const { ready, settled, isFinished } = schedule(definition, steps(texts));
  const ended = settled.map(({ nodeId, status, port }) => `${nodeId} ${status}${port ? ` ${port}` : ''}`);
  return { ready: ready.map(({ id }) => id), settled: ended, isFinished };
}

const open = { isFinished: false };

describe('schedule', () => {
  it('begins with the trigger', () => {
    expect(scheduled(graph('t>s', 's>b'))).toEqual({ ready: ['t'], settled: [], ...open });
  });

  it('starts all branches concurrently', () => {
    expect(scheduled(graph('t>s', 't>b', 't>h'), { t: 'succeeded out' })).toMatchObject({ ready: ['s', 'b', 'h'] });
  });

  it('skips a branch that was not taken, with all nodes that only it leads to', () => {
    const definition = graph('t>c', 'c:true>s1', 'c:false>s2', 's2>s3', 's3>b');
    expect(scheduled(definition, { t: 'succeeded out', c: 'succeeded true' })).toEqual({
      ready: ['s1'],
      settled: ['s2 skipped', 's3 skipped', 'b skipped'],
      ...open,
    });
  });

  it('starts a join once, after all nodes before it are done', () => {
    const definition = graph('t>s1', 't>d1', 's1>b', 'd1>b');
    expect(scheduled(definition, { t: 'succeeded out', s1: 'succeeded out', d1: 'waiting' })).toEqual({
      ready: [],
      settled: [],
      ...open,
    });
    expect(scheduled(definition, { t: 'succeeded out', s1: 'succeeded out', d1: 'succeeded out' }).ready).toEqual(['b']);
    expect(scheduled(definition, { t: 'succeeded out', s1: 'succeeded out', d1: 'succeeded out', b: 'running' }).ready).toEqual([]);
  });

  it('starts a join of which one branch was taken and the other skipped', () => {
    const definition = graph('t>c', 'c:true>s1', 'c:false>s2', 's1>b', 's2>b');
    expect(scheduled(definition, { t: 'succeeded out', c: 'succeeded true', s1: 'succeeded out', s2: 'skipped' }).ready).toEqual(['b']);
  });

  it('skips a node without a taken edge', () => {
    const definition = graph('t>c', 't>s2', 'c:true>s1');
    expect(scheduled(definition, { t: 'succeeded', c: 'skipped' })).toEqual({
      ready: [],
      settled: ['s2 skipped', 's1 skipped'],
      isFinished: true,
    });
  });

  it('treats a pending step as not started', () => {
    expect(scheduled(graph('t>b'), { t: 'pending', b: 'pending' }).ready).toEqual(['t']);
  });

  it('takes out at a disabled node', () => {
    expect(scheduled(graph('t>h-', 'h->b', 'h-:error>s'), { t: 'succeeded out' })).toEqual({
      ready: ['b'],
      settled: ['h- skipped out', 's skipped'],
      ...open,
    });
  });

  it('takes out at a destination that was delivered already, once the run comes to it', () => {
    const definition = graph('t>s', 's>h', 'h>b', 'h:error>x');
    expect(scheduled(definition, { h: 'ahead' })).toEqual({ ready: ['t'], settled: [], ...open });
    expect(scheduled(definition, { t: 'succeeded out', s: 'succeeded out', h: 'ahead' })).toEqual({
      ready: ['b'],
      settled: ['h skipped out', 'x skipped'],
      ...open,
    });
  });

  it('goes on behind no destination that was delivered already and is not reached, or comes after a stop', () => {
    expect(scheduled(graph('t>c', 'c:true>h', 'h>b'), { t: 'succeeded out', c: 'succeeded false', h: 'ahead' })).toEqual({
      ready: [],
      settled: ['h skipped', 'b skipped'],
      isFinished: true,
    });
    expect(scheduled(graph('t>x', 't>h', 'h>b'), { t: 'succeeded out', x: 'succeeded', h: 'ahead' })).toEqual({
      ready: [],
      settled: ['h skipped', 'b skipped'],
      isFinished: true,
    });
  });

  it('ends the branch at a disabled condition without an edge from out', () => {
    expect(scheduled(graph('t>c-', 'c-:true>b'), { t: 'succeeded out' })).toEqual({
      ready: [],
      settled: ['c- skipped out', 'b skipped'],
      isFinished: true,
    });
  });

  it('follows a failure to the error port and ends the branch of an uncertain step', () => {
    const definition = graph('t>h', 'h>s1', 'h:error>s2');
    expect(scheduled(definition, { t: 'succeeded out', h: 'failed error' })).toMatchObject({
      ready: ['s2'],
      settled: ['s1 skipped'],
    });
    expect(scheduled(definition, { t: 'succeeded out', h: 'uncertain' })).toMatchObject({
      ready: [],
      settled: ['s1 skipped', 's2 skipped'],
      isFinished: true,
    });
  });

  it('is not finished while a step is running or waiting', () => {
    for (const status of ['running', 'waiting']) expect(scheduled(graph('t>d'), { t: 'succeeded out', d: status }).isFinished).toBe(false);
    expect(scheduled(graph('t>d'), { t: 'succeeded out', d: 'succeeded out' }).isFinished).toBe(true);
  });

  it('starts no node after a stop, cancels waiting steps and lets running steps finish', () => {
    const definition = graph('t>x', 't>s', 't>d', 't>h', 'd>b', 'h>b');
    const before = { t: 'succeeded out', x: 'succeeded', d: 'waiting', h: 'running' };
    expect(scheduled(definition, before)).toEqual({
      ready: [],
      settled: ['s skipped', 'd cancelled', 'b skipped'],
      ...open,
    });
    expect(scheduled(definition, { ...before, s: 'skipped', d: 'cancelled', b: 'skipped', h: 'succeeded out' }).isFinished).toBe(true);
  });

  it('never starts a node of a cycle', () => {
    expect(scheduled(graph('t>s1', 's1>s2', 's2>s1', 't>b'), { t: 'succeeded out' }).ready).toEqual(['b']);
  });
});

describe('portOfFailure', () => {
  it('is error for a type that has this port, and none for any other', () => {
    expect(['h', 'b', 's', 'd'].map((id) => portOfFailure(node(id)))).toEqual(['error', null, null, null]);
  });
});

describe('runOutcomeOf', () => {
  const definition = graph('t>b', 't>h1', 'h1:error>s', 't>h2', 't>x!');

  it.each<[string, Record<string, string>, string]>([
    ['everything succeeded', { t: 'succeeded out', b: 'succeeded out', h1: 'succeeded out', h2: 'succeeded out' }, 'succeeded'],
    ['nothing ran but the trigger', { t: 'succeeded', b: 'skipped', h1: 'skipped' }, 'succeeded'],
    ['a failure was handled', { t: 'succeeded out', h1: 'failed error', s: 'succeeded out' }, 'succeeded'],
    ['a failure was not handled, but the database has delivered', { b: 'succeeded out', h2: 'failed error' }, 'partially_failed'],
    ['a failure was not handled, but another destination has delivered', { h1: 'succeeded out', h2: 'failed error' }, 'partially_failed'],
    ['a step is uncertain, but another destination has delivered', { h1: 'succeeded out', h2: 'uncertain' }, 'partially_failed'],
    ['an uncertain step, which no edge can handle', { h1: 'uncertain', s: 'skipped' }, 'failed'],
    ['a failure was not handled and nothing delivered', { t: 'succeeded out', b: 'skipped', h2: 'failed error' }, 'failed'],
    ['the handling of a failure has itself failed', { h1: 'failed error', s: 'failed' }, 'failed'],
    ['a transform has failed, though something was delivered', { b: 'succeeded out', s: 'failed' }, 'partially_failed'],
    ['a stop says so, whatever was delivered', { b: 'succeeded out', h1: 'succeeded out', 'x!': 'succeeded' }, 'failed'],
    ['a stop was never reached', { b: 'succeeded out', 'x!': 'skipped' }, 'succeeded'],
  ])('finds a run in which %s', (_title, texts, outcome) => {
    expect(runOutcomeOf(definition, steps(texts))).toBe(outcome);
  });

  it('leaves the outcome to the other steps when a stop says succeeded', () => {
    const stopped = graph('t>b', 't>h', 't>x');
    expect(runOutcomeOf(stopped, steps({ b: 'succeeded out', h: 'succeeded out', x: 'succeeded' }))).toBe('succeeded');
    expect(runOutcomeOf(stopped, steps({ b: 'succeeded out', h: 'failed error', x: 'succeeded' }))).toBe('partially_failed');
    expect(runOutcomeOf(stopped, steps({ b: 'cancelled', h: 'failed error', x: 'succeeded' }))).toBe('failed');
  });
});
