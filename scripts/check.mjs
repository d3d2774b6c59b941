// Runs all static checks and the unit tests. A check that fails prints what to do.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const document = join(tmpdir(), `openapi-${process.pid}.json`);
const checks = [
  ['format', 'prettier', ['--check', '--log-level=warn', '.'], 'Run "npm run format".'],
  ['types', 'tsc', ['--noEmit', '-p', 'tsconfig.tests.json']],
  ['types of the embedded script', 'tsc', ['-p', 'src/intake/pages/embed']],
  ['lint', 'eslint', ['.']],
  ['imports', 'depcruise', ['src']],
  ['words', process.execPath, ['scripts/check-words.mjs'], 'Put it into words that name nothing of the product.'],
  ['lock file', process.execPath, ['scripts/check-lock.mjs'], 'Run "npm install" again and commit the lock file.'],
  ['build', 'nest', ['build']],
  ['API document', process.execPath, ['dist/openapi.js', document]],
  ['API document is valid', 'redocly', ['lint', 'openapi.json']],
  ['unit tests', 'jest', ['--selectProjects', 'unit', '--silent']],
];

process.env.PATH = `${join(process.cwd(), 'node_modules/.bin')}:${process.env.PATH}`;
process.env.REDOCLY_TELEMETRY = 'off';
process.env.REDOCLY_SUPPRESS_UPDATE_NOTICE = 'true';

for (const [what, command, args, remedy] of checks) {
  console.log(`\n== ${what}`);
  if (spawnSync(command, args, { stdio: 'inherit' }).status !== 0) fail(what, remedy);
  if (what === 'API document') compareDocument();
}

function compareDocument() {
  const isSame = readFileSync(document, 'utf8') === readFileSync('openapi.json', 'utf8');
  rmSync(document);
  if (!isSame) fail('API document', 'openapi.json differs from the code. Run "npm run openapi" and commit it.');
}

function fail(what, remedy = 'See above.') {
  console.error(`\nThe check "${what}" failed. ${remedy}`);
  process.exit(1);
}
