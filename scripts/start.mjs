// Builds when the sources changed, then becomes the program: node scripts/start.mjs <main|worker|standalone|cli> [parameters].
// One process from the first to the last, so that signals reach the service and its exit code is ours.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { builtFile, buildIfNeeded } from './build-if-needed.mjs';

const [entry = '', ...parameters] = process.argv.slice(2);
await buildIfNeeded();

const program = builtFile(`${entry}.js`);
if (!/^\w+$/.test(entry) || !existsSync(program)) {
  console.error('Usage: node scripts/start.mjs <main|worker|standalone|cli> [parameters]');
  process.exit(2);
}
process.argv = [process.argv[0], program, ...parameters];
await import(pathToFileURL(program).href);
