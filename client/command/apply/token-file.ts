import { rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Fault } from '../faults.js';
import type { Terminal } from '../terminal.js';

/** A file for the submission token of a form that is created, which only its owner can read. */
export class TokenFile {
  private isWritten = false;

  private constructor(
    readonly path: string,
    private readonly place: string,
  ) {}

  /** Makes the empty file, before the form is created: the service tells the token only once. Throws a `Fault` where there is one already. */
  static make(path: string, { cwd }: Terminal): TokenFile {
    const place = resolve(cwd, path);
    try {
      writeFileSync(place, '', { flag: 'wx', mode: 0o600 });
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      throw new Fault(code === 'EEXIST' ? `${path} is there already. Name a new file.` : `${path} cannot be written (${code}).`, { cause });
    }
    return new TokenFile(path, place);
  }

  /** Returns the reason where it cannot be kept. */
  write(token: unknown): string | null {
    // The answer to a repeated request may lack what is told only once.
    if (typeof token !== 'string' || !token.startsWith('fst_')) return `The service has not told the submission token again. ${ANOTHER}`;
    try {
      writeFileSync(this.place, `${token}\n`);
      this.isWritten = true;
      return null;
    } catch (error) {
      return `${this.path} cannot be written (${(error as NodeJS.ErrnoException).code}). ${ANOTHER}`;
    }
  }

  /** Removes the file where no token has come. */
  end(): void {
    if (!this.isWritten) rmSync(this.place, { force: true });
  }
}

const ANOTHER = 'Make another one in the console, or by rotateSubmissionToken.';
