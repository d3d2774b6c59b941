import { dirname } from 'node:path';
import type { Command } from 'commander';
import { findDefinitions, nameOf, readDefinition } from '../definition/definition-file.js';
import { Fault, lineOf, type Mistake } from '../faults.js';
import { JSON_OPTION, print, type PrintOptions, type Run, type Terminal } from '../terminal.js';
import { checkDefinition } from './check-definition.js';

interface CheckedFile {
  file: string;
  mistakes: Mistake[];
}

export function addCheckCommand(program: Command, run: Run): void {
  program
    .command('check')
    .description('Finds mistakes in files, without the network. Variables count as fitting.')
    .argument('[files...]', 'files and folders; by default the folder forms')
    .option(...JSON_OPTION)
    .action((words: string[], options: PrintOptions) => check(words, options, run));
}

function check(words: readonly string[], options: PrintOptions, run: Run): void {
  const paths = findDefinitions(words, run.terminal);
  const files = paths.map((path) => withTwins(checkedFile(path, run.terminal), paths));
  const faulty = files.filter(({ mistakes }) => mistakes.length > 0);
  const { stderr } = run.terminal;
  if (!options.json) for (const { mistakes } of faulty) stderr.write(`${mistakes.map(lineOf).join('\n')}\n`);
  print(run, options, { files: files.map(documentOf) }, faulty.length > 0 ? faulty.map(sumOf) : [soundOf(files)]);
  if (faulty.length > 0) run.exitCode = 1;
}

/** A file that cannot be read does not hold up the others. */
function checkedFile(file: string, terminal: Terminal): CheckedFile {
  try {
    return { file, mistakes: checkDefinition(readDefinition(file, terminal), null).mistakes };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { file, mistakes: [...error.mistakes] };
  }
}

/** Two files beside one lock file that differ only in their extensions are of one form. */
function withTwins({ file, mistakes }: CheckedFile, paths: readonly string[]): CheckedFile {
  const twins = paths.filter((path) => path !== file && nameOf(path) === nameOf(file) && dirname(path) === dirname(file));
  const place = { file, line: 1, column: 1 };
  const told = twins.map((twin) => ({
    message: `${twin} has the same name, by which the lock file knows a form. Rename one of them.`,
    place,
  }));
  return { file, mistakes: [...told, ...mistakes] };
}

const documentOf = ({ file, mistakes }: CheckedFile) => ({
  file,
  mistakes: mistakes.map(({ message, place }) => ({ line: place?.line ?? 1, column: place?.column ?? 1, message })),
});

const sumOf = ({ file, mistakes }: CheckedFile): string =>
  `${file} has ${mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`}.`;

const soundOf = (files: readonly CheckedFile[]): string =>
  files.length === 1 ? `${files[0]!.file} is sound.` : `${files.length} files are sound.`;
