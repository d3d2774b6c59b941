/** The goals hold for the version of Node that runs in production. On older ones stock Express is so slow that the ratios flatter. */
const HAS_BOUNDS = Number(process.versions.node.split('.')[0]) >= 24;

/** The ratio of a figure of two measurements, with the processor time of both. */
export const ratioGoal = (results, goal, what, [of, to], { figure, ...bound } = {}) => {
  const cpu = [results.medians(of), results.medians(to)];
  return { goal, what, ...bound, value: results.ratio(of, to, figure), cpu };
};

/** A figure of one measurement. */
export const figureGoal = (results, goal, what, [of, figure], bound = {}) => {
  return { goal, what, ...bound, value: results.median(of, figure), cpu: [results.medians(of)] };
};

/** A goal without `atLeast` and `atMost` is only printed. */
export function verdictOf({ value, atLeast, atMost }) {
  if (!HAS_BOUNDS) return '';
  if (atLeast !== undefined) return value >= atLeast ? 'met' : 'missed';
  if (atMost !== undefined) return value <= atMost ? 'met' : 'missed';
  return '';
}

export function boundOf({ atLeast, atMost }) {
  if (!HAS_BOUNDS) return '';
  if (atLeast !== undefined) return `at least ${atLeast}`;
  return atMost === undefined ? '' : `at most ${atMost}`;
}
