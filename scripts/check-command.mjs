// Checks the command of an installed client: it needs no package but its own, its help fits a screen, and it finds mistakes in files.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SCREEN = { lines: 24, columns: 80 };
const COMMANDS = ['from-html', 'pull', 'check', 'plan', 'apply', 'types', 'listen', 'mcp'];
const SAMPLE = 'name: Contact\nfields:\n  - {name: email, type: string}\n';

/** Throws for the first fault. @param project the folder of the project in which the package is installed */
export function checkCommand(project) {
  const installed = join(project, 'node_modules/form-collection-client');
  checkPackage(installed);
  const run = (...words) => spawnSync(join(project, 'node_modules/.bin/form-collection'), words, { cwd: project, encoding: 'utf8' });
  const { version } = manifestOf(installed);
  expectEqual('--version', run('--version').stdout, `${version}\n`);
  for (const words of [[], ...COMMANDS.map((name) => [name])]) checkHelp(words.join(' '), run(...words, '--help'));
  mkdirSync(join(project, 'forms'));
  writeFileSync(join(project, 'forms/contact.yaml'), SAMPLE);
  expectEqual('check of a sound file', run('check').status, 0);
  writeFileSync(join(project, 'forms/contact.yaml'), SAMPLE.replace('string', 'text'));
  const { status, stderr } = run('check');
  expectEqual('check of a faulty file', [status, stderr.includes('forms/contact.yaml:3:')], [1, true]);
  console.log(`form-collection ${version} has ${statSync(join(installed, 'dist/form-collection.cjs')).size} bytes`);
}

function checkPackage(installed) {
  const { dependencies = {}, peerDependencies = {} } = manifestOf(installed);
  expectEqual('the dependencies', { ...dependencies, ...peerDependencies }, {});
  for (const file of ['form.schema.json', 'dist/THIRD-PARTY-NOTICES', 'CHANGELOG.md'])
    if (!existsSync(join(installed, file))) throw new Error(`The package lacks ${file}`);
}

function checkHelp(name, { status, stdout }) {
  const lines = stdout.trimEnd().split('\n');
  const isWide = lines.some((line) => line.length > SCREEN.columns);
  expectEqual(
    `the help of "${name}"`,
    { status, isWide, isLong: lines.length > SCREEN.lines },
    { status: 0, isWide: false, isLong: false },
  );
}

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

function expectEqual(subject, actual, expected) {
  if (JSON.stringify(actual) !== JSON.stringify(expected))
    throw new Error(`${subject}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
}
