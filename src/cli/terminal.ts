import type { INestApplicationContext } from '@nestjs/common';

export interface Terminal {
  stdin: Input;
  stdout: Output;
  stderr: Output;
  env: NodeJS.ProcessEnv;
  /** Services that the caller has opened for several commands. Without them, a command opens and closes its own. */
  opened?: INestApplicationContext;
}

export interface Input extends AsyncIterable<Uint8Array> {
  /** True for a keyboard, false for a file or a pipe. */
  isTTY?: boolean;
}

export interface Output {
  /** True for a screen, false for a file or a pipe. */
  isTTY?: boolean;
  write(text: string): unknown;
}

/** Writes the result of a command to standard output: one JSON document with `--json`, lines of text otherwise. */
export function print({ stdout }: Terminal, { json }: PrintOptions, document: unknown, lines: string[]): void {
  stdout.write(`${json ? JSON.stringify(document, null, 2) : lines.join('\n')}\n`);
}

export interface PrintOptions {
  json?: boolean;
}

/** Arguments for `command.option(...)` that select JSON output. */
export const JSON_OPTION = ['--json', 'print one JSON document'] as const;

/** Ends a command with exit code 1 after it has printed a result that contains the reason. */
export class CommandFailure extends Error {}

export function tableLines(header: string[], rows: string[][]): string[] {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => lengthOf(row[column]))));
  return all.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - lengthOf(cell)))
      .join('  ')
      .trimEnd(),
  );
}

/** Counts code points, since one character can take two UTF-16 code units. */
const lengthOf = (cell = ''): number => [...cell].length;
