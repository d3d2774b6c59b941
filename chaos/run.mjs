// Runs the service while faults happen to it, and checks that it has kept its promises: npm run chaos [-- options]. See chaos/README.md.
import { writeFile } from 'node:fs/promises';
import { endAll, endOnSignals, isInterrupted } from '../bench/support/at-end.mjs';
import { buildIfNeeded } from '../scripts/build-if-needed.mjs';
import { isLong, options } from './support/options.mjs';
import { randomFrom } from './support/random.mjs';

await buildIfNeeded();
endOnSignals();
setTimeout(giveUp, (2 * options.seconds + 1_800) * 1000).unref();
try {
  const { chaos } = await import('./support/chaos.mjs'); // which needs the build
  const { text, isPassed } = await chaos(options, isLong, (purpose) => randomFrom(options.seed, purpose));
  console.log(`\n${text}`);
  if (options.save) await writeFile(options.save, `${text}\n`);
  process.exitCode = isPassed ? 0 : 1;
} catch (error) {
  if (!isInterrupted()) console.error(error);
  process.exitCode = 1;
} finally {
  await endAll();
}

/** Ends a run that hangs. */
async function giveUp() {
  console.error('The run has not ended in time.');
  await endAll();
  process.exit(1);
}
