import { argumentsOf, fail } from '../../support/arguments.mjs';

const USAGE = `Usage: node lab/fuzz/run.mjs [--seed <n>] [--requests <n>] [--seconds <s>] [--connections <n>] [--url <url>] [--discard]

  --seed         start of the random choices (1)
  --requests     number of requests (100000)
  --seconds      end after this time, if it comes first
  --connections  requests in flight (16)
  --url          a running service, whose key and database are in FUZZ_KEY and FUZZ_DATABASE_URL; by default one is started
  --discard      do not write findings to lab/fuzz/seeds`;

const { values } = argumentsOf(USAGE, {
  seed: '1',
  requests: '100000',
  seconds: undefined,
  connections: '16',
  url: undefined,
  discard: false,
});

export const options = {
  seed: numberOf('seed'),
  requests: numberOf('requests'),
  seconds: values.seconds === undefined ? Infinity : numberOf('seconds'),
  connections: numberOf('connections'),
  url: values.url,
  discard: values.discard,
};

function numberOf(name) {
  const number = Number(values[name]);
  return number > 0 ? number : fail(`--${name} takes a positive number.`, USAGE);
}
