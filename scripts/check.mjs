// Runs all static checks, as many at a time as there are processors, and then the unit tests: node scripts/check.mjs [--static]
// [--at-once <n>]. The first option leaves out the unit tests. A check that fails prints what to do.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { REDOCLY_ENVIRONMENT } from './redocly.mjs';

const { values: options } = parseArgs({
  options: { static: { type: 'boolean' }, 'at-once': { type: 'string', default: String(availableParallelism()) } },
});

/** Each is a list of commands. The longest come first, so that the others run beside them. */
const checks = [
  { what: 'lint and types', commands: [['node', '--max-old-space-size=4096', 'scripts/lint-and-types.mjs']] },
  {
    what: 'API document',
    commands: [['node', 'scripts/openapi.mjs', '--check']],
    remedy: 'If openapi.json differs from the code, run "npm run generate" and commit it.',
  },
  {
    what: 'format',
    commands: [['prettier', '--check', '--cache', '--log-level=warn', '.']],
    remedy: 'Run "npm run format".',
  },
  { what: 'imports', commands: [['depcruise', 'src']] },
  {
    what: 'words',
    commands: [['node', 'scripts/check-words.mjs']],
    remedy: 'Put it into words that name nothing of the product.',
  },
  {
    what: 'lock file',
    commands: [['node', 'scripts/check-lock.mjs']],
    remedy: 'Run "npm install" again and commit the lock file.',
  },
  { what: 'API document is valid', commands: [['redocly', 'lint', 'openapi.json']] },
  {
    what: 'API document is clear',
    commands: [['node', 'scripts/check-document.mjs']],
    remedy: 'See docs/adr/0032-the-typed-client.md.',
  },
  {
    what: 'size of the console',
    commands: [['node', 'scripts/check-console.mjs']],
    remedy: 'Find what made it larger: esbuild tells with "--analyze".',
  },
  { what: 'package of the client', commands: [['node', 'scripts/check-client.mjs']] },
  {
    what: 'client is generated',
    commands: [['node', 'scripts/client.mjs', '--check']],
    remedy: 'Run "npm run generate" and commit it.',
  },
];

const isColored = process.stdout.isTTY && !process.env.NO_COLOR;
const environment = {
  ...process.env,
  ...(isColored && { FORCE_COLOR: '1' }),
  PATH: `${join(process.cwd(), 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
  ...REDOCLY_ENVIRONMENT,
};

const waiting = [...checks];
await Promise.all(Array.from({ length: Number(options['at-once']) }, checkWaiting));
if (process.exitCode === undefined && !options.static) {
  console.log('\n== unit tests');
  process.exitCode = await exitCodeOf(start(['jest', '--selectProjects', 'unit', '--silent'], 'inherit'));
}

async function checkWaiting() {
  for (let check = waiting.shift(); check; check = waiting.shift()) await run(check);
}

/** Prints the output of a check when it has ended, since others run beside it. */
async function run({ what, commands, remedy = 'See above.' }) {
  let output = '';
  let hasFailed = false;
  for (const command of commands) {
    const child = start(command, 'pipe');
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
    hasFailed ||= (await exitCodeOf(child)) !== 0;
    if (hasFailed) break;
  }
  console.log(`\n== ${what}\n${output}`.trimEnd());
  if (!hasFailed) return;
  console.error(`\nThe check "${what}" failed. ${remedy}`);
  process.exitCode = 1;
}

function start([name, ...parameters], output) {
  const command = name === 'node' ? process.execPath : name;
  return spawn(command, parameters, { stdio: ['ignore', output, output], env: environment });
}

/** Of a process, or 1 when a signal has ended it. */
function exitCodeOf(child) {
  return new Promise((resolve, reject) => child.once('error', reject).once('close', (code) => resolve(code ?? 1)));
}
