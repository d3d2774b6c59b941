import type { Writable } from 'node:stream';

const { stdout, stderr } = process;

/** Lets a command finish its work when nobody reads what it writes any more, as before `head -1`. Any other failure to write ends it. */
export function keepQuietWithoutReader(): void {
  stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    stderr.write(`The result cannot be written: ${message}\n`);
    process.exit(1);
  });
  stderr.on('error', () => undefined); // there is no other place to say so
}

/** Ends the process when its reader has all that was written: a pipe takes 64 KiB at once, and the rest as it is read. */
export async function endAfterOutput(exitCode: number): Promise<never> {
  await Promise.all([stdout, stderr].map(written));
  process.exit(exitCode);
}

/** Resolves when everything that was written before is on its way, or cannot be written. */
const written = (stream: Writable): Promise<void> => new Promise((resolve) => void stream.write('', () => resolve()));
