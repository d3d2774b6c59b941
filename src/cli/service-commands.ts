import type { Command } from 'commander';
import { prepareTables } from '../start/resources';
import { loadConfig } from '../platform/config/config';
import { requireSession, withDatabase } from './command-database';
import { type PrintOptions, type Terminal, JSON_OPTION, print } from './terminal';
import { ACCOUNT_OPTION, type AccountOption } from './options';
import { addressesOfService } from './running-service';
import { withAccount } from './services';
import { appSecretOf } from '../platform/config/app-secret';
import { wireOf } from '../platform/text/wire.rules';
import { assertMigrated } from '../platform/database/migrations';
import { adoptAppSecret } from '../start/app-secret';

export function addMigrateCommand(program: Command, terminal: Terminal): void {
  program
    .command('migrate')
    .description('Applies the pending migrations to the database.')
    .option(...JSON_OPTION)
    .action((options: PrintOptions) => applyPending(terminal, options));
}

async function applyPending(terminal: Terminal, options: PrintOptions): Promise<void> {
  requireSession(terminal, 'migrate');
  const config = loadConfig(terminal.env);
  const onNotice = (line: string) => void (options.json || terminal.stderr.write(`${line}\n`));
  const applied = await withDatabase(config, terminal, (url) => prepareTables(config, url, onNotice));
  const lines = applied.length > 0 ? applied.map((name) => `Applied ${name}.`) : ['No migration was pending.'];
  print(terminal, options, { applied }, lines);
}

export function addConsoleCommand(program: Command, terminal: Terminal): void {
  program
    .command('console')
    .description('Prints a link to the console of an account, which signs in once within ten minutes.')
    .option(...ACCOUNT_OPTION)
    .option(...JSON_OPTION)
    .action(async (options: AccountOption) => {
      const link = await withAccount(await addressesOfService(terminal), options, ({ consoleLinks }, { id }) => consoleLinks.create(id));
      print(terminal, options, wireOf(link, 'url', 'expiresAt'), [link.url]);
    });
}

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
