import { parseEnv } from 'node:util';

export interface EnvFile {
  variables: NodeJS.Dict<string>;
  /** The numbers, from 1, of the lines that set no variable and are neither blank nor comments. */
  ignoredLines: number[];
}

/** Parses a `.env` file. Node's parser gets the assignments only, because it loses an assignment that follows any other line. */
export function parseEnvFile(content: string): EnvFile {
  const variables = parseEnv((content.match(ASSIGNMENT) ?? []).join('\n'));
  const rest = content.replace(ASSIGNMENT, (lines) => lines.replace(/[^\n]/g, ''));
  const isIgnored = (line: string): boolean => !/^\s*(#|$)/.test(line);
  const ignoredLines = rest.split('\n').flatMap((line, index) => (isIgnored(line) ? [index + 1] : []));
  return { variables, ignoredLines };
}

/** A quoted value may span lines. */
const ASSIGNMENT = /^[ \t]*(?:export[ \t]+)?[A-Za-z_]\w*[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'|`[^`]*`)?[^\n]*$/gm;
