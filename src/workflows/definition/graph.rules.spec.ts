import { defaultDefinition } from './default-definition.rules';
import type { Definition, WorkflowEdge, WorkflowNode } from '../model/definition.types';
import { isSimple, modeOf } from './graph.rules';

const node = (id: string, type: string): WorkflowNode => ({ id, type, config: {} });
const edge = (source: string, target: string, source_port?: string): WorkflowEdge => ({
  id: `${source}-${target}-${source_port}`,
  source,
  target,
  ...(source_port && { source_port }),
});

const start = node('start', 'submission_received');
const [store, hook, filter] = [node('store', 'database'), node('hook', 'webhook'), node('filter', 'filter')];
const simple = (nodes: WorkflowNode[], edges: WorkflowEdge[]): Definition => ({ schema_version: 1, nodes, edges });

describe('isSimple', () => {
  it.each<[string, Definition]>([
    ['the draft of a new form', defaultDefinition()],
    ['a trigger alone', simple([start], [])],
    ['parallel destinations', simple([store, start, hook], [edge('start', 'hook'), edge('start', 'store', 'out')])],
    [
      'a filter before them',
      simple([start, filter, store, hook], [edge('start', 'filter'), edge('filter', 'store'), edge('filter', 'hook')]),
    ],
    ['a disabled destination', simple([start, { ...store, disabled: true }], [edge('start', 'store')])],
  ])('is true of %s', (_title, definition) => {
    expect(isSimple(definition)).toBe(true);
    expect(modeOf(definition)).toBe('simple');
  });

  it.each<[string, Definition]>([
    ['an empty definition', simple([], [])],
    ['a workflow without a trigger', simple([store], [])],
    ['a disabled trigger', simple([{ ...start, disabled: true }, store], [edge('start', 'store')])],
    ['two triggers', simple([start, node('b', 'submission_received')], [edge('start', 'b')])],
    ['an unreachable destination', simple([start, store], [])],
    ['sequential destinations', simple([start, store, hook], [edge('start', 'store'), edge('store', 'hook')])],
    ['an error edge', simple([start, hook, store], [edge('start', 'hook'), edge('hook', 'store', 'error')])],
    [
      'two filters',
      simple([start, filter, node('f2', 'filter'), store], [edge('start', 'filter'), edge('filter', 'f2'), edge('f2', 'store')]),
    ],
    ['a filter beside a destination', simple([start, filter, store], [edge('start', 'filter'), edge('start', 'store')])],
    ['a filter without an outgoing edge', simple([start, filter, store], [edge('start', 'store'), edge('store', 'filter')])],
    ['a delay', simple([start, node('wait', 'delay')], [edge('start', 'wait')])],
    ['a switch', simple([start, node('way', 'switch')], [edge('start', 'way')])],
    ['a transform', simple([start, node('shape', 'set_fields')], [edge('start', 'shape')])],
    ['a duplicate edge', simple([start, store], [edge('start', 'store'), edge('start', 'store', 'out')])],
    ['an edge from another port', simple([start, store], [edge('start', 'store', 'error')])],
  ])('is false of %s', (_title, definition) => {
    expect(isSimple(definition)).toBe(false);
    expect(modeOf(definition)).toBe('advanced');
  });
});

describe('defaultDefinition', () => {
  it('returns a new object on each call', () => {
    expect(defaultDefinition()).not.toBe(defaultDefinition());
    expect(defaultDefinition().nodes[0]).not.toBe(defaultDefinition().nodes[0]);
  });
});
