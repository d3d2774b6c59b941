import { argumentsOf, fail, requireQueue } from './arguments.mjs';

const USAGE = `Usage: node chaos/run.mjs [--seconds <s>] [--kills <n>] [--submissions <n>] [--rate <n>] [--queue redis|postgres] [--seed <n>] [--save <file>]

  --seconds      the shortest duration of load and faults together with the time reserved for the drain (180)
  --kills        go on until this many processes were killed, and each fail point was hit a tenth as often (0)
  --submissions  go on until this many submissions were accepted (0)
  --rate         submissions a second that the clients try to send (120)
  --queue        where the queue is: redis or postgres (redis)
  --seed         a number that decides the plan of faults (random)
  --save         also writes the report to a file, as Markdown`;

const values = argumentsOf(USAGE, {
  seconds: '180',
  kills: undefined,
  submissions: '0',
  rate: '120',
  queue: 'redis',
  seed: undefined,
  save: undefined,
});

export const options = {
  seconds: Number(values.seconds),
  kills: Number(values.kills ?? 0),
  submissions: Number(values.submissions),
  rate: Number(values.rate),
  queue: values.queue,
  seed: Number(values.seed ?? Math.floor(Math.random() * 1_000_000)),
  save: values.save,
};

/** Verdicts on times need a machine that is not busy and enough samples, so that short runs only state these figures. */
export const isLong = options.seconds >= 600;

if (!(options.seconds >= 60 && options.rate > 0))
  fail('--seconds takes a number from 60, and --rate a positive one.', USAGE);
if (![options.kills, options.submissions, options.seed].every((each) => each >= 0))
  fail('--kills, --submissions and --seed take numbers.', USAGE);
requireQueue(options.queue, USAGE);
