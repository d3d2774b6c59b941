import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { OperatorError } from '../errors/operator-error';
import { misspeltNames } from './setting-names';

/**
 * The environment of this process, completed by the `.env` file of the working directory. Reports on standard error,
 * without values, which variables and lines have no effect. Throws an `OperatorError` when the file cannot be read.
 */
export function environmentOfThisProcess(): NodeJS.ProcessEnv {
  const lines = existsSync(FILE) ? loadFile() : [];
  for (const line of lines) warn(`Line ${line} of ${FILE} has no effect, because it is not written as NAME=value.`);
  for (const { name, nearest } of misspeltNames(process.env)) warn(`${name} is not a setting and has no effect. Did you mean ${nearest}?`);
  return process.env;
}

const FILE = '.env';

function loadFile(): number[] {
  const { variables, ignoredLines } = parseEnvFile(readFile());
  for (const [name, value] of Object.entries(variables)) process.env[name] ??= value;
  return ignoredLines;
}

function readFile(): string {
  try {
    return readFileSync(FILE, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new OperatorError(`The file ${FILE} cannot be read (${code}). Allow this user to read it, or remove it.`, { cause });
  }
}

const warn = (line: string): void => void process.stderr.write(`Warning: ${line}\n`);

export interface EnvFile {
  variables: NodeJS.Dict<string>;
  /** The numbers, from 1, of lines that are neither assignments nor blank nor comments. */
  ignoredLines: number[];
}

/** Parses a `.env` file. Node's parser gets only the assignments, because it loses an assignment after any other line. */
export function parseEnvFile(content: string): EnvFile {
  const variables = parseEnv((content.match(ASSIGNMENT) ?? []).join('\n'));
  const rest = content.replace(ASSIGNMENT, (lines) => lines.replace(/[^\n]/g, ''));
  const isIgnored = (line: string): boolean => !/^\s*(#|$)/.test(line);
  const ignoredLines = rest.split('\n').flatMap((line, index) => (isIgnored(line) ? [index + 1] : []));
  return { variables, ignoredLines };
}

/** An assignment, whose quoted value may have several lines. */
const ASSIGNMENT = /^[ \t]*(?:export[ \t]+)?[A-Za-z_]\w*[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'|`[^`]*`)?[^\n]*$/gm;
