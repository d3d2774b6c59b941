import type { Command } from 'commander';
import { OperatorError } from '../platform/errors/operator-error';
import { ObjectStoreError } from '../platform/storage/object-store';
import { withServices } from './services';
import { JSON_OPTION, print, type PrintOptions, type Terminal } from './terminal';

/** `erasures ...` */
export function addErasureCommands(program: Command, terminal: Terminal): void {
  program
    .command('erasures')
    .description('People who asked to be forgotten.')
    .command('apply')
    .description(
      'Deletes again what was erased in the last 400 days, after an older backup was restored. The service does so at its start.',
    )
    .option(...JSON_OPTION)
    .action((options: PrintOptions) => applyErasures(terminal, options));
}

async function applyErasures(terminal: Terminal, options: PrintOptions): Promise<void> {
  const submissions = await withServices(terminal, ({ erasures }) => erasures.all()).catch((error: unknown) => {
    throw error instanceof ObjectStoreError ? new OperatorError(error.message, { cause: error }) : error;
  });
  print(terminal, options, { submissions }, [
    submissions === 0 ? 'Nothing that was erased was there.' : `Submissions deleted: ${submissions}.`,
  ]);
}
