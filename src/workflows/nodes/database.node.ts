import type { LocalType } from './node-type.types';

/** The submission is stored before its run starts, so the node only records a delivery that has succeeded. */
export const database: LocalType<Record<never, never>> = {
  type: 'database',
  kind: 'destination',
  channel: 'none',
  points: 0,
  summary: 'Stores the submission in the service. It is stored before the run starts, with or without this node.',
  config: {},
  ports: () => ['out'],
  execute: (_config, { state }) => ({ port: 'out', output: { submission_id: state.submission.id } }),
};
