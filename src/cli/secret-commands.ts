import type { Command } from 'commander';
import type { AccountEntity } from '../accounts/account.entity';
import { MAX_SECRET_BYTES } from '../accounts/account-secret.entity';
import { OperatorError } from '../platform/errors/operator-error';
import { secretName } from './options';
import { type Input, JSON_OPTION, print, type PrintOptions, tableLines, type Terminal } from './terminal';
import { listedSecretOutput, secretOutput } from './command-output.dto';
import { type Services, withServices } from './services';

/** `secrets ...` */
export function addSecretCommands(program: Command, terminal: Terminal): void {
  const secrets = program
    .command('secrets')
    .description('Secrets of an account, such as tokens of receivers, which its workflows can use in deliveries.');
  secrets
    .command('set')
    .description('Creates or replaces a secret. Reads its value from standard input, and never shows it.')
    .requiredOption('--name <name>', 'name of the secret in workflows, such as CRM_TOKEN', secretName)
    .option(...ACCOUNT_OPTION)
    .option(...JSON_OPTION)
    .action((options: SecretOptions) => setSecret(terminal, options));
  secrets
    .command('list')
    .description('Lists the names of the secrets of an account.')
    .option(...ACCOUNT_OPTION)
    .option(...JSON_OPTION)
    .action((options: AccountOptions) => listSecrets(terminal, options));
  secrets
    .command('remove')
    .description('Removes a secret. Workflows that use it continue with an empty value.')
    .requiredOption('--name <name>', 'name of the secret in workflows', secretName)
    .option(...ACCOUNT_OPTION)
    .option(...JSON_OPTION)
    .action((options: SecretOptions) => removeSecret(terminal, options));
}

const ACCOUNT_OPTION = ['--account <account>', 'id or name of the account (default: the only one, or "default")'] as const;

export interface AccountOptions extends PrintOptions {
  account?: string;
}

export interface SecretOptions extends AccountOptions {
  name: string;
}

/** Reads the value before it opens the database, so that the program that sends it does not have to wait. */
export async function setSecret(terminal: Terminal, options: SecretOptions): Promise<void> {
  const value = await valueFrom(terminal.stdin);
  const account = await withServices(terminal, async (services) => {
    const owner = await accountOf(services, options);
    await services.secrets.set(owner.id, options.name, value);
    return owner;
  });
  print(terminal, options, secretOutput(account, options.name), [
    `The secret ${options.name} of the account "${account.name}" has been set.`,
  ]);
}

export async function listSecrets(terminal: Terminal, options: AccountOptions): Promise<void> {
  const secrets = await withServices(terminal, async (services) => services.secrets.list((await accountOf(services, options)).id));
  const rows = secrets.map(({ name, updatedAt }) => [name, updatedAt.toISOString().slice(0, 10)]);
  print(terminal, options, secrets.map(listedSecretOutput), tableLines(['NAME', 'SET ON'], rows));
}

export async function removeSecret(terminal: Terminal, options: SecretOptions): Promise<void> {
  const account = await withServices(terminal, async (services) => {
    const owner = await accountOf(services, options);
    await services.secrets.remove(owner.id, options.name);
    return owner;
  });
  print(terminal, options, secretOutput(account, options.name), [
    `The secret ${options.name} of the account "${account.name}" has been removed.`,
  ]);
}

const accountOf = ({ accounts }: Services, { account }: AccountOptions): Promise<AccountEntity> =>
  account === undefined ? accounts.defaultAccount() : accounts.get(account);

/** All of standard input, without the line break that shells add. A terminal is refused, since it would show the secret. */
async function valueFrom(stdin: Input): Promise<string> {
  if (stdin.isTTY) throw new OperatorError('Send the value to standard input, for example with < file.');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    chunks.push(chunk);
    if ((size += chunk.length) > MAX_SECRET_BYTES + 2) break; // longer than any valid value
  }
  try {
    return UTF8.decode(Buffer.concat(chunks)).replace(/\r?\n$/, '');
  } catch (cause) {
    throw new OperatorError('The value of a secret must be text in UTF-8.', { cause });
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
