import type { Command } from 'commander';
import { formIdList, lifetime, nameText, overlap, perMinute, scopeList } from './options';
import type { KeyRotation, NewKey } from './key-actions';
import { createKey, generateKey, listKeys, revokeKey, rotateKey } from './key-actions';
import type { PrintOptions, Terminal } from './terminal';
import { JSON_OPTION } from './terminal';

/** `keys ...` */
export function addKeyCommands(program: Command, terminal: Terminal): void {
  const keys = program.command('keys').description('API keys, which authenticate programs.');
  addCreate(keys, terminal);
  keys
    .command('list')
    .description('Lists keys, oldest first, without their values, which are not stored.')
    .option('--account <account>', 'only those of the account with this id or name')
    .option(...JSON_OPTION)
    .action((options: PrintOptions & { account?: string }) => listKeys(terminal, options));
  keys
    .command('rotate <id>')
    .description('Issues a new value for a key. The previous value keeps working for a while, so that programs can switch over.')
    .option('--overlap <duration>', 'how long the previous value keeps working, up to 7d (default: 24h)', overlap)
    .option(...JSON_OPTION)
    .action((id: string, options: KeyRotation) => rotateKey(terminal, id, options));
  keys
    .command('revoke <id>')
    .description('Revokes a key permanently. It takes effect within five seconds.')
    .option(...JSON_OPTION)
    .action((id: string, options: PrintOptions) => revokeKey(terminal, id, options));
  keys
    .command('generate')
    .description('Generates a key for BOOTSTRAP_API_KEY. Needs no database and stores nothing.')
    .option(...JSON_OPTION)
    .action((options: PrintOptions) => generateKey(terminal, options));
}

function addCreate(keys: Command, terminal: Terminal): void {
  keys
    .command('create')
    .description('Creates a key and shows its value, which is not shown again.')
    .requiredOption('--name <name>', 'purpose of the key', nameText)
    .option('--account <account>', 'id or name of the account (default: the only one, or "default")')
    .option('--scopes <list>', 'its scopes, separated by commas (default: all)', scopeList)
    .option('--forms <ids>', 'ids of the only forms that it can access, separated by commas (default: all)', formIdList)
    .option('--expires-in <duration>', 'time until it expires (default: 365d)', lifetime)
    .option('--read-only', 'refuse all changes, whatever its scopes')
    .option('--read-per-minute <n>', 'limit for reading requests (default: that of the plan)', perMinute)
    .option('--write-per-minute <n>', 'limit for writing requests (default: that of the plan)', perMinute)
    .option('--destructive-per-minute <n>', 'limit for requests that delete forms or fields (default: that of the plan)', perMinute)
    .option(...JSON_OPTION)
    .action((options: NewKey) => createKey(terminal, options));
}
