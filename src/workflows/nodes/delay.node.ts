import { parseDateOrTimestamp } from '../../api/validation/date.rules';
import { isTemplate } from '../templates/reference.rules';
import { described, invalid, optional, template, wholeNumber, type ConfigRule } from './config.rules';
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
  summary: 'Waits before the branch continues. A test records the delay and does not wait.',
  config: {
    seconds: optional(wholeNumber(1, MAX_SECONDS), `The delay, 1 to ${MAX_SECONDS} seconds.`),
    until: optional(
      described(template.schema!, endOfDelay),
      'The end of the delay, a template: a date (00:00 UTC) or a timestamp with a time zone. A time in the past means no delay.',
    ),
  },
  crossFieldErrors: ({ seconds, until }) =>
    (seconds === undefined) === (until === undefined) ? [invalid('config', 'needs either seconds to wait or a time to wait until')] : [],
  ports: () => ['out'],
  async execute({ seconds, until }, { renderer }) {
    if (seconds !== undefined) return { port: 'out', output: { seconds }, wait: { seconds } };
    const instant = parseDateOrTimestamp((await renderer.renderText(until ?? '')).trim());
    if (!instant) throw new NodeFailure('invalid_date', 'The delay needs a date or a timestamp with a time zone.');
    return { port: 'out', output: { until: instant.toISOString() }, wait: { until: instant } };
  },
};

/** Refuses a constant that is not a date, since it would fail every run. */
function endOfDelay(...[value, path, context]: Parameters<ConfigRule>): ReturnType<ConfigRule> {
  const isConstant = typeof value === 'string' && !isTemplate(value);
  if (!isConstant || parseDateOrTimestamp(value.trim())) return template(value, path, context);
  return [invalid(path, 'must be a date such as 2026-12-24, a time with its zone, or a placeholder that gives one')];
}
