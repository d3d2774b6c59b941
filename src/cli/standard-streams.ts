import type { Writable } from 'node:stream';

const { stdout, stderr } = process;

/** Lets a command finish its work when its reader closes the pipe early, as `head -1` does. Any other write error ends the command. */
export function keepQuietWithoutReader(): void {
  stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    stderr.write(`The result cannot be written: ${message}\n`);
    process.exit(1);
  });
  stderr.on('error', () => undefined); // no other stream is left to report the error
}

/** Ends the process after its reader has received all output, since a pipe takes only 64 KiB at once. */
export async function endAfterOutput(exitCode: number): Promise<never> {
  await Promise.all([stdout, stderr].map(written));
  process.exit(exitCode);
}

/** Resolves when all earlier output has been written or has failed. */
const written = (stream: Writable): Promise<void> => new Promise((resolve) => void stream.write('', () => resolve()));
