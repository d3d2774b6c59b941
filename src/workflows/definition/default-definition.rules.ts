import { SCHEMA_VERSION, type Definition } from './definition.types';

/** The draft that every new form begins with: what is submitted is stored and can be read. Fresh on each call. */
export const defaultDefinition = (): Definition => ({
  schema_version: SCHEMA_VERSION,
  nodes: [
    { id: 'trigger', type: 'submission_received', config: {} },
    { id: 'database', type: 'database', config: {} },
  ],
  edges: [{ id: 'trigger-database', source: 'trigger', target: 'database' }],
});
