// Kills masters of a Redis of several servers under load, and checks that nothing is lost or stuck. See README.md.
import { optionsOf, SEED } from '../support/arguments.mjs';
import { runAsProgram } from './support/program.mjs';

const options = optionsOf('chaos/redis', {
  kind: ['sentinel', 'how the master is replaced: by Sentinels, or by a cluster', ['sentinel', 'cluster']],
  kills: [20, 'of masters, one after the other'],
  rate: [60, 'submissions a second'],
  seed: SEED,
});
const trial = async () => (await import('./redis/trial.mjs')).replaceMasters({ ...options, queue: 'redis' });
await runAsProgram(trial, { withinSeconds: 150 * options.kills + 900 });
