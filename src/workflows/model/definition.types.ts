export const NODE_KINDS = ['trigger', 'condition', 'transform', 'control', 'destination'] as const;

export type NodeKind = (typeof NODE_KINDS)[number];

export const SCHEMA_VERSION = 1;

/** A node of the graph. Its type defines the members of `config`. */
export interface WorkflowNode {
  id: string;
  type: string;
  config: Record<string, unknown>;
  /** A display name; the engine does not read it. */
  name?: string;
  /** A disabled node is not executed, costs nothing and takes `out`. */
  disabled?: boolean;
  /** Data of the editor, such as positions and colours; the engine does not read it. */
  ui?: Record<string, unknown>;
}

export interface WorkflowEdge {
  id: string;
  source: string;
  target: string;
  /** The port of the source; `out` when absent. */
  source_port?: string;
}

/** A flat directed acyclic graph, stored and read back exactly as the client sent it. */
export interface Definition {
  schema_version: typeof SCHEMA_VERSION;
  nodes: WorkflowNode[];
  edges: WorkflowEdge[];
}
