import { options } from './options.mjs';

/** The units in which figures are printed. */
export const FIGURES = {
  perSecond: '/s',
  offered: 'offered/s',
  times: 'times the capacity',
  recovered: 'of the capacity later',
  failed: 'not answered',
  p50: 'ms p50',
  p99: 'ms p99',
  refusedP99: 'ms p99 of refusals',
  meanMs: 'ms mean',
  nodeUs: 'µs Node',
  postgresUs: 'µs PostgreSQL',
  cpuUs: 'µs both',
  transactions: 'transactions',
  mb: 'MB',
  seconds: 's',
  timed: 'timed',
};

/** The figures that a comparison of two builds shows: `true` where more is better. */
const COMPARED = { perSecond: true, p99: false, nodeUs: false, postgresUs: false, transactions: false, mb: false, seconds: false };
/** A smaller difference is none. */
const NOTICEABLE = 0.03;

/**
 * Takes several measurements alternately, in rounds after `warmUp` uncounted ones and in the opposite order in every other round, so that
 * other load on the machine and the order affect all of them alike. Returns the figures of each measurement, in the order of the rounds.
 */
export async function interleaved(measurements, { rounds = 5, warmUp = 1 } = {}) {
  const figures = Object.fromEntries(Object.keys(measurements).map((name) => [name, []]));
  const counted = options.rounds || rounds;
  for (let round = 1 - warmUp; round <= counted; round += 1) {
    for (const [name, measure] of inOrderOf(round, Object.entries(measurements))) {
      const result = await measure();
      if (round < 1) continue;
      figures[name].push(result);
      console.log(`  ${round}/${counted}  ${name.padEnd(52)} ${lineOf(result)}`);
    }
  }
  return new Results(figures);
}

const inOrderOf = (round, list) => (round % 2 === 0 ? list.reverse() : list);

/** The figures of several measurements, by name and round. */
export class Results {
  constructor(figures) {
    this.figures = figures;
  }

  get names() {
    return Object.keys(this.figures);
  }

  /** The medians of all figures of a measurement. */
  medians(name) {
    return Object.fromEntries(Object.keys(this.figures[name][0]).map((figure) => [figure, this.median(name, figure)]));
  }

  median(name, figure) {
    return median(this.figures[name].map((result) => result[figure]));
  }

  /** The median of the ratios of one figure in each round. */
  ratio(name, reference, figure = 'perSecond') {
    return median(this.ratios(name, reference, figure));
  }

  ratios(name, reference, figure) {
    return this.figures[name].map((result, round) => result[figure] / this.figures[reference][round][figure]);
  }

  /**
   * The ratios of the figures of one build to those of another: their median, and the lowest and the highest of a round. A figure is worse
   * or better when it is so in every round, and by enough to be noticed.
   */
  compared(name, reference) {
    const figures = Object.keys(COMPARED).filter((figure) => this.median(reference, figure) > 0);
    return figures.map((figure) => {
      const ratios = this.ratios(name, reference, figure);
      const [lowest, ratio, highest] = [Math.min(...ratios), median(ratios), Math.max(...ratios)];
      const isMore = lowest > 1 && ratio >= 1 + NOTICEABLE;
      const isLess = highest < 1 && ratio <= 1 - NOTICEABLE;
      const verdict = isMore || isLess ? (isMore === COMPARED[figure] ? 'better' : 'worse') : '';
      return { name, figure, own: this.median(name, figure), other: this.median(reference, figure), ratio, lowest, highest, verdict };
    });
  }
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

export const lineOf = (figures) =>
  Object.entries(figures)
    .map(([figure, value]) => `${shown(value)} ${FIGURES[figure]}`)
    .join('   ');

export function shown(value) {
  if (value === 0) return '0';
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(value < 1 ? 2 : 3);
}
