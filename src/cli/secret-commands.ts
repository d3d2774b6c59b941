import type { Command } from 'commander';
import { secretName } from './options';
import type { NamedSecret, OfAccount } from './secret-actions';
import { listSecrets, removeSecret, setSecret } from './secret-actions';
import type { Terminal } from './terminal';
import { JSON_OPTION } from './terminal';

/** `secrets ...` */
export function addSecretCommands(program: Command, terminal: Terminal): void {
  const secrets = program
    .command('secrets')
    .description('What workflows of an account may use in what they send, such as the token of a receiver.');
  secrets
    .command('set')
    .description('Creates or replaces a secret. Reads its value from standard input; it is never shown.')
    .requiredOption('--name <name>', 'by which workflows call it, such as CRM_TOKEN', secretName)
    .option(...ACCOUNT_OPTION)
    .option(...JSON_OPTION)
    .action((options: NamedSecret) => setSecret(terminal, options));
  secrets
    .command('list')
    .description('Shows the names of the secrets of an account.')
    .option(...ACCOUNT_OPTION)
    .option(...JSON_OPTION)
    .action((options: OfAccount) => listSecrets(terminal, options));
  secrets
    .command('remove')
    .description('Removes a secret. Workflows that name it go on without a value.')
    .requiredOption('--name <name>', 'by which workflows call it', secretName)
    .option(...ACCOUNT_OPTION)
    .option(...JSON_OPTION)
    .action((options: NamedSecret) => removeSecret(terminal, options));
}

const ACCOUNT_OPTION = [
  '--account <account>',
  'id or name of the account (default: the only one, or "default")',
] as const;
