import type { FieldChanges } from '../nodes/run-state.types';
import type { Definition } from './definition.types';
import { changed, stateAt, type StepRecord } from './state-at.rules';

const start = {
  submission: { id: 's1', source: 'api', received_at: '2025-01-31T10:00:00.000Z', has_files: false, file_count: 0 },
  form: { id: 'f1', name: 'Contact' },
  run: { id: 'r1', workflow_version: 3 },
  fields: { a: 1, b: 2 },
};

const edge = (source: string, target: string, source_port = 'out') => ({
  id: `${source}-${target}`,
  source,
  target,
  source_port,
});

/** t leads to a condition; its ways run over `left` and `right` to `join`, and `side` leads to `join` as well. */
const definition: Definition = {
  schema_version: 1,
  nodes: [
    { id: 't', type: 'submission_received', config: {} },
    { id: 'c', type: 'condition', config: {} },
    ...['left', 'right', 'side', 'join'].map((id) => ({ id, type: 'set_fields', config: {} })),
  ],
  edges: [
    edge('t', 'c'),
    edge('t', 'side'),
    edge('c', 'left', 'true'),
    edge('c', 'right', 'false'),
    edge('left', 'join'),
    edge('right', 'join'),
    edge('side', 'join'),
  ],
};

const set = (values: Record<string, unknown>): FieldChanges => ({ replace: false, set: values, remove: [] });

const step = (port: string | null, output: unknown = null, changes: FieldChanges | null = null): StepRecord => ({
  status: 'succeeded',
  port,
  output,
  changes,
});

describe('stateAt', () => {
  const steps = new Map([
    ['t', step('out')],
    ['c', step('true', { result: true })],
    ['left', step('out', 'L', set({ a: 'left', way: 'left' }))],
    ['right', step(null, null, set({ way: 'right' }))],
    ['side', step('out', 'S', set({ a: 'side' }))],
  ]);

  it('gives a node the outputs of the nodes before it, and no others', () => {
    expect(Object.keys(stateAt(definition, 'left', start, steps).nodes)).toEqual(['t', 'c']);
    expect(stateAt(definition, 'left', start, steps).nodes.c).toEqual({ output: { result: true } });
  });

  it('gives a branch its own changes only', () => {
    expect(stateAt(definition, 'left', start, steps).fields).toEqual({ a: 1, b: 2 });
    expect(stateAt(definition, 'side', start, steps).fields).toEqual({ a: 1, b: 2 });
  });

  it('gives a join the changes of all ways that were taken, in order, whichever step came first', () => {
    const fields = { a: 'side', b: 2, way: 'left' };
    expect(stateAt(definition, 'join', start, steps).fields).toEqual(fields);
    expect(stateAt(definition, 'join', start, new Map([...steps].reverse())).fields).toEqual(fields);
  });

  it('leaves the submitted fields as they are', () => {
    stateAt(definition, 'join', start, steps);
    expect(start.fields).toEqual({ a: 1, b: 2 });
  });
});

describe('changed', () => {
  it('merges, replaces, and removes last', () => {
    expect(changed({ a: 1, b: 2 }, { replace: false, set: { b: 3, c: 4 }, remove: ['a', 'c'] })).toEqual({ b: 3 });
    expect(changed({ a: 1, b: 2 }, { replace: true, set: { c: 4 }, remove: [] })).toEqual({ c: 4 });
  });
});
