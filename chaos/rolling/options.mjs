import { parseArgs } from 'node:util';

const USAGE = `Usage: node chaos/rolling.mjs [--restarts <n>] [--stops <n>] [--rate <n>] [--proxy haproxy|nginx] [--queue redis|postgres]

  --restarts  restarts of API processes (20)
  --stops     orderly stops of workers (10)
  --rate      requests a second while API processes are restarted (200)
  --proxy     the reverse proxy, with its configuration in deploy/ (haproxy)
  --queue     where the queue is: redis or postgres (redis)`;

const { values } = parsed();

export const options = {
  restarts: Number(values.restarts),
  stops: Number(values.stops),
  rate: Number(values.rate),
  proxy: values.proxy,
  queue: values.queue,
};

if (!(options.restarts >= 0 && options.stops >= 0 && options.rate > 0))
  fail('--restarts, --stops and --rate take numbers.');
if (!['haproxy', 'nginx'].includes(options.proxy)) fail('--proxy takes haproxy or nginx.');
if (!['redis', 'postgres'].includes(options.queue)) fail('--queue takes redis or postgres.');

function parsed() {
  const text = { type: 'string' };
  try {
    return parseArgs({
      options: {
        restarts: { ...text, default: '20' },
        stops: { ...text, default: '10' },
        rate: { ...text, default: '200' },
        proxy: { ...text, default: 'haproxy' },
        queue: { ...text, default: 'redis' },
      },
    });
  } catch (error) {
    return fail(error.message);
  }
}

function fail(message) {
  console.error(`${message}\n\n${USAGE}`);
  process.exit(2);
}
