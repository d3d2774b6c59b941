import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail, optionsOf } from '../../support/arguments.mjs';

/** Shorter loads depend on a garbage collection and on the hundredths of a second in which processor time is counted. */
const MIN_SAVED_SECONDS = 4;

const table = {
  seconds: [5, 'of each load'],
  rounds: [0, 'of each case; 0 for its own number'],
  save: [false, 'writes the results to lab/bench/results'],
  against: [undefined, 'builds this commit as well, and measures both builds in turn instead of the references'],
  compare: [undefined, 'the same with another checkout, which has been built'],
};
const { words: cases, ...given } = optionsOf('bench/run', table, '[<case> ...]');
export const options = { ...given, cases };

/** True when two builds are measured, and no references. */
export const isComparison = options.against !== undefined || options.compare !== undefined;

if (options.save && options.seconds < MIN_SAVED_SECONDS) fail(`Results that are kept need loads of at least ${MIN_SAVED_SECONDS} s.`);
if (options.against !== undefined && options.compare !== undefined) fail('--against builds what --compare names: give one of them.');
if (options.compare !== undefined && !existsSync(join(options.compare, 'dist', 'main.js'))) {
  fail(`${options.compare} has not been built: there is no dist/main.js.`);
}
