import type { Command } from 'commander';
import { ACCOUNT_OPTION, type AccountOption } from './options';
import { withServices } from './services';
import { JSON_OPTION, print, type Terminal } from './terminal';

/** `console`: a link that signs in. */
export function addConsoleCommand(program: Command, terminal: Terminal): void {
  program
    .command('console')
    .description('Prints a link to the console of an account, which signs in once within ten minutes.')
    .option(...ACCOUNT_OPTION)
    .option(...JSON_OPTION)
    .action(async (options: AccountOption) => {
      const { url, expiresAt } = await withServices(terminal, async (services) =>
        services.consoleLinks.create((await services.accountOf(options)).id),
      );
      print(terminal, options, { url, expires_at: expiresAt.toISOString() }, [url]);
    });
}
