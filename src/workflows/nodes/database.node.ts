import type { LocalType } from './node-type.types';

/** The submission is stored before any run begins, so this delivery has always happened; the node shows it and counts it. */
export const database: LocalType<Record<never, never>> = {
  type: 'database',
  kind: 'destination',
  channel: 'none',
  points: 0,
  summary: 'Keeps the submission in the service, where it can be read. It is stored before the workflow starts.',
  config: {},
  ports: () => ['out'],
  execute: (_config, { state }) => ({ port: 'out', output: { submission_id: state.submission.id } }),
};
