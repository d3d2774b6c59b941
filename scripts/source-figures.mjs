// Prints the figures of the source: node scripts/source-figures.mjs. The source is what Git tracks in src, without tests.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 2 ** 26 })
  .split('\0')
  .filter(Boolean);
const textOf = (file) => readFileSync(file, 'utf8');
const linesOf = (file) => textOf(file).split('\n').length - 1;
const sum = (files) => files.reduce((lines, file) => lines + linesOf(file), 0);

const source = tracked.filter(
  (file) =>
    !file.startsWith('src/migrations/') &&
    /^src\/.*\.(?:ts|mjs|cjs|sql|liquid|css|html)$/.test(file) &&
    !/\.(?:spec|fixture)\.ts$/.test(file),
);
const migrations = tracked.filter((file) => file.startsWith('src/migrations/'));
const [longest] = source.map((file) => [linesOf(file), file]).sort(([a], [b]) => b - a);
const ignored = tracked.filter((file) => /\.(?:[cm]?[jt]s|css|md|ya?ml)$/.test(file) && file !== 'scripts/source-figures.mjs');
const ignores = ignored.flatMap((file) => textOf(file).match(/prettier-ignore/g) ?? []).length;

/** The functions of the database that more than one text defines. */
const definitions = [...source, ...migrations]
  .filter((file) => /\.(?:sql|ts)$/.test(file))
  .flatMap((file) => [...textOf(file).matchAll(/create (?:or replace )?function (\w+)/gi)].map(([, name]) => name));
const repeated = [...new Set(definitions)].filter((name) => definitions.indexOf(name) !== definitions.lastIndexOf(name));

const code = source.filter((file) => file.endsWith('.ts'));
console.log(`TypeScript                  ${sum(code)} lines in ${code.length} files
with SQL, pages and styles  ${sum(source)} lines in ${source.length} files
longest file                ${longest.join(' lines: ')}
migrations                  ${sum(migrations)} lines in ${migrations.length} files
prettier-ignore             ${ignores}
npm scripts                 ${Object.keys(JSON.parse(textOf('package.json')).scripts).length}
functions defined twice     ${repeated.length} of ${new Set(definitions).size}${repeated.map((name) => `\n  ${name}`).join('')}`);
