/** How the API document shows a definition. What the types of nodes may hold is documentation of its own. */
export const DEFINITION_SCHEMA = {
  type: 'object',
  additionalProperties: true,
  description: 'A graph: `schema_version` 1, `nodes` and `edges`. docs/workflows.md describes each type of node.',
  example: {
    schema_version: 1,
    nodes: [
      { id: 'trigger', type: 'submission_received', config: {} },
      { id: 'database', type: 'database', config: {} },
    ],
    edges: [{ id: 'trigger-database', source: 'trigger', target: 'database' }],
  },
} as const;
