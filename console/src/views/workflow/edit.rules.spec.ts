import { addAfter, addBeside, movedDown, movedUp, removeNode } from './edit.rules';
import type { Graph, GraphNode } from './graph.rules';

/** Edges are written as `a>b` or `a:port>b`. */
const aGraph = (...edges: string[]): Graph => ({
  schema_version: 1,
  nodes: [...new Set(edges.flatMap((edge) => edge.replace(/:\w+/, '').split('>')))].map((id) => aNode(id)),
  edges: edges.map((id) => {
    const [, source = '', port, target = ''] = /^(\w+)(?::(\w+))?>(\w+)$/.exec(id)!;
    return { id, source, target, ...(port && { source_port: port }) };
  }),
});
const TYPES: Record<string, string> = { start: 'submission_received', big: 'condition', end: 'stop' };
const aNode = (id: string): GraphNode => ({ id, type: TYPES[id] ?? 'webhook', config: {} });
const ports = ({ type }: GraphNode) => ({ condition: ['true', 'false'], stop: [] })[type] ?? ['out', 'error'];

const edgesOf = (graph: Graph | null) =>
  graph?.edges.map(({ source, source_port: port, target }) => `${source}${port ? `:${port}` : ''}>${target}`);

describe('adding a step', () => {
  const graph = aGraph('start>a', 'start>b');

  it('puts it in front of all that follows', () => {
    const added = addAfter(graph, { id: 'start', port: 'out', isBeside: false }, aNode('big'), ports);
    expect(edgesOf(added)).toEqual(['start>big', 'big:true>a', 'big:true>b']);
    expect(added.nodes.map(({ id }) => id)).toEqual(['start', 'a', 'b', 'big']);
  });

  it('puts it beside what follows, and so always one that ends the run', () => {
    expect(edgesOf(addAfter(graph, { id: 'start', port: 'out', isBeside: true }, aNode('c'), ports))).toEqual([
      ...['start>a', 'start>b', 'start>c'],
    ]);
    const ended = addAfter(graph, { id: 'start', port: 'out', isBeside: false }, aNode('end'), ports);
    expect(edgesOf(ended)?.sort()).toEqual(['start>a', 'start>b', 'start>end']);
  });

  it('puts a destination beside another one, behind all that leads there and not in its way', () => {
    const row = aGraph('start>big', 'big:true>a', 'big:false>b', 'b>a', 'a>c');
    expect(edgesOf(addBeside(row, 'a', aNode('d')))).toEqual([...edgesOf(row)!, 'big:true>d', 'b>d']);
  });

  it('uses the port that it was asked for', () => {
    const added = addAfter(aGraph('start>a', 'a>b'), { id: 'a', port: 'error', isBeside: false }, aNode('c'), ports);
    expect(edgesOf(added)).toEqual(['start>a', 'a>b', 'a:error>c']);
  });
});

describe('removing a step', () => {
  it('joins what stood before it and behind it, by the port that led to it', () => {
    expect(edgesOf(removeNode(aGraph('start>big', 'big:false>a', 'a>b', 'a:error>c'), 'a'))).toEqual([
      ...['start>big', 'big:false>b', 'big:false>c'],
    ]);
  });

  it('makes no second edge where there is one', () => {
    expect(edgesOf(removeNode(aGraph('start>a', 'start>b', 'a>b'), 'a'))).toEqual(['start>b']);
  });

  it('gives each edge an id of its own', () => {
    const { edges } = removeNode(aGraph('start>big', 'big:true>a', 'big:false>a', 'a>b'), 'a');
    expect(new Set(edges.map(({ id }) => id)).size).toBe(3);
  });
});

describe('moving a step', () => {
  it('changes places with the step that leads to it', () => {
    const graph = aGraph('start>a', 'a>b', 'b>c');
    expect(edgesOf(movedUp(graph, 'b', ports))?.sort()).toEqual(['a>c', 'b>a', 'start>b']);
    expect(edgesOf(movedDown(graph, 'a', ports))?.sort()).toEqual(['a>c', 'b>a', 'start>b']);
  });

  it('changes the order of branches', () => {
    const graph = aGraph('start>big', 'big:true>a', 'a>b', 'big:false>c');
    expect(edgesOf(movedUp(graph, 'c', ports))).toEqual(['start>big', 'big:false>c', 'a>b', 'big:true>a']);
    expect(edgesOf(movedDown(graph, 'b', ports))).toBeUndefined();
  });

  it('leaves the trigger in front, and what ends the run behind', () => {
    const graph = aGraph('start>a', 'a>end');
    expect([movedUp(graph, 'a', ports), movedUp(graph, 'end', ports), movedDown(graph, 'a', ports)]).toEqual([...[null, null, null]]);
  });
});
