import type { Command } from 'commander';
import { secretName } from './options';
import type { SecretOptions, AccountOptions } from './secret-actions';
import { listSecrets, removeSecret, setSecret } from './secret-actions';
import type { Terminal } from './terminal';
import { JSON_OPTION } from './terminal';

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

const ACCOUNT_OPTION = [
  '--account <account>',
  'id or name of the account (default: the only one, or "default")',
] as const;
