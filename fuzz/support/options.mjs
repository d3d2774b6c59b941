import { parseArgs } from 'node:util';

const USAGE = `Usage: node fuzz/run.mjs [--seed <n>] [--requests <n>] [--seconds <s>] [--connections <n>] [--url <url>] [--discard]

  --seed         start of the random choices (1)
  --requests     number of requests (100000)
  --seconds      end after this time, if it comes first
  --connections  requests in flight (16)
  --url          a running service, whose key and database are in FUZZ_KEY and FUZZ_DATABASE_URL; by default one is started
  --discard      do not write findings to fuzz/seeds`;

const { values } = parsed();

export const options = {
  seed: numberOf('seed'),
  requests: numberOf('requests'),
  seconds: values.seconds === undefined ? Infinity : numberOf('seconds'),
  connections: numberOf('connections'),
  url: values.url,
  discard: values.discard,
};

function parsed() {
  try {
    return parseArgs({
      options: {
        seed: { type: 'string', default: '1' },
        requests: { type: 'string', default: '100000' },
        seconds: { type: 'string' },
        connections: { type: 'string', default: '16' },
        url: { type: 'string' },
        discard: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    return fail(error.message);
  }
}

function numberOf(name) {
  const number = Number(values[name]);
  return number > 0 ? number : fail(`--${name} takes a positive number.`);
}

function fail(message) {
  console.error(`${message}\n\n${USAGE}`);
  process.exit(2);
}
