import { argumentsOf, fail } from '../../support/arguments.mjs';

const USAGE = `Usage: node lab/chaos/run.mjs [--seconds <s>] [--kills <n>] [--submissions <n>] [--rate <n>] [--queue redis|postgres] [--seed <n>] [--provoke <names>] [--save <file>]
       node lab/chaos/run.mjs --prove [--planted <name>]

  --seconds      the shortest duration of load and faults together with the time reserved for the drain; 0 for the provocations alone (180)
  --kills        go on until this many processes were killed, and each fail point was hit a tenth as often (0)
  --submissions  go on until this many submissions were accepted (0)
  --rate         submissions a second that the clients try to send (120)
  --queue        where the queue is: redis or postgres (redis)
  --seed         a number that decides the plan of faults (random)
  --provoke      only these provocations, separated by commas (all)
  --save         also writes the report to a file, as Markdown
  --prove        instead shows that every build of lab/chaos/faults/planted is refused
  --planted      only this one of them, such as "read-only-unknown"`;

const { values } = argumentsOf(USAGE, {
  seconds: '180',
  kills: undefined,
  submissions: '0',
  rate: '120',
  queue: 'redis',
  seed: undefined,
  provoke: undefined,
  save: undefined,
  prove: false,
  planted: undefined,
});

export const options = {
  seconds: Number(values.seconds),
  kills: Number(values.kills ?? 0),
  submissions: Number(values.submissions),
  rate: Number(values.rate),
  queue: values.queue,
  seed: Number(values.seed ?? Math.floor(Math.random() * 1_000_000)),
  provoke: values.provoke?.split(','),
  save: values.save,
  prove: values.prove,
  planted: values.planted,
};

/** Verdicts on times need a machine that is not busy and enough samples, so that short runs only state these figures. */
export const isLong = options.seconds >= 600;

if (!((options.seconds === 0 || options.seconds >= 60) && options.rate > 0))
  fail('--seconds takes 0 or a number from 60, and --rate a positive one.', USAGE);
if (![options.kills, options.submissions, options.seed].every((each) => each >= 0))
  fail('--kills, --submissions and --seed take numbers.', USAGE);
if (!['redis', 'postgres'].includes(options.queue)) fail('--queue takes redis or postgres.', USAGE);
