// Sends made-up and mutated requests to the service and judges its answers: npm run fuzz [-- --requests <n> ...]. See lab/fuzz/README.md.
import { buildIfNeeded } from '../../scripts/build-if-needed.mjs';
import { runProgram } from '../support/at-end.mjs';
import { randomFrom } from '../support/random.mjs';
import { Resources } from './generate/resources.mjs';
import { Fuzzer } from './support/fuzzer.mjs';
import { options } from './support/options.mjs';
import { serviceOf } from './support/service.mjs';
import { Stored } from './support/stored.mjs';

await runProgram(fuzz);

/** Resolves with the exit code: 1 when anything was found. */
async function fuzz() {
  if (options.url === undefined) await buildIfNeeded();
  const service = await serviceOf(options);
  const random = randomFrom(options.seed);
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
