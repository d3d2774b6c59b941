import type { FieldChanges } from '../model/run-state.types';
import type { Definition } from '../model/definition.types';
import { applyChanges, stateAt, type StepRecord } from './state-at.rules';

const start = {
  submission: {
    id: 's1',
    source: 'api',
    received_at: '2025-01-31T10:00:00.000Z',
    has_files: false,
    file_count: 0,
    address_confirmed: false,
  },
  files: [],
  form: { id: 'f1', name: 'Contact' },
  labels: {},
  other: {},
  run: { id: 'r1', workflow_version: 3 },
  fields: { a: 1, b: 2 },
};

const edge = (source: string, target: string, source_port = 'out') => ({
  id: `${source}-${target}`,
  source,
  target,
  source_port,
});

/** The trigger leads to a condition, whose branches `left` and `right` join again, and to `side`, which joins them too. */
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
    ['left', step('out', 'L', set({ a: 'left', side: 'left' }))],
    ['right', step(null, null, set({ side: 'right' }))],
    ['side', step('out', 'S', set({ a: 'side' }))],
  ]);

  it('gives a node the outputs of its ancestors only', () => {
    expect(Object.keys(stateAt(definition, 'left', start, steps).nodes)).toEqual(['t', 'c']);
    expect(stateAt(definition, 'left', start, steps).nodes.c).toEqual({ output: { result: true } });
  });

  it('gives a branch its own changes only', () => {
    expect(stateAt(definition, 'left', start, steps).fields).toEqual({ a: 1, b: 2 });
    expect(stateAt(definition, 'side', start, steps).fields).toEqual({ a: 1, b: 2 });
  });

  it('gives a join the changes of all taken branches, in topological order, whichever finished first', () => {
    const fields = { a: 'side', b: 2, side: 'left' };
    expect(stateAt(definition, 'join', start, steps).fields).toEqual(fields);
    expect(stateAt(definition, 'join', start, new Map([...steps].reverse())).fields).toEqual(fields);
  });

  it('does not change the submitted fields', () => {
    stateAt(definition, 'join', start, steps);
    expect(start.fields).toEqual({ a: 1, b: 2 });
  });
});

describe('applyChanges', () => {
  it('merges, replaces, and removes last', () => {
    expect(applyChanges({ a: 1, b: 2 }, { replace: false, set: { b: 3, c: 4 }, remove: ['a', 'c'] })).toEqual({ b: 3 });
    expect(applyChanges({ a: 1, b: 2 }, { replace: true, set: { c: 4 }, remove: [] })).toEqual({ c: 4 });
  });
});
