import { CommanderError } from 'commander';
import { explanationOf } from '../platform/errors/explanation';
import { createProgram } from './program';
import type { Terminal } from './terminal';
import { Unsuccessful } from './unsuccessful';

/**
 * Runs one of the operator's commands, named by the words after `cli`, and gives its exit code: 0, 1 when it failed, 2 when it was
 * called wrongly. Results go to standard output, everything else to standard error.
 */
export async function runCli(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await createProgram(terminal).parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has told already what is wrong, or has shown the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof Unsuccessful)) terminal.stderr.write(`${explanationOf(error)}\n`);
    return 1;
  }
}
