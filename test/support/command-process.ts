import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { atEnd, atEndOfAll } from './at-end';

/** The command as a process of its own, for what needs signals, or output before its end. */
export class CommandProcess {
  stdout = '';
  stderr = '';

  private constructor(private readonly child: ChildProcess) {
    child.stdout!.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
  }

  static start(words: readonly string[], env: Record<string, string>, cwd = tmpdir()): CommandProcess {
    const child = spawn(process.execPath, [bundle(), ...words], { cwd, env: { PATH: process.env.PATH, ...env } });
    const ended = once(child, 'close');
    atEnd(() => {
      child.kill('SIGKILL');
      return ended;
    });
    return new CommandProcess(child);
  }

  lines(): string[] {
    return this.stdout.split('\n').slice(0, -1);
  }

  /** Asks the process to end, and resolves with its exit code. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    return this.exitCode();
  }

  async exitCode(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'close');
    return this.child.exitCode;
  }
}

let bundled: string | undefined;

/** The command in one file, as the package has it. */
function bundle(): string {
  if (bundled !== undefined) return bundled;
  const folder = mkdtempSync(join(tmpdir(), 'command-'));
  atEndOfAll(async () => rmSync(folder, { recursive: true }));
  bundled = join(folder, 'form-collection.cjs');
  const entry = join(__dirname, '../../client/command/main.ts');
  buildSync({ entryPoints: [entry], outfile: bundled, bundle: true, format: 'cjs', platform: 'node', logLevel: 'error' });
  return bundled;
}
