import type { Command } from 'commander';
import { MAX_SECRET_BYTES } from '../accounts/account-secret.entity';
import { OperatorError } from '../platform/errors/operator-error';
import { wireOf } from '../platform/text/wire.rules';
import { ACCOUNT_OPTION, type AccountOption, hostsWith, secretName } from './options';
import { withAccount } from './services';
import { type Input, JSON_OPTION, print, tableLines, type Terminal } from './terminal';

export function addSecretCommands(program: Command, terminal: Terminal): void {
  const secrets = program
    .command('secrets')
    .description('Secrets of an account, such as tokens of receivers, which its workflows can use in deliveries.');
  secrets
    .command('set')
    .description('Creates or replaces a secret. Reads its value from standard input, and never shows it.')
    .requiredOption('--name <name>', 'name of the secret in workflows, such as CRM_TOKEN', secretName)
    .option('--host <host>', `${HOST} (default: those that it has)`, hostsWith)
    .option(...ACCOUNT_OPTION)
    .option(...JSON_OPTION)
    .action((options: SetOptions) => setSecret(terminal, options));
  secrets
    .command('hosts')
    .description('Replaces the hosts that a secret may be sent to. Its value stays.')
    .requiredOption('--name <name>', 'name of the secret in workflows', secretName)
    .requiredOption('--host <host>', HOST, hostsWith)
    .option(...ACCOUNT_OPTION)
    .option(...JSON_OPTION)
    .action((options: Required<SetOptions>) => setHosts(terminal, options));
  secrets
    .command('list')
    .description('Lists the names of the secrets of an account, and the hosts that they may be sent to.')
    .option(...ACCOUNT_OPTION)
    .option(...JSON_OPTION)
    .action((options: AccountOption) => listSecrets(terminal, options));
  secrets
    .command('remove')
    .description('Removes a secret. Workflows that use it continue with an empty value.')
    .requiredOption('--name <name>', 'name of the secret in workflows', secretName)
    .option(...ACCOUNT_OPTION)
    .option(...JSON_OPTION)
    .action((options: SecretOptions) => removeSecret(terminal, options));
}

const HOST = 'host that it may be sent to, such as crm.example.com; once for each host';

interface SetOptions extends SecretOptions {
  host?: string[];
}

interface SecretOptions extends AccountOption {
  name: string;
}

/** Reads the value before it opens the database, so that the program that sends the value does not have to wait. */
async function setSecret(terminal: Terminal, options: SetOptions): Promise<void> {
  const value = await valueFrom(terminal.stdin);
  const { account, hosts } = await withAccount(terminal, options, async ({ secrets }, owner) => {
    return { account: owner, hosts: await secrets.set(owner.id, options.name, value, options.host) };
  });
  print(terminal, options, { account_id: account.id, name: options.name, hosts }, [
    `The secret ${options.name} of the account "${account.name}" has been set.`,
    hostsLine(options.name, hosts),
  ]);
}

async function setHosts(terminal: Terminal, options: Required<SetOptions>): Promise<void> {
  const { name, host: hosts } = options;
  const account = await withAccount(terminal, options, ({ secrets }, owner) => secrets.setHosts(owner.id, name, hosts).then(() => owner));
  print(terminal, options, { account_id: account.id, name, hosts }, [
    `The hosts of the secret ${name} of the account "${account.name}" have been set.`,
    hostsLine(name, hosts),
  ]);
}

const hostsLine = (name: string, hosts: readonly string[]): string =>
  hosts.length > 0
    ? `It may be sent to ${hosts.join(', ')}.`
    : `It has no hosts, so workflows may send it anywhere. Say where it belongs: npm run cli -- secrets hosts --name ${name} --host <host>`;

async function listSecrets(terminal: Terminal, options: AccountOption): Promise<void> {
  const found = await withAccount(terminal, options, ({ secrets }, { id }) => secrets.list(id));
  const secrets = found.map((secret) => wireOf(secret, 'name', 'hosts', 'createdAt', 'updatedAt'));
  const rows = secrets.map(({ name, updated_at: updatedAt, hosts }) => [name, updatedAt.slice(0, 10), hosts.join(', ') || 'any']);
  print(terminal, options, secrets, tableLines(['NAME', 'SET ON', 'HOSTS'], rows));
}

async function removeSecret(terminal: Terminal, options: SecretOptions): Promise<void> {
  const { name } = options;
  const account = await withAccount(terminal, options, ({ secrets }, owner) => secrets.remove(owner.id, name).then(() => owner));
  print(terminal, options, { account_id: account.id, name }, [`The secret ${name} of the account "${account.name}" has been removed.`]);
}

/** Reads standard input without the final line break that shells add. A terminal is refused, since it would show the secret. */
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
