// Runs the service while faults happen to it, and checks that it has kept its promises: npm run chaos [-- options]. See
// lab/chaos/README.md.
import { writeFile } from 'node:fs/promises';
import { endAll, runProgram } from '../support/at-end.mjs';
import { buildIfNeeded } from '../../scripts/build-if-needed.mjs';
import { isLong, options } from './support/options.mjs';
import { randomFrom } from '../support/random.mjs';

await buildIfNeeded();
await runProgram(async () => (options.prove ? (await import('./prove.mjs')).prove(options.planted) : chaosRun()));

async function chaosRun() {
  setTimeout(giveUp, (2 * options.seconds + 1_800) * 1000).unref();
  const { chaos } = await import('./support/chaos.mjs'); // which needs the build
  const { text, missed } = await chaos(options, isLong, (purpose) => randomFrom(options.seed, purpose));
  console.log(`\n${text}`);
  if (options.save) await writeFile(options.save, `${text}\n`);
  process.send?.(missed);
  return missed.length === 0 ? 0 : 1;
}

/** Ends a run that hangs. */
async function giveUp() {
  console.error('The run has not ended in time.');
  await endAll();
  process.exit(1);
}
