import { parseDateOrTimestamp } from '../../api/validation/date.rules';
import { invalid, optional, template, wholeNumber } from './config.rules';
import { NodeFailure, type LocalType } from './node-type.types';

const MAX_SECONDS = 30 * 24 * 60 * 60;

interface DelayConfig {
  seconds?: number;
  until?: string;
}

export const delay: LocalType<DelayConfig> = {
  type: 'delay',
  kind: 'control',
  channel: 'none',
  points: 1,
  summary: 'Waits before the run goes on. A test records the delay and does not wait.',
  config: {
    seconds: optional(wholeNumber(1, MAX_SECONDS), `How long to wait, 1 to ${MAX_SECONDS} seconds.`),
    until: optional(
      template,
      'A date (its first moment in UTC) or a timestamp with zone to wait for; one in the past does not wait.',
    ),
  },
  crossFieldErrors: ({ seconds, until }) =>
    (seconds === undefined) === (until === undefined) ? [invalid('config', 'Give either seconds or until.')] : [],
  ports: () => ['out'],
  execute({ seconds, until }, { fill }) {
    if (seconds !== undefined) return { port: 'out', output: { seconds }, wait: { seconds } };
    const instant = parseDateOrTimestamp(fill.text(until ?? '').trim());
    if (!instant) throw new NodeFailure('invalid_date', 'The delay needs a date or a timestamp with zone.');
    return { port: 'out', output: { until: instant.toISOString() }, wait: { until: instant } };
  },
};
