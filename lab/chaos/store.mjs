// Lets the object store fail, answer slowly and not at all under load, and checks that only uploads notice. See README.md.
import { optionsOf, QUEUE, SEED } from '../support/arguments.mjs';
import { runAsProgram } from './support/program.mjs';

const options = optionsOf('chaos/store', {
  seconds: [240, 'how long it lasts, in which every kind of failure happens once'],
  rate: [40, 'submissions without files a second'],
  uploads: [10, 'submissions with a file a second'],
  queue: QUEUE,
  seed: SEED,
});
const trial = async () => (await import('./store/trial.mjs')).troubleStore(options);
await runAsProgram(trial, { withinSeconds: 2 * options.seconds + 900 });
