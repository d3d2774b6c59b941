import { ordered, portOf, type Graph, type GraphEdge, type GraphNode } from './graph.rules';

type PortsOf = (node: GraphNode) => readonly string[];

export const nodeOf = ({ nodes }: Graph, id: string): GraphNode => nodes.find((node) => node.id === id)!;

export function freeId(taken: { id: string }[], wanted: string): string {
  const base = wanted.replace(/[^\w-]/g, '-').slice(0, 60);
  const ids = new Set(taken.map(({ id }) => id));
  for (let count = 1; ; count++) {
    const id = count === 1 ? base : `${base}-${count}`;
    if (!ids.has(id)) return id;
  }
}

const join = (edges: GraphEdge[], source: string, port: string, target: string): GraphEdge => ({
  id: freeId(edges, `${source}-${target}`),
  ...{ source, target, ...(port !== 'out' && { source_port: port }) },
});

export function addAfter(graph: Graph, at: { id: string; port: string; isBeside: boolean }, node: GraphNode, ports: PortsOf): Graph {
  const [port] = ports(node);
  const follows = ({ source, source_port: from = 'out' }: GraphEdge) => source === at.id && from === at.port;
  const moves = (edge: GraphEdge) => !at.isBeside && port !== undefined && follows(edge);
  const place = at.isBeside ? graph.edges.length : graph.edges.findIndex(follows);
  const edges = graph.edges.map((edge) => {
    if (!moves(edge)) return edge;
    const { id, target } = edge;
    return { id, source: node.id, target, ...(port !== 'out' && { source_port: port! }) };
  });
  const added = join(edges, at.id, at.port, node.id);
  return {
    ...graph,
    nodes: [...graph.nodes, node],
    edges: place < 0 ? [...edges, added] : [...edges.slice(0, place), added, ...edges.slice(place)],
  };
}

/** Puts a node beside another one: both follow the same steps, so that the failure of one keeps nothing from the other. */
export function addBeside(graph: Graph, besideId: string, node: GraphNode): Graph {
  const nodes = [...graph.nodes, node];
  const edges: GraphEdge[] = [];
  for (const edge of graph.edges.filter(({ target }) => target === besideId)) {
    edges.push(join([...graph.edges, ...edges], edge.source, portOf(edge), node.id));
  }
  return { ...graph, nodes, edges: [...graph.edges, ...edges] };
}

export function removeNode(graph: Graph, id: string): Graph {
  const behind = graph.edges.filter(({ source }) => source === id).map(({ target }) => target);
  const edges: GraphEdge[] = [];
  for (const edge of graph.edges) {
    if (edge.source === id) continue;
    if (edge.target !== id) edges.push(edge);
    for (const target of edge.target === id ? new Set(behind) : []) {
      const isThere = [...graph.edges, ...edges].some(
        (other) => other.source === edge.source && portOf(other) === portOf(edge) && other.target === target,
      );
      if (!isThere) edges.push(join([...graph.edges, ...edges], edge.source, portOf(edge), target));
    }
  }
  return { ...graph, nodes: graph.nodes.filter((node) => node.id !== id), edges };
}

/** Moves a node before its predecessor, or its branch before the previous branch; null if neither is possible. */
export function movedUp(graph: Graph, id: string, ports: PortsOf): Graph | null {
  const order = ordered(graph);
  const above = order[order.findIndex((node) => node.id === id) - 1];
  if (!above) return null;
  const leads = graph.edges.some(({ source, target }) => source === above.id && target === id);
  return leads ? inFrontOf(graph, id, above, ports) : swapped(graph, id, -1);
}

export function movedDown(graph: Graph, id: string, ports: PortsOf): Graph | null {
  const order = ordered(graph);
  const below = order[order.findIndex((node) => node.id === id) + 1];
  if (!below) return null;
  const leads = graph.edges.some(({ source, target }) => source === id && target === below.id);
  return leads ? movedUp(graph, below.id, ports) : swapped(graph, id, 1);
}

function inFrontOf(graph: Graph, id: string, above: GraphNode, ports: PortsOf): Graph | null {
  const node = nodeOf(graph, id);
  const [port] = ports(node);
  if (above.type === 'submission_received' || port === undefined) return null;
  const rest = removeNode(graph, id);
  const edges = rest.edges.map((edge) => (edge.target === above.id ? { ...edge, target: id } : edge));
  return { ...graph, edges: [...edges, join(edges, id, port, above.id)] };
}

/** The graph in which the branch of a node and the branch beside it are swapped. Both begin at the same node. */
function swapped(graph: Graph, id: string, by: 1 | -1): Graph | null {
  for (const edge of graph.edges.filter(({ target }) => target === id)) {
    const siblings = graph.edges.filter(({ source }) => source === edge.source);
    const other = siblings[siblings.indexOf(edge) + by];
    if (!other) continue;
    const edges = graph.edges.map((each) => (each === edge ? other : each === other ? edge : each));
    const changed = { ...graph, edges };
    const ids = (order: GraphNode[]) => order.map((node) => node.id).join(' ');
    if (ids(ordered(changed)) !== ids(ordered(graph))) return changed;
  }
  return null;
}
