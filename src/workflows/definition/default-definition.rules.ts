import { SCHEMA_VERSION, type Definition } from './definition.types';

/** The first draft of every form, which stores submissions. Each call returns a new object. */
export const defaultDefinition = (): Definition => ({
  schema_version: SCHEMA_VERSION,
  nodes: [
    { id: 'trigger', type: 'submission_received', config: {} },
    { id: 'database', type: 'database', config: {} },
  ],
  edges: [{ id: 'trigger-database', source: 'trigger', target: 'database' }],
});
