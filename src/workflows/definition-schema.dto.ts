/** The schema of a definition in the OpenAPI document. The configs of node types are documented in docs/workflows.md. */
export const DEFINITION_SCHEMA = {
  type: 'object',
  additionalProperties: true,
  description:
    'A directed acyclic graph: `schema_version` 1, `nodes` and `edges`. docs/workflows.md describes the node types.',
  example: {
    schema_version: 1,
    nodes: [
      { id: 'trigger', type: 'submission_received', config: {} },
      { id: 'database', type: 'database', config: {} },
    ],
    edges: [{ id: 'trigger-database', source: 'trigger', target: 'database' }],
  },
} as const;
