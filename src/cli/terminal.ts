/** Where a command reads from and writes to, and the settings that it was called with. */
export interface Terminal {
  stdin: Input;
  stdout: Output;
  stderr: Output;
  env: NodeJS.ProcessEnv;
}

export interface Input extends AsyncIterable<Uint8Array> {
  /** Whether somebody types it. */
  isTTY?: boolean;
}

export interface Output {
  write(text: string): unknown;
}

/** The result of a command: one JSON document for programs, or lines for people. Nothing else is written to standard output. */
export function print({ stdout }: Terminal, { json }: PrintOptions, document: unknown, lines: string[]): void {
  stdout.write(`${json ? JSON.stringify(document, null, 2) : lines.join('\n')}\n`);
}

export interface PrintOptions {
  json?: boolean;
}

/** How a command takes the wish for JSON: `command.option(...JSON_OPTION)`. */
export const JSON_OPTION = ['--json', 'print one JSON document'] as const;
