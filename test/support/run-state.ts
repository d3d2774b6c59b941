import type { RunState } from '../../src/workflows/model/run-state.types';

/** The state that a node of a run reads: a submission through the API without files, and no other nodes unless they are named. */
export const aRunState = (fields: Record<string, unknown>, nodes: RunState['nodes'] = {}): RunState => ({
  submission: {
    id: 's1',
    source: 'api',
    received_at: '2025-01-31T10:00:00.000Z',
    has_files: false,
    file_count: 0,
    address_confirmed: false,
  },
  files: [],
  form: { id: 'f1', name: 'Contact' },
  labels: {},
  other: {},
  run: { id: 'r1', workflow_version: 3 },
  fields,
  nodes,
});
