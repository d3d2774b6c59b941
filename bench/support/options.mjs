import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const USAGE = `Usage: node bench/run.mjs [<case> ...] [--seconds <s>] [--rounds <n>] [--save] [--compare <checkout>]

  --seconds  duration of each load (5)
  --rounds   rounds of each case, instead of its own number
  --save     write the results to bench/results
  --compare  measure this checkout and another one, which has been built, instead of the references`;

const { values, positionals } = parsed();

export const options = {
  cases: positionals,
  seconds: Number(values.seconds),
  rounds: values.rounds && Number(values.rounds),
  save: values.save,
  compare: values.compare,
};

if (!(options.seconds > 0 && (options.rounds ?? 1) > 0)) fail('--seconds and --rounds take positive numbers.');
if (options.compare !== undefined && !existsSync(join(options.compare, 'dist', 'main.js'))) {
  fail(`${options.compare} has not been built: there is no dist/main.js.`);
}

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        seconds: { type: 'string', default: '5' },
        rounds: { type: 'string' },
        save: { type: 'boolean', default: false },
        compare: { type: 'string' },
      },
    });
  } catch (error) {
    return fail(error.message);
  }
}

export function fail(message) {
  console.error(`${message}\n\n${USAGE}`);
  process.exit(2);
}
