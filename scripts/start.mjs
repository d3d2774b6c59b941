// Builds if needed and then runs a program: node scripts/start.mjs <main|worker|standalone|cli> [parameters].
// The program runs in this process, so that it receives the signals and sets the exit code.
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
