import { argumentsOf, fail } from '../../support/arguments.mjs';

const USAGE = `Usage: node lab/chaos/rolling.mjs [--restarts <n>] [--stops <n>] [--rate <n>] [--proxy haproxy|nginx] [--queue redis|postgres]

  --restarts  restarts of API processes (20)
  --stops     orderly stops of workers (10)
  --rate      requests a second while API processes are restarted (200)
  --proxy     the reverse proxy, with its configuration in deploy/ (haproxy)
  --queue     where the queue is: redis or postgres (redis)`;

const { values } = argumentsOf(USAGE, { restarts: '20', stops: '10', rate: '200', proxy: 'haproxy', queue: 'redis' });

export const options = {
  restarts: Number(values.restarts),
  stops: Number(values.stops),
  rate: Number(values.rate),
  proxy: values.proxy,
  queue: values.queue,
};

if (!(options.restarts >= 0 && options.stops >= 0 && options.rate > 0)) fail('--restarts, --stops and --rate take numbers.', USAGE);
if (!['haproxy', 'nginx'].includes(options.proxy)) fail('--proxy takes haproxy or nginx.', USAGE);
if (!['redis', 'postgres'].includes(options.queue)) fail('--queue takes redis or postgres.', USAGE);
