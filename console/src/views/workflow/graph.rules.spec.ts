import fc from 'fast-check';
import { layoutOf, NODE_HEIGHT, NODE_WIDTH, ordered, type Graph } from './graph.rules';

/** Edges are written as `a>b`; nodes are in the order in which they appear. */
export const aGraph = (...edges: string[]): Graph => ({
  schema_version: 1,
  nodes: [...new Set(edges.flatMap((edge) => edge.split('>')))].map((id) => ({
    id,
    type: id === 'start' ? 'submission_received' : 'database',
    config: {},
  })),
  edges: edges.flatMap((edge) => {
    const [source = '', target] = edge.split('>');
    return target === undefined ? [] : [{ id: edge, source, target }];
  }),
});

const orderOf = (graph: Graph): string =>
  ordered(graph)
    .map(({ id }) => id)
    .join(' ');

describe('the order of steps', () => {
  it('has each step after those that lead to it, and a branch in one piece', () => {
    expect(orderOf(aGraph('start>big', 'big>crm', 'big>mail', 'crm>chat'))).toBe('start big crm chat mail');
    expect(orderOf(aGraph('start>a', 'start>b', 'a>join', 'b>join'))).toBe('start a b join');
  });

  it('begins with the trigger, and also has steps that nothing but a cycle leads to', () => {
    expect(orderOf(aGraph('loose', 'start>a'))).toBe('start a loose');
    expect(
      orderOf(aGraph('start>a', 'b>c', 'c>b'))
        .split(' ')
        .sort(),
    ).toEqual(['a', 'b', 'c', 'start']);
  });
});

describe('the picture of a graph', () => {
  const placed = (graph: Graph) => Object.fromEntries(layoutOf(graph).nodes.map(({ node, x, y }) => [node.id, { x, y }]));

  it('puts a node behind the last of those that lead to it', () => {
    const { start, a, b, end } = placed(aGraph('start>a', 'a>b', 'b>end', 'start>end'));
    expect([start!.x, a!.x, b!.x, end!.x]).toEqual([18, 234, 450, 666]);
  });

  it('is turned where it has to be narrow', () => {
    const graph = aGraph('start>a', 'a>b', 'b>end');
    const [{ width }, turned] = [layoutOf(graph), layoutOf(graph, true)];
    expect([width > 800, turned.width]).toEqual([true, NODE_WIDTH + 36]);
    expect(turned.nodes.map(({ y }) => y)).toEqual([18, 108, 198, 288]);
  });

  it('puts a node beside the middle of what follows it', () => {
    const { big, crm, mail } = placed(aGraph('start>big', 'big>crm', 'big>mail'));
    expect(big!.y).toBe((crm!.y + mail!.y) / 2);
  });

  it('leads an edge over layers past the nodes between', () => {
    const graph = aGraph('start>a', 'a>end', 'start>end');
    const { a } = placed(graph);
    const { path } = layoutOf(graph).edges.find(({ edge }) => edge.id === 'start>end')!;
    const [, lane] = / (\S+)H/.exec(path)!;
    expect(Math.abs(Number(lane) - a!.y - NODE_HEIGHT / 2)).toBeGreaterThan(NODE_HEIGHT / 2);
  });

  it('keeps nodes of any graph apart and inside of the picture', () => {
    const name = fc.integer({ min: 0, max: 9 }).map((number) => `n${number}`);
    const edges = fc.array(fc.tuple(name, name).map(([source, target]) => `${source}>${target}`));
    fc.assert(
      fc.property(edges, fc.boolean(), (ids, isTurned) => {
        const { nodes, width, height } = layoutOf(aGraph('start', ...new Set(ids)), isTurned);
        for (const [index, { x, y }] of nodes.entries()) {
          expect(x + NODE_WIDTH).toBeLessThan(width);
          expect(y + NODE_HEIGHT).toBeLessThan(height);
          for (const other of nodes.slice(0, index))
            expect(Math.abs(other.x - x) > NODE_WIDTH || Math.abs(other.y - y) > NODE_HEIGHT).toBe(true);
        }
      }),
    );
  });
});
