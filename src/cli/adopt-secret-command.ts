import type { Command } from 'commander';
import { appSecretOf } from '../platform/config/app-secret';
import { loadConfig } from '../platform/config/config';
import { assertMigrated } from '../platform/database/migrations';
import { adoptAppSecret } from '../secret-check';
import { withDatabase } from './command-database';
import type { PrintOptions, Terminal } from './terminal';
import { JSON_OPTION, print } from './terminal';

/** `adopt-secret` */
export function addAdoptSecretCommand(program: Command, terminal: Terminal): void {
  program
    .command('adopt-secret')
    .description('Lets the service go on with this APP_SECRET when the one that the data was made under is lost.')
    .option(...JSON_OPTION)
    .action((options: PrintOptions) => adopt(terminal, options));
}

async function adopt(terminal: Terminal, options: PrintOptions): Promise<void> {
  const config = loadConfig(terminal.env);
  await withDatabase(config, terminal, async (url) => {
    await assertMigrated(url);
    await adoptAppSecret(url, await appSecretOf(config));
  });
  print(terminal, options, { adopted: true }, [
    'The service goes on with this APP_SECRET. What was made under another one does not work any more:',
    '  API keys: make new ones with "keys create".',
    '  Secrets of accounts: set them again with "secrets set".',
    '  Signing secrets of webhooks: rotate each of them, and tell the receivers.',
    '  Links to files: make new ones.',
  ]);
}
