// Builds if needed and then runs a program: node scripts/start.mjs <main|worker|standalone|cli> [parameters].
// The program runs in this process, so that it receives the signals and sets the exit code.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { builtFile, buildIfNeeded, fail, PACKAGES_MISSING, PROGRAMS } from './build-if-needed.mjs';

const [entry = '', ...parameters] = process.argv.slice(2);
if (!PROGRAMS.includes(entry)) fail(`Usage: node scripts/start.mjs <${PROGRAMS.join('|')}> [parameters]`, 2);
await buildIfNeeded();

const program = builtFile(`${entry}.js`);
if (!existsSync(program)) fail(PACKAGES_MISSING);
process.argv = [process.argv[0], program, ...parameters];
try {
  await import(pathToFileURL(program).href);
} catch (error) {
  if (error.code !== 'MODULE_NOT_FOUND') throw error;
  fail(PACKAGES_MISSING);
}
