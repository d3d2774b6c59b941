import { type Definition, SCHEMA_VERSION } from '../model/definition.types';

/** The draft of a new form, which stores submissions. */
export const defaultDefinition = (): Definition => ({
  schema_version: SCHEMA_VERSION,
  nodes: [
    { id: 'trigger', type: 'submission_received', config: {} },
    { id: 'database', type: 'database', config: {} },
  ],
  edges: [{ id: 'trigger-database', source: 'trigger', target: 'database' }],
});
