import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { argumentsOf, fail as failWith } from '../../support/arguments.mjs';

const USAGE = `Usage: node lab/bench/run.mjs [<case> ...] [--seconds <s>] [--rounds <n>] [--save] [--compare <checkout>]

  --seconds  duration of each load (5)
  --rounds   rounds of each case, instead of its own number
  --save     write the results to lab/bench/results; needs loads of at least 4 s
  --compare  measure this checkout and another one, which has been built, instead of the references`;

/** Shorter loads depend on a garbage collection and on the hundredths of a second in which processor time is counted. */
const MIN_SAVED_SECONDS = 4;

const defaults = { seconds: '5', rounds: undefined, save: false, compare: undefined };
const { values, positionals } = argumentsOf(USAGE, defaults, { allowPositionals: true });

export const options = {
  cases: positionals,
  seconds: Number(values.seconds),
  rounds: values.rounds && Number(values.rounds),
  save: values.save,
  compare: values.compare,
};

if (!(options.seconds > 0 && (options.rounds ?? 1) > 0)) fail('--seconds and --rounds take positive numbers.');
if (options.save && !(options.seconds >= MIN_SAVED_SECONDS)) {
  fail(`Results that are kept need loads of at least ${MIN_SAVED_SECONDS} s.`);
}
if (options.compare !== undefined && !existsSync(join(options.compare, 'dist', 'main.js'))) {
  fail(`${options.compare} has not been built: there is no dist/main.js.`);
}

/** Ends the process with what is wrong and the usage. */
export function fail(message) {
  failWith(message, USAGE);
}
