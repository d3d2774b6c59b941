// Sends made-up and mutated requests to the service and judges its answers: npm run fuzz [-- --requests <n> ...]. See fuzz/README.md.
import { buildIfNeeded } from '../scripts/build-if-needed.mjs';
import { endAll, endOnSignals, isInterrupted } from '../bench/support/at-end.mjs';
import { Resources } from './generate/resources.mjs';
import { Fuzzer } from './support/fuzzer.mjs';
import { options } from './support/options.mjs';
import { randomOf } from './support/random.mjs';
import { serviceOf } from './support/service.mjs';
import { Stored } from './support/stored.mjs';

endOnSignals();
try {
  process.exitCode = await fuzz();
} catch (error) {
  if (!isInterrupted()) console.error(error);
  process.exitCode = 1;
} finally {
  await endAll();
}

/** Resolves with the exit code: 1 when anything was found. */
async function fuzz() {
  if (options.url === undefined) await buildIfNeeded();
  const service = await serviceOf(options);
  const random = randomOf(options.seed);
  const stored = new Stored(service.database);
  await stored.watch();
  const resources = new Resources(service, random, stored);
  await resources.prepare();
  const fuzzer = new Fuzzer(service, resources, random, stored);
  await fuzzer.run();
  const findings = await fuzzer.finish();
  console.log(fuzzer.report());
  return findings === 0 ? 0 : 1;
}
