/** A step of a definition. */
export interface GraphNode {
  id: string;
  type: string;
  config: Record<string, unknown>;
  name?: string;
  disabled?: boolean;
  ui?: Record<string, unknown>;
}

/** What leads from a port of one step to another. */
export interface GraphEdge {
  id: string;
  source: string;
  target: string;
  source_port?: string;
}

/** A definition, which may be unfinished: with cycles, loose ends and no trigger. */
export interface Graph {
  schema_version: 1;
  nodes: GraphNode[];
  edges: GraphEdge[];
}

/** The port that an edge begins at. */
export const portOf = ({ source_port: port = 'out' }: GraphEdge): string => port;

/** Each node after those that lead to it, and each branch in one piece; branches are in the order of their edges. */
export function ordered({ nodes, edges }: Graph): GraphNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const entered = new Set(edges.map(({ target }) => target));
  const seen = new Set<string>();
  const order: GraphNode[] = [];
  const visit = (id: string): void => {
    const node = byId.get(id);
    if (!node || seen.has(id)) return;
    seen.add(id);
    for (const { source, target } of edges.toReversed()) if (source === id) visit(target);
    order.unshift(node);
  };
  const rank = ({ id, type }: GraphNode) => (type === 'submission_received' ? 2 : entered.has(id) ? 0 : 1);
  const roots = nodes.filter(({ id, type }) => type === 'submission_received' || !entered.has(id));
  for (const { id } of roots.toReversed().sort((left, right) => rank(left) - rank(right))) visit(id);
  for (const { id } of nodes.toReversed()) visit(id); // what only a cycle leads to
  return order;
}

export const NODE_WIDTH = 152;
export const NODE_HEIGHT = 46;
const [COLUMN, ROW, MARGIN] = [NODE_WIDTH + 64, NODE_HEIGHT + 28, 18];

/** Where everything is in the picture of a graph, in pixels. */
export interface Layout {
  width: number;
  height: number;
  nodes: { node: GraphNode; x: number; y: number }[];
  edges: { edge: GraphEdge; path: string; label: { x: number; y: number } }[];
}

/**
 * Layers from left to right by the longest path. A node stands beside the middle of those that only it leads to. An edge that jumps over
 * layers has a row of its own on its way, so that no edge runs behind a node.
 */
export function layoutOf(graph: Graph): Layout {
  const order = ordered(graph);
  const index = new Map(order.map(({ id }, at) => [id, at]));
  const edges = graph.edges.filter(({ source, target }) => index.has(source) && index.has(target));
  const forward = edges.filter(({ source, target }) => index.get(source)! < index.get(target)!);
  const layers = new Map<string, number>();
  const trunks = new Map<string, GraphEdge>(); // by their targets
  for (const { id } of order) {
    const incoming = forward.filter(({ target }) => target === id);
    const layer = Math.max(-1, ...incoming.map(({ source }) => layers.get(source)!)) + 1;
    layers.set(id, layer);
    const trunk = incoming.find(({ source }) => layers.get(source) === layer - 1);
    if (trunk) trunks.set(id, trunk);
  }
  const span = ({ source, target }: GraphEdge) => layers.get(target)! - layers.get(source)!;

  const rows = new Map<string, number>(); // of nodes, and of edges that jump
  let next = 0;
  const place = (id: string): number => {
    const below = forward
      .filter(({ source }) => source === id)
      .flatMap((edge) => {
        if (trunks.get(edge.target) === edge) return [place(edge.target)];
        if (span(edge) < 2) return [];
        rows.set(laneOf(edge), next++);
        return [rows.get(laneOf(edge))!];
      });
    const row = below.length > 0 ? (below[0]! + below.at(-1)!) / 2 : next++;
    rows.set(id, row);
    return row;
  };
  for (const { id } of order) if (!trunks.has(id)) place(id);

  const x = (id: string) => MARGIN + layers.get(id)! * COLUMN;
  const y = (key: string) => MARGIN + rows.get(key)! * ROW;
  return {
    width: 2 * MARGIN + Math.max(0, ...layers.values()) * COLUMN + NODE_WIDTH,
    height: 2 * MARGIN + Math.max(0, ...rows.values()) * ROW + NODE_HEIGHT,
    nodes: order.map((node) => ({ node, x: x(node.id), y: y(node.id) })),
    edges: edges.map((edge) => {
      const middle = NODE_HEIGHT / 2;
      const [from, to] = [x(edge.source) + NODE_WIDTH, x(edge.target)];
      const [start, end] = [y(edge.source) + middle, y(edge.target) + middle];
      if (!rows.has(laneOf(edge))) {
        const isTrunk = trunks.get(edge.target) === edge;
        const label = isTrunk ? { x: to - 6, y: beside(start, end) } : { x: from + 26, y: start + (end < start ? -12 : 18) };
        return { edge, path: `M${from} ${start}${curve(from, start, to, end)}`, label };
      }
      const lane = y(laneOf(edge)) + middle;
      const [enter, leave] = [x(edge.source) + COLUMN, x(edge.target) - COLUMN + NODE_WIDTH];
      const path = `M${from} ${start}${curve(from, start, enter, lane)}H${leave}${curve(leave, lane, to, end)}`;
      return { edge, path, label: { x: enter - 6, y: beside(start, lane) } };
    }),
  };
}

/** Text at the end of a curve is on the side that it does not come from. */
const beside = (from: number, to: number): number => to + (from < to ? 15 : -6);

const laneOf = ({ id }: GraphEdge): string => `edge ${id}`; // no id of a node has a space

function curve(fromX: number, fromY: number, toX: number, toY: number): string {
  const middle = (fromX + toX) / 2;
  return `C${middle} ${fromY} ${middle} ${toY} ${toX} ${toY}`;
}
