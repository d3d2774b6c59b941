// Replaces the primary of three PostgreSQL nodes under load, and checks that nobody has noticed: npm run chaos:failover [-- options].
// See lab/chaos/README.md.
import { buildIfNeeded } from '../../scripts/build-if-needed.mjs';
import { endAll, runProgram } from '../support/at-end.mjs';
import { missingPrograms } from './failover/programs.mjs';
import { isLong, options } from './failover/options.mjs';

const missing = missingPrograms();
if (missing.length > 0) {
  console.log(`Skipped, since these programs are not installed: ${missing.join(', ')}.`);
} else {
  await buildIfNeeded();
  await runProgram(async () => {
    setTimeout(giveUp, (3 * options.seconds + 300 * options.faults + 600) * 1000).unref();
    const { replacePrimaries } = await import('./failover/trial.mjs'); // which needs the build
    const { text, missed } = await replacePrimaries(options, isLong);
    console.log(`\n${text}`);
    process.send?.(missed);
    return missed.length === 0 ? 0 : 1;
  });
}

async function giveUp() {
  console.error('The run has not ended in time.');
  await endAll();
  process.exit(1);
}
