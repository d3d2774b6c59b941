// Restarts processes of the service in turn under load, and counts what clients see of it. See README.md.
import { optionsOf, QUEUE, SEED } from '../support/arguments.mjs';
import { runAsProgram } from './support/program.mjs';

const options = optionsOf('chaos/rolling', {
  restarts: [20, 'of API processes'],
  stops: [10, 'orderly stops of workers'],
  rate: [200, 'requests a second while API processes are restarted'],
  proxy: ['haproxy', 'the reverse proxy, with its configuration in deploy/', ['haproxy', 'nginx']],
  queue: QUEUE,
  seed: SEED,
});
const trial = async () => (await import('./rolling/restarts.mjs')).restartInTurn(options);
await runAsProgram(trial, { withinSeconds: 60 * (options.restarts + options.stops) + 900 });
