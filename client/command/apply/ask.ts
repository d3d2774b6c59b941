import { createInterface } from 'node:readline';
import type { Terminal } from '../terminal.js';

/** Asks a person at the terminal. Resolves with the line, which is empty when the input has ended. */
export function ask(question: string, { stdin, stderr }: Terminal): Promise<string> {
  stderr.write(question);
  const lines = createInterface({ input: stdin });
  return new Promise((resolve) => {
    lines.once('line', (line) => {
      resolve(line.trim());
      lines.close();
    });
    lines.once('close', () => resolve(''));
  });
}
