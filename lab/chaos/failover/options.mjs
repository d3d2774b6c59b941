import { argumentsOf, fail } from '../../support/arguments.mjs';
import { FAULT_NAMES } from './faults.mjs';

const USAGE = `Usage: node lab/chaos/failover.mjs [--seconds <s>] [--faults <n>] [--rate <n>] [--address haproxy|hosts] [--queue redis|postgres] [--seed <n>] [--only <fault>]

  --seconds  the time in which faults begin (300)
  --faults   go on until there were this many, also when the time is over (0)
  --rate     submissions a second (100)
  --address  how the service finds the primary: by HAProxy, or by the hosts in its address (haproxy)
  --queue    where the queue is: redis or postgres (redis)
  --seed     a number that decides the order of the faults (random)
  --only     one kind of fault, such as "suspend the node" (all of them)`;

const { values } = argumentsOf(USAGE, {
  seconds: '300',
  faults: '0',
  rate: '100',
  address: 'haproxy',
  queue: 'redis',
  seed: undefined,
  only: undefined,
});

export const options = {
  seconds: Number(values.seconds),
  faults: Number(values.faults),
  rate: Number(values.rate),
  address: values.address,
  queue: values.queue,
  only: values.only,
  seed: Number(values.seed ?? Math.floor(Math.random() * 1_000_000)),
};

/** As in `npm run chaos`: short runs only state times. */
export const isLong = options.seconds >= 600 || options.faults >= 20;

if (!(options.seconds >= 0 && options.faults >= 0 && options.rate > 0 && options.seed >= 0))
  fail('--seconds, --faults, --rate and --seed take numbers.', USAGE);
if (!['haproxy', 'hosts'].includes(options.address)) fail('--address takes haproxy or hosts.', USAGE);
if (!['redis', 'postgres'].includes(options.queue)) fail('--queue takes redis or postgres.', USAGE);
if (options.only && !FAULT_NAMES.includes(options.only)) fail(`--only takes ${FAULT_NAMES.join(', ')}.`, USAGE);
