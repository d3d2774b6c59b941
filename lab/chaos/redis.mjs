// Kills masters of a Redis of several servers under load, and checks that nothing is lost or stuck: npm run chaos:redis [-- options].
// See lab/chaos/README.md.
import { buildIfNeeded } from '../../scripts/build-if-needed.mjs';
import { argumentsOf, fail } from '../support/arguments.mjs';
import { runProgram } from '../support/at-end.mjs';

const USAGE = `Usage: node lab/chaos/redis.mjs [--kind sentinel|cluster] [--kills <n>] [--rate <n>] [--seed <n>]

  --kind   how the master is replaced: by Sentinels, or by a cluster (sentinel)
  --kills  of masters, one after the other (20)
  --rate   submissions a second (60)
  --seed   a number that decides which masters of a cluster are killed (random)`;

const { values } = argumentsOf(USAGE, {
  kind: 'sentinel',
  kills: '20',
  rate: '60',
  seed: String(Math.floor(Math.random() * 1_000_000)),
});
const numbers = ['kills', 'rate', 'seed'].map((name) => [name, Number(values[name])]);
if (!numbers.every(([, number]) => number >= 0)) fail('--kills, --rate and --seed take numbers.', USAGE);
if (!['sentinel', 'cluster'].includes(values.kind)) fail('--kind takes sentinel or cluster.', USAGE);

await buildIfNeeded();
await runProgram(async () => {
  const { replaceMasters } = await import('./redis/trial.mjs'); // which needs the build
  const { text, missed } = await replaceMasters({ ...Object.fromEntries(numbers), kind: values.kind, queue: 'redis' });
  console.log(`\n${text}`);
  return missed.length === 0 ? 0 : 1;
});
