// Lets the object store fail, answer slowly and not at all under load, and checks that only uploads notice: npm run chaos:store [-- options].
// See lab/chaos/README.md.
import { buildIfNeeded } from '../../scripts/build-if-needed.mjs';
import { argumentsOf, fail } from '../support/arguments.mjs';
import { runProgram } from '../support/at-end.mjs';

const USAGE = `Usage: node lab/chaos/store.mjs [--seconds <s>] [--rate <n>] [--uploads <n>] [--queue redis|postgres] [--seed <n>]

  --seconds  how long it lasts, in which every kind of failure happens once (240)
  --rate     submissions without files a second (40)
  --uploads  submissions with a file a second (10)
  --queue    where the queue is: redis or postgres (redis)
  --seed     a number that decides which forms are submitted to (random)`;

const { values } = argumentsOf(USAGE, {
  seconds: '240',
  rate: '40',
  uploads: '10',
  queue: 'redis',
  seed: String(Math.floor(Math.random() * 1_000_000)),
});
const numbers = ['seconds', 'rate', 'uploads', 'seed'].map((name) => [name, Number(values[name])]);
if (!numbers.every(([, number]) => number >= 0)) fail('--seconds, --rate, --uploads and --seed take numbers.', USAGE);
if (!['redis', 'postgres'].includes(values.queue)) fail('--queue takes redis or postgres.', USAGE);

await buildIfNeeded();
await runProgram(async () => {
  const { troubleStore } = await import('./store/trial.mjs'); // which needs the build
  const { text, missed } = await troubleStore({ ...Object.fromEntries(numbers), queue: values.queue });
  console.log(`\n${text}`);
  return missed.length === 0 ? 0 : 1;
});
