import type { GraphNode } from './graph.rules';

/** The part of JSON Schema in which openapi.json describes settings. */
export interface Schema {
  type?: string;
  /** `template`, `condition`, or `field` for the name of a field. */
  format?: string;
  description?: string;
  enum?: readonly string[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

export interface NodeType extends Schema {
  'x-kind': string;
  /** The ports of a node whose config is empty. */
  'x-ports': readonly string[];
}

/** The schema of the config of each node type, which the build takes from openapi.json. */
declare const NODE_TYPES: Readonly<Record<string, NodeType>>;

export const nodeTypes = NODE_TYPES;

export const isTrigger = ({ type }: GraphNode): boolean => nodeTypes[type]?.['x-kind'] === 'trigger';

export const isDestination = ({ type }: Pick<GraphNode, 'type'>): boolean => nodeTypes[type]?.['x-kind'] === 'destination';

/** The output ports of a node, those of cases first. */
export function portsOf({ type, config }: GraphNode): string[] {
  const cases = type === 'switch' && Array.isArray(config['cases']) ? (config['cases'] as { key?: string }[]) : [];
  return [...cases.map(({ key }) => `case:${key}`), ...(nodeTypes[type]?.['x-ports'] ?? ['out'])];
}
