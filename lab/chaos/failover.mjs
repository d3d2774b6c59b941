// Replaces the primary of three PostgreSQL nodes under load, and checks that nobody has noticed. See README.md.
import { optionsOf, QUEUE, SEED } from '../support/arguments.mjs';
import { FAULT_NAMES } from './failover/faults.mjs';
import { missingPrograms } from './failover/programs.mjs';
import { runAsProgram } from './support/program.mjs';

const options = optionsOf('chaos/failover', {
  seconds: [300, 'the time in which faults begin'],
  faults: [0, 'goes on until there were this many, also when the time is over'],
  rate: [100, 'submissions a second'],
  address: ['haproxy', 'how the service finds the primary: by HAProxy, or by the hosts in its address', ['haproxy', 'hosts']],
  queue: QUEUE,
  seed: SEED,
  only: [undefined, 'one kind of fault', FAULT_NAMES],
});

const missing = missingPrograms();
if (missing.length > 0) {
  console.log(`Skipped, since these programs are not installed: ${missing.join(', ')}.`);
} else {
  const trial = async () => (await import('./failover/trial.mjs')).replacePrimaries(options);
  await runAsProgram(trial, { withinSeconds: 3 * options.seconds + 300 * options.faults + 600 });
}
