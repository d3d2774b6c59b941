import { execFile, type ExecFileException } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** A block of code of a document. */
export interface Block {
  language: string;
  /** The word after the language: the file that the block is, or a name by which a test knows it. */
  name: string;
  text: string;
}

/** The blocks of a document, in their order. */
export function blocksOf(document: string): Block[] {
  const text = readFileSync(join(__dirname, '../..', document), 'utf8');
  const found = [...text.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)];
  return found.map(([, language, name = '', body]) => ({ language: language!, name, text: body! }));
}

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** A terminal in which a reader enters the blocks of a page: its folder and its variables last from one block to the next. */
export class ReadersTerminal {
  private readonly state: string;

  constructor(
    readonly home: string,
    private folder: string,
    private readonly env: NodeJS.ProcessEnv,
  ) {
    this.state = join(home, '.terminal');
    writeFileSync(this.state, '');
  }

  /** Writes the file that a block is. */
  write(name: string, text: string): void {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  /** Enters a block. It ends at the first command that fails; `plan` has not failed where it has found changes. */
  async enter(text: string): Promise<Ended> {
    const script = [
      ...[`set -a; cd '${this.folder}'; . '${this.state}'`],
      'npx() { command npx "$@" || { local code=$?; echo "exit code $code" >&2; [ $code -eq 2 ]; }; }',
      ...['set -e', text, `set +e; export -p >'${this.state}'; pwd >'${this.state}.folder'`],
    ];
    const ended = await bash(script.join('\n'), { cwd: this.home, env: { ...this.env, HOME: this.home } });
    if (ended.code === 0) this.folder = readFileSync(`${this.state}.folder`, 'utf8').trim();
    return ended;
  }
}

/** Runs a script and resolves with how it has ended. */
export async function bash(script: string, options: { cwd: string; env: NodeJS.ProcessEnv }): Promise<Ended> {
  try {
    return { code: 0, ...(await promisify(execFile)('bash', ['--noprofile', '--norc', '-c', script], options)) };
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as ExecFileException & Partial<Ended>;
    if (typeof code !== 'number') throw error;
    return { code, stdout, stderr };
  }
}
