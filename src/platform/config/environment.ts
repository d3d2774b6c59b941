import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { OperatorError } from '../errors/operator-error';
import { misspeltNames } from './setting-names';

/**
 * The environment of this process, completed by the `.env` file of the working directory. Reports on standard error,
 * without values, which variables and lines have no effect. Throws an `OperatorError` when the file cannot be read.
 */
export function environmentOfThisProcess(): NodeJS.ProcessEnv {
  nameWithoutBlanks(process.env);
  const { ignoredLines, cutLines } = existsSync(FILE) ? loadFile() : { ignoredLines: [], cutLines: [] };
  for (const line of ignoredLines) warn(`Line ${line} of ${FILE} has no effect, because it is not written as NAME=value.`);
  for (const line of cutLines) warn(`The value in line ${line} of ${FILE} ends before its "#". Put it into quotes if it goes on.`);
  for (const { name, nearest } of misspeltNames(process.env)) warn(`${name} is not a setting and has no effect. Did you mean ${nearest}?`);
  return process.env;
}

/** Removes byte order marks and blanks from names, since files of variables that other programs have read may begin with one. */
function nameWithoutBlanks(env: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(env)) if (name !== trimmed(name)) env[trimmed(name)] ??= value;
}

const FILE = '.env';

function loadFile(): EnvFile {
  const file = parseEnvFile(decoded(readFile()));
  for (const [name, value] of Object.entries(file.variables)) process.env[name] ??= value;
  return file;
}

function readFile(): Buffer {
  try {
    return readFileSync(FILE);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new OperatorError(`The file ${FILE} cannot be read (${code}). Allow this user to read it, or remove it.`, { cause });
  }
}

/** Editors and shells of Windows write UTF-16, which begins with a byte order mark. */
function decoded(content: Buffer): string {
  const encodings: Record<string, string> = { fffe: 'utf-16le', feff: 'utf-16be' };
  return new TextDecoder(encodings[content.toString('hex', 0, 2)]).decode(content);
}

const warn = (line: string): void => void process.stderr.write(`Warning: ${line}\n`);

export interface EnvFile {
  variables: NodeJS.Dict<string>;
  /** The numbers, from 1, of lines that are neither assignments nor blank nor comments. */
  ignoredLines: number[];
  /** The numbers of lines whose value is not in quotes and has a `#` inside of a word, at which it ends. */
  cutLines: number[];
}

/**
 * Parses a `.env` file. Node's parser gets one assignment at a time, because it loses an assignment after any other line, and takes a byte
 * order mark or a no-break space for a part of a name or a value.
 */
export function parseEnvFile(content: string): EnvFile {
  const text = content.replace(/\r\n?/g, '\n');
  const variables: NodeJS.Dict<string> = {};
  const cutLines: number[] = [];
  const rest = text.replace(ASSIGNMENT, (lines: string, name: string, quoted: string | undefined, plain: string, offset: number) => {
    const value = parseEnv(`${name}=${quoted ?? ''}${trimmed(plain)}`)[name] ?? '';
    variables[name] = quoted === undefined ? trimmed(value) : value;
    if (quoted === undefined && CUT.test(plain)) cutLines.push(text.slice(0, offset).split('\n').length);
    return lines.replace(/[^\n]/g, '');
  });
  const isIgnored = (line: string): boolean => !/^(#|$)/.test(trimmed(line));
  const ignoredLines = rest.split('\n').flatMap((line, index) => (isIgnored(line) ? [index + 1] : []));
  return { variables, ignoredLines, cutLines };
}

/** Spaces of all kinds, and the marks without a width with which files and copied texts begin. */
const BLANK = '[\\u200B-\\u200D\\u2060\\uFEFF \\t\\f\\v\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000]';

const trimmed = (text: string): string => text.replace(EDGES, '');
const EDGES = new RegExp(`^${BLANK}+|(?<!${BLANK})${BLANK}+$`, 'g');

/** An assignment, whose quoted value may have several lines. */
const ASSIGNMENT = new RegExp(
  `^${BLANK}*(?:export${BLANK}+)?([A-Za-z_]\\w*)${BLANK}*=${BLANK}*("[^"]*"|'[^']*'|\`[^\`]*\`)?([^\\n]*)(?![^\\n])`,
  'gm',
);

const CUT = /^[^#]*[^\s#]#/;
