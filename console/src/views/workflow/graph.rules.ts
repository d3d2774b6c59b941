import type { WorkflowDefinition, WorkflowEdge, WorkflowNode } from 'form-collection-client';

/** A step of a definition. Its type may be unknown to this page. */
export type GraphNode = Omit<WorkflowNode, 'type'> & { type: string };
export type GraphEdge = WorkflowEdge;

/** A definition, which may be unfinished: with cycles, loose ends and no trigger. */
export type Graph = Pick<WorkflowDefinition, 'schema_version' | 'edges'> & { nodes: GraphNode[] };

export const portOf = ({ source_port: port = 'out' }: GraphEdge): string => port;

/** The nodes in topological order, with each branch in one piece and branches in the order of their edges. */
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
  for (const { id } of nodes.toReversed()) visit(id); // nodes that only a cycle leads to
  return order;
}

export const NODE_WIDTH = 152;
export const NODE_HEIGHT = 46;
const MARGIN = 18;

/** The positions of everything in the picture of a graph, in pixels. */
export interface Layout {
  width: number;
  height: number;
  nodes: { node: GraphNode; x: number; y: number }[];
  edges: { edge: GraphEdge; path: string; label: { x: number; y: number } }[];
}

/** Layers by the longest path. A node is beside the middle of its own successors; an edge across several layers has a row of its own. */
export function layoutOf(graph: Graph, isTurned = false): Layout {
  const order = ordered(graph);
  const index = new Map(order.map(({ id }, at) => [id, at]));
  const edges = graph.edges.filter(({ source, target }) => index.has(source) && index.has(target));
  const forward = edges.filter(({ source, target }) => index.get(source)! < index.get(target)!);
  const layers = new Map<string, number>();
  const trunks = new Map<string, GraphEdge>(); // by the target of the edge
  for (const { id } of order) {
    const incoming = forward.filter(({ target }) => target === id);
    const layer = Math.max(-1, ...incoming.map(({ source }) => layers.get(source)!)) + 1;
    layers.set(id, layer);
    const trunk = incoming.find(({ source }) => layers.get(source) === layer - 1);
    if (trunk) trunks.set(id, trunk);
  }
  const span = ({ source, target }: GraphEdge) => layers.get(target)! - layers.get(source)!;

  const rows = new Map<string, number>(); // of nodes, and of edges across several layers
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

  const [length, breadth] = isTurned ? [NODE_HEIGHT, NODE_WIDTH] : [NODE_WIDTH, NODE_HEIGHT];
  const [layer, row] = isTurned ? [length + 44, breadth + 16] : [length + 64, breadth + 28];
  const along = (id: string) => MARGIN + layers.get(id)! * layer;
  const across = (key: string) => MARGIN + rows.get(key)! * row;
  const whole = [Math.max(0, ...layers.values()) * layer + length, Math.max(0, ...rows.values()) * row + breadth].map(
    (inside) => 2 * MARGIN + inside,
  );
  const [width, height] = (isTurned ? whole.toReversed() : whole) as [number, number];
  const draw = edgesIn(isTurned);
  return {
    ...{ width, height },
    nodes: order.map((node) =>
      isTurned ? { node, x: across(node.id), y: along(node.id) } : { node, x: along(node.id), y: across(node.id) },
    ),
    edges: edges.map((edge) => {
      const [from, to] = [along(edge.source) + length, along(edge.target)];
      const [start, end] = [edge.source, edge.target].map((id) => across(id) + breadth / 2) as [number, number];
      if (!rows.has(laneOf(edge))) return { edge, ...draw.direct(from, start, to, end, trunks.get(edge.target) === edge) };
      const [enter, leave] = [along(edge.source) + layer, along(edge.target) - layer + length];
      return { edge, ...draw.byLane(from, start, to, end, { enter, leave, across: across(laneOf(edge)) + breadth / 2 }) };
    }),
  };
}

type Drawn = Pick<Layout['edges'][number], 'path' | 'label'>;

/** Draws edges by coordinates along and across the layers. Labels are beside the ends, or near the source node. */
function edgesIn(isTurned: boolean) {
  const point = (along: number, across: number) => (isTurned ? `${across} ${along}` : `${along} ${across}`);
  const curve = (from: number, start: number, to: number, end: number) =>
    `C${point((from + to) / 2, start)} ${point((from + to) / 2, end)} ${point(to, end)}`;
  const word = (from: number, start: number, to: number, end: number, isAtEnd: boolean): Drawn['label'] => {
    if (isTurned) return isAtEnd ? { x: end - 6, y: to - 6 } : { x: start - 6, y: from + 14 };
    return isAtEnd ? { x: to - 6, y: end + (start < end ? 15 : -6) } : { x: from + 26, y: start + (end < start ? -12 : 18) };
  };
  return {
    direct: (from: number, start: number, to: number, end: number, isTrunk: boolean): Drawn => ({
      path: `M${point(from, start)}${curve(from, start, to, end)}`,
      label: word(from, start, to, end, isTrunk),
    }),
    byLane: (from: number, start: number, to: number, end: number, lane: { enter: number; leave: number; across: number }): Drawn => {
      const on = curve(from, start, lane.enter, lane.across);
      const off = curve(lane.leave, lane.across, to, end);
      return {
        path: `M${point(from, start)}${on}${isTurned ? 'V' : 'H'}${lane.leave}${off}`,
        label: word(from, start, lane.enter, lane.across, true),
      };
    },
  };
}

const laneOf = ({ id }: GraphEdge): string => `edge ${id}`; // ids of nodes have no space
