import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail, optionsOf } from '../../support/arguments.mjs';

/** Shorter loads depend on a garbage collection and on the hundredths of a second in which processor time is counted. */
const MIN_SAVED_SECONDS = 4;

const table = {
  seconds: [5, 'of each load'],
  rounds: [0, 'of each case; 0 for its own number'],
  save: [false, 'writes the results to lab/bench/results'],
  compare: [undefined, 'measures this checkout and another one, which has been built, instead of the references'],
};
const { words: cases, ...given } = optionsOf('bench/run', table, '[<case> ...]');
export const options = { ...given, cases };

if (options.save && options.seconds < MIN_SAVED_SECONDS) fail(`Results that are kept need loads of at least ${MIN_SAVED_SECONDS} s.`);
if (options.compare !== undefined && !existsSync(join(options.compare, 'dist', 'main.js'))) {
  fail(`${options.compare} has not been built: there is no dist/main.js.`);
}
