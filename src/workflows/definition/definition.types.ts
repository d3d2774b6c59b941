/** What a node is for. Every node type belongs to exactly one kind. */
export const NODE_KINDS = ['trigger', 'condition', 'transform', 'control', 'destination'] as const;

export type NodeKind = (typeof NODE_KINDS)[number];

/** The only version of the definition's grammar so far. */
export const SCHEMA_VERSION = 1;

/** One node of the graph. Its type defines what `config` may hold. */
export interface WorkflowNode {
  id: string;
  type: string;
  config: Record<string, unknown>;
  /** Shown to people; never read by the runner. */
  name?: string;
  /** A disabled node does nothing, costs nothing and lets the run pass on `out`. */
  disabled?: boolean;
  /** Kept for an editor (positions, colours); never read by the runner. */
  ui?: Record<string, unknown>;
}

/** A directed edge from a port of one node to another node. */
export interface WorkflowEdge {
  id: string;
  source: string;
  target: string;
  /** `out` when absent. */
  source_port?: string;
}

/** A flat directed acyclic graph, stored and read back exactly as the client sent it. */
export interface Definition {
  schema_version: typeof SCHEMA_VERSION;
  nodes: WorkflowNode[];
  edges: WorkflowEdge[];
}
