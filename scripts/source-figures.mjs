// Counts the source and exits with 1 when a figure is above its limit: node scripts/source-figures.mjs [folder]. docs/adr/0054-one-of-each.md
// gives the reasons for the limits. The source is what Git tracks in the folder.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)));
const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 2 ** 26 })
  .split('\0')
  .filter((file) => existsSync(file) && !file.startsWith('client/src/generated/')); // a removed file is tracked until its removal is staged
const linesOf = (file) => readFileSync(file, 'utf8').split('\n');
const textOf = (file) => linesOf(file).join('\n');
const filesLike = (pattern, except = /^$/) => tracked.filter((file) => pattern.test(file) && !except.test(file));

const TESTS = /\.(?:spec|fixture)\.ts$|^(?:console|embed)\/test\//;
const service = filesLike(/^src\/(?!migrations\/).*\.ts$/, TESTS);
const browsers = filesLike(/^(?:console|embed)\/.*\.ts$/, TESTS);
const command = filesLike(/^client\/command\/.*\.ts$/, TESTS);
const building = filesLike(/^(?:scripts|\.ci)\/|^jest[\w.]*\.js$/);

/** Comments of code that begin with a clause in place of a sentence, as in "What a run needs."; those that ask a question are none. */
const HEADLESS = /^(?:What|Whether|Which|How|Who|Whose|Why|(?:Until|Since) when) |^(?:When|Where) [^,]*$/;
const COMMENT = { sql: /^\s*-- (.*)/, js: /^\s*(?:\/\*\*?|\/\/) ?(.*)/, other: /^\s*# (.*)/ };

/** The first sentence of each comment, with its place. */
function commentsOf(file) {
  const lines = linesOf(file);
  const marks = /\.(?:[cm]?[jt]s|css)$/.test(file) ? COMMENT.js : file.endsWith('.sql') ? COMMENT.sql : COMMENT.other;
  return lines.flatMap((line, index) => {
    const first = marks.exec(line)?.[1];
    const isContinued = !/^\s*\/\*/.test(line) && marks.test(lines[index - 1] ?? '');
    if (first === undefined || isContinued) return [];
    const text = [first, ...lines.slice(index + 1, index + 4)].join(' ').replace(/ *\*\/.*|\s+(?:\*|\/\/|--|#)(?= )/g, ' ');
    const [sentence] = /^[^]*?[.?](?=\s|$)|^[^]*/.exec(text.trim());
    return [{ place: `${file}:${index + 1}`, sentence }];
  });
}

const headless = filesLike(/\.(?:[cm]?[jt]s|css|sql|ya?ml|cfg|conf|service)$|^\.ci\//)
  .flatMap(commentsOf)
  .filter(({ sentence }) => HEADLESS.test(sentence) && !sentence.endsWith('?'))
  .map(({ place, sentence }) => `${place} ${sentence}`);

/** Blocks of code have the lines that programs print. */
const LINE = 250;
const wide = filesLike(/\.md$/).flatMap((file) => {
  let isCode = false;
  return linesOf(file).flatMap((line, index) => {
    if (/^ *(?:```|~~~)/.test(line)) isCode = !isCode;
    return line.length > LINE && !isCode ? [`${file}:${index + 1} ${line.length} characters`] : [];
  });
});

const definitions = filesLike(/^src\/.*\.(?:sql|ts)$/, TESTS).flatMap((file) =>
  [...textOf(file).matchAll(/create (?:or replace )?function (\w+)/gi)].map(([, name]) => name),
);
const twice = [...new Set(definitions.filter((name, index) => definitions.indexOf(name) !== index))];

const lines = (files) => files.reduce((sum, file) => sum + linesOf(file).length - 1, 0);
const FIGURES = [
  { name: 'lines of the service', count: lines(service), limit: 66_500, files: service },
  { name: 'lines in browsers', count: lines(browsers), limit: 15_000, files: browsers },
  { name: 'lines that build and test', count: lines(building), limit: 2_400, files: building },
  { name: 'lines of the command', count: lines(command), limit: 7_000, files: command },
  { name: 'functions of the database that are defined twice', count: twice.length, limit: 0, found: twice },
  { name: 'headless comments', count: headless.length, limit: 0, found: headless },
  { name: `lines of documents above ${LINE} characters`, count: wide.length, limit: 0, found: wide },
];
for (const { name, count, limit, files, found = [] } of FIGURES) {
  const verdict = count > limit ? 'ABOVE' : 'ok';
  console.log(`${verdict.padEnd(6)}${String(count).padStart(6)} of ${limit} ${name}${files ? `, ${files.length} files` : ''}`);
  for (const each of found) console.log(`        ${each}`);
}
process.exitCode = FIGURES.some(({ count, limit }) => count > limit) ? 1 : 0;
