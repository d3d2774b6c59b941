import { listOf, oneOf, optional } from './config.rules';
import type { LocalType } from './node-type.types';

const SOURCES = ['form_submit', 'hosted_form', 'api'];

interface SubmissionReceivedConfig {
  sources?: string[];
}

export const submissionReceived: LocalType<SubmissionReceivedConfig> = {
  type: 'submission_received',
  kind: 'trigger',
  channel: 'none',
  points: 0,
  summary: 'Starts a run when the form receives a submission.',
  config: {
    sources: optional(
      listOf(oneOf(...SOURCES), 1, SOURCES.length),
      'The accepted sources: `form_submit`, `hosted_form`, `api`. All of them by default.',
    ),
  },
  ports: () => ['out'],
  mayTakeNoPort: ({ sources }) => Array.isArray(sources) && !SOURCES.every((source) => sources.includes(source)),
  execute: ({ sources = SOURCES }, { state }) => ({
    port: sources.includes(state.submission.source) ? 'out' : null,
    output: { source: state.submission.source },
  }),
};
