const NODE_MAJOR = Number(process.versions.node.split('.')[0]);

/** A bound that differs between Node 20 and Node 24; undefined where the goal names none. */
export const byNode = (onNode20, onNode24) => (NODE_MAJOR >= 24 ? onNode24 : onNode20);

/** The ratio of a figure of two measurements, with the processor time of both. */
export const ratioGoal = (results, { of, to, figure, ...goal }) => ({
  ...goal,
  value: results.ratio(of, to, figure),
  cpu: [results.medians(of), results.medians(to)],
});

/** A figure of one measurement. */
export const figureGoal = (results, { of, figure, ...goal }) => ({
  ...goal,
  value: results.median(of, figure),
  cpu: [results.medians(of)],
});

/** `atLeast` and `atMost` are undefined where the goal names no bound for this version of Node. */
export function verdictOf({ value, atLeast, atMost }) {
  if (atLeast !== undefined) return value >= atLeast ? 'met' : 'missed';
  if (atMost !== undefined) return value <= atMost ? 'met' : 'missed';
  return '';
}

export function boundOf({ atLeast, atMost }) {
  if (atLeast !== undefined) return `at least ${atLeast}`;
  return atMost === undefined ? '' : `at most ${atMost}`;
}
