import { oneOf, optional, text } from './config.rules';
import type { LocalType } from './node-type.types';

interface StopConfig {
  outcome?: 'succeeded' | 'failed';
  message?: string;
}

export const stop: LocalType<StopConfig> = {
  type: 'stop',
  kind: 'control',
  channel: 'none',
  points: 0,
  summary: 'Ends the run: no other node starts, and running steps only finish.',
  config: {
    outcome: optional(oneOf('succeeded', 'failed'), '`failed` fails the run; `succeeded` (default) leaves its outcome to the other steps.'),
    message: optional(text(500), 'A note, recorded in the step.'),
  },
  ports: () => [],
  runOutcome: ({ outcome = 'succeeded' }) => outcome,
  execute: ({ outcome = 'succeeded', message = null }) => ({ port: null, output: { outcome, message } }),
};
