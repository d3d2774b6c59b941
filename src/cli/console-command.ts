import type { Command } from 'commander';
import { consoleLinkOutput } from './command-output.dto';
import { withServices } from './services';
import { JSON_OPTION, print, type PrintOptions, type Terminal } from './terminal';

/** `console`: a link that signs in. */
export function addConsoleCommand(program: Command, terminal: Terminal): void {
  program
    .command('console')
    .description('Prints a link to the console of an account, which signs in once within ten minutes.')
    .option('--account <account>', 'id or name of the account (default: the only one, or "default")')
    .option(...JSON_OPTION)
    .action(async (options: PrintOptions & { account?: string }) => {
      const link = await withServices(terminal, async ({ accounts, consoleLinks }) => {
        const account = await (options.account === undefined ? accounts.defaultAccount() : accounts.get(options.account));
        return consoleLinks.create(account.id);
      });
      print(terminal, options, consoleLinkOutput(link), [link.url]);
    });
}
