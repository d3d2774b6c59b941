import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { type Definition, SCHEMA_VERSION, type WorkflowEdge, type WorkflowNode } from './model/definition.types';
import { MAX_EDGES, MAX_NAME_LENGTH, MAX_NODES, MAX_PORT_LENGTH, NODE_ID } from './definition/structure.rules';
import { editorSchemas, NODE_TYPES } from './nodes/node-types.rules';

const ID = { pattern: NODE_ID.source };
const JSON_OBJECT = { type: 'object', additionalProperties: true } as const;

/** A node of a definition. docs/workflows.md describes the types and their settings. */
export class NodeView implements WorkflowNode {
  /** The id of a node of the workflow. @example 'database' */
  @ApiProperty(ID)
  id: string;

  /** The type. */
  @ApiProperty({ enum: NODE_TYPES.map(({ type }) => type), example: 'database' })
  type: string;

  /** The settings of the node type, of at most 16 KiB. */
  @ApiProperty({ ...JSON_OBJECT, example: {} })
  config: Record<string, unknown>;

  /** A display name. @example 'Storage' */
  @ApiPropertyOptional({ maxLength: MAX_NAME_LENGTH })
  name?: string;

  /** A disabled node is not executed and costs nothing. @example false */
  disabled?: boolean;

  /** Data of an editor, of at most 4 KiB. */
  @ApiPropertyOptional({ ...JSON_OBJECT, example: { x: 240, y: 80 } })
  ui?: Record<string, unknown>;
}

/** An edge of a definition, from a port of a node to another node. */
export class EdgeView implements WorkflowEdge {
  /** The id of the edge. @example 'trigger-database' */
  @ApiProperty(ID)
  id: string;

  /** The id of the node at its beginning. @example 'trigger' */
  @ApiProperty(ID)
  source: string;

  /** The id of the node at its end. @example 'database' */
  @ApiProperty(ID)
  target: string;

  /** `out` when left out. @example 'out' */
  @ApiPropertyOptional({ minLength: 1, maxLength: MAX_PORT_LENGTH })
  source_port?: string;
}

const NODES = {
  maxItems: MAX_NODES,
  example: [
    { id: 'trigger', type: 'submission_received', config: {} },
    { id: 'database', type: 'database', config: {} },
  ],
};
const EDGES = { maxItems: MAX_EDGES, example: [{ id: 'trigger-database', source: 'trigger', target: 'database' }] };

/** A directed acyclic graph of nodes and edges. */
export class DefinitionView implements Definition {
  /** The version of the format. */
  @ApiProperty({ type: 'integer', enum: [SCHEMA_VERSION] })
  schema_version: typeof SCHEMA_VERSION;

  /** The steps. */
  @ApiProperty({ type: [NodeView], ...NODES })
  nodes: NodeView[];

  /** The connections of the nodes. */
  @ApiProperty({ type: [EdgeView], ...EDGES })
  edges: EdgeView[];
}

const CONFIG = { ...JSON_OBJECT, example: {}, 'x-node-types': editorSchemas() };

/** A node in a request. */
export class NodeDto extends NodeView {
  /** The settings of the node type, of at most 16 KiB. `x-node-types` has a schema for each type, by which an editor makes its form. */
  @ApiProperty(CONFIG)
  declare config: Record<string, unknown>;
}

/** An edge in a request. */
export class EdgeDto extends EdgeView {}

/** A definition in a request, which refuses unknown members. `structureErrors` validates it. */
export class DefinitionDto extends DefinitionView {
  /** The steps. */
  @ApiProperty({ type: [NodeDto], ...NODES })
  declare nodes: NodeDto[];

  /** The connections of the nodes. */
  @ApiProperty({ type: [EdgeDto], ...EDGES })
  declare edges: EdgeDto[];
}
