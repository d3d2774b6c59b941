import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { runCommand } from '../../client/command/program.js';
import { atEnd } from './at-end';

export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** The text that a person types, or that a pipe carries. */
class Typed extends PassThrough {
  constructor(readonly isTTY: boolean) {
    super();
  }
}

/** The repository of a website, in which the command runs as in a pipeline: without a terminal. */
export class Website {
  readonly folder = mkdtempSync(join(tmpdir(), 'website-'));
  readonly remove = atEnd(async () => rmSync(this.folder, { recursive: true, force: true }));

  constructor(readonly env: Record<string, string>) {}

  /** A repository whose environment names a service and a key. */
  static of(service: { baseUrl: string }, key: string, env: Record<string, string> = {}): Website {
    return new Website({ FORM_COLLECTION_URL: service.baseUrl, FORM_COLLECTION_KEY: key, ...env });
  }

  /** Runs the command in this process. */
  run(words: readonly string[], env: Record<string, string> = {}, input = ''): Promise<CommandResult> {
    return this.runOn({ isTTY: false }, words, env, input);
  }

  /** Runs the command at a terminal, where a person types the answer to its question. */
  runAtTerminal(words: readonly string[], answer: string): Promise<CommandResult> {
    return this.runOn({ isTTY: true }, words, {}, `${answer}\n`);
  }

  private async runOn(kind: { isTTY: boolean }, words: readonly string[], env: Record<string, string>, input: string) {
    const output = { stdout: '', stderr: '' };
    const into = (name: keyof typeof output) => ({ ...kind, write: (text: string) => (output[name] += text) });
    const stdin = new Typed(kind.isTTY);
    stdin.end(input);
    const terminal = { stdin, stdout: into('stdout'), stderr: into('stderr'), env: { ...this.env, ...env }, cwd: this.folder };
    const code = await runCommand(words, terminal);
    return { code, ...output };
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }
}
