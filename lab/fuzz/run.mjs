// Sends made-up and mutated bytes and submissions to the service, and judges its answers. See README.md.
import { buildIfChanged } from '../../scripts/build-if-changed.mjs';
import { optionsOf } from '../support/arguments.mjs';
import { runProgram } from '../support/at-end.mjs';
import { randomFrom } from '../support/random.mjs';
import { makeResources } from './generate/request.mjs';
import { Fuzzer } from './support/fuzzer.mjs';
import { serviceOf } from './support/service.mjs';
import { Stored } from './support/stored.mjs';

const options = optionsOf('fuzz/run', {
  seed: [1, 'the start of the random choices'],
  requests: [100_000, 'how many are sent'],
  seconds: [Infinity, 'ends after this time, if it comes first'],
  connections: [16, 'requests in flight'],
  url: [undefined, 'a running service, whose key and database are in FUZZ_KEY and FUZZ_DATABASE_URL, instead of one that is started'],
  discard: [false, 'does not write findings to lab/fuzz/seeds'],
});

await runProgram(async () => {
  if (options.url === undefined) await buildIfChanged();
  const service = await serviceOf(options);
  const random = randomFrom(options.seed);
  const stored = new Stored(service.database);
  await stored.watch();
  const fuzzer = new Fuzzer({ options, service, random, stored, resources: await makeResources(service, stored) });
  await fuzzer.run();
  const findings = await fuzzer.finish();
  console.log(`seed ${options.seed}, ${fuzzer.sent} requests in ${Math.round(performance.now() / 1000)} s, ${findings} findings`);
  return findings === 0 ? 0 : 1;
});
