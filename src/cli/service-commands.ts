import type { Command } from 'commander';
import { prepareTables } from '../start/resources';
import { loadConfig } from '../platform/config/config';
import { requireSession, withDatabase } from './command-database';
import { type PrintOptions, type Terminal, JSON_OPTION, print } from './terminal';
import type { ConsoleLink } from '../console/console-links.service';
import type { LastingPerson } from '../keys/people.service';
import { OperatorError } from '../platform/errors/operator-error';
import { ACCOUNT_OPTION, type AccountOption, personAddress } from './options';
import { addressesOfService } from './running-service';
import { type Services, withAccount, withServices } from './services';
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
    .option('--person <address>', 'somebody who cannot sign in otherwise: the link has the rights of this person', personAddress)
    .option(...JSON_OPTION)
    .action(async (options: LinkOptions) => {
      const { person } = options;
      const services = await addressesOfService(terminal);
      const link = await (person === undefined
        ? withAccount(services, options, ({ consoleLinks }, { id }) => consoleLinks.create(id))
        : withServices(services, (opened) => linkForPerson(opened, options, person)));
      print(terminal, options, wireOf(link, 'url', 'expiresAt'), [link.url]);
    });
}

interface LinkOptions extends AccountOption {
  person?: string;
}

async function linkForPerson(
  { accounts, consoleLinks, people }: Services,
  { account }: AccountOption,
  address: string,
): Promise<ConsoleLink> {
  const accountId = account === undefined ? null : (await accounts.get(account)).id;
  const found = (await people.personsAt(address)).filter((person) => accountId === null || person.accountId === accountId);
  const [person] = found;
  if (!person) throw new OperatorError(`Nobody with the address ${address} can sign in. "keys list" shows who can.`);
  if (found.length > 1) throw new OperatorError(`${address} is in several accounts. Choose one with --account: ${namesOf(found)}.`);
  return consoleLinks.createForPerson(person);
}

const namesOf = (found: readonly LastingPerson[]): string => found.map(({ accountName }) => `"${accountName}"`).join(', ');

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
    '  Lists of visitors who want no mail: they are empty, so that these visitors get mails again until they stop them anew.',
  ]);
}
