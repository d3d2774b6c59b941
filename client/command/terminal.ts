/** The process as commands see it. */
export interface Terminal {
  stdin: Input;
  stdout: Output;
  stderr: Output;
  env: Readonly<Record<string, string | undefined>>;
  /** The folder to which the paths of files are relative. */
  cwd: string;
}

export interface Input extends NodeJS.ReadableStream {
  /** True for a keyboard, false for a file or a pipe. */
  isTTY?: boolean;
}

export interface Output {
  /** True for a screen, false for a file or a pipe. */
  isTTY?: boolean;
  write(text: string): unknown;
}

/** One run of the command. Commands set the exit code: 0 for done or nothing to do, 1 for a fault, 2 where `plan` has found changes. */
export interface Run {
  terminal: Terminal;
  exitCode: number;
}

export interface PrintOptions {
  json?: boolean;
}

/** Arguments for `command.option(...)` that select JSON output. */
export const JSON_OPTION = ['--json', 'print one JSON document'] as const;

/** Writes the result of a command to standard output: one JSON document with `--json`, lines of text otherwise. */
export function print({ terminal }: Run, { json }: PrintOptions, document: unknown, lines: readonly string[]): void {
  const text = json ? jsonText(document) : lines.join('\n');
  if (text !== '') terminal.stdout.write(`${text}\n`);
}

/** Escapes the characters that would act on a terminal, which JSON allows in texts. */
const jsonText = (document: unknown): string =>
  JSON.stringify(document, null, 2).replace(ACTING, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

const ACTING = /[\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** True when a person can be asked, so that a command may wait for an answer. */
export const isInteractive = ({ stdin, stderr }: Terminal): boolean => stdin.isTTY === true && stderr.isTTY === true;
