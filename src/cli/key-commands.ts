import type { Command } from 'commander';
import { formIdList, lifetime, nameText, overlap, perMinute, scopeList } from './options';
import type { KeyRotation, NewKey } from './key-actions';
import { createKey, generateKey, listKeys, revokeKey, rotateKey } from './key-actions';
import type { PrintOptions, Terminal } from './terminal';
import { JSON_OPTION } from './terminal';

/** `keys ...` */
export function addKeyCommands(program: Command, terminal: Terminal): void {
  const keys = program.command('keys').description('What programs identify themselves with.');
  addCreate(keys, terminal);
  keys
    .command('list')
    .description('Shows keys, oldest first, without their texts, which nobody can tell any more.')
    .option('--account <account>', 'only those of the account with this id or name')
    .option(...JSON_OPTION)
    .action((options: PrintOptions & { account?: string }) => listKeys(terminal, options));
  keys
    .command('rotate <id>')
    .description(
      'Gives a key a new text. The former one goes on working for a while, so that programs can change over.',
    )
    .option('--overlap <duration>', 'how long, up to 7d (default: 24h)', overlap)
    .option(...JSON_OPTION)
    .action((id: string, options: KeyRotation) => rotateKey(terminal, id, options));
  keys
    .command('revoke <id>')
    .description('Ends a key for good, within five seconds.')
    .option(...JSON_OPTION)
    .action((id: string, options: PrintOptions) => revokeKey(terminal, id, options));
  keys
    .command('generate')
    .description('Makes a well-formed key for BOOTSTRAP_API_KEY. Needs no database and stores nothing.')
    .option(...JSON_OPTION)
    .action((options: PrintOptions) => generateKey(terminal, options));
}

function addCreate(keys: Command, terminal: Terminal): void {
  keys
    .command('create')
    .description('Makes a key and shows its text, this once.')
    .requiredOption('--name <name>', 'what it is for', nameText)
    .option('--account <account>', 'id or name of its account (default: the only one, or "default")')
    .option('--scopes <list>', 'what it may do, with commas between (default: all)', scopeList)
    .option('--forms <ids>', 'the only forms that it may see, with commas between (default: all)', formIdList)
    .option('--expires-in <duration>', 'how long it works (default: 365d)', lifetime)
    .option('--read-only', 'it may change nothing, whatever its scopes')
    .option('--read-per-minute <n>', 'requests that read (default: as in the plan)', perMinute)
    .option('--write-per-minute <n>', 'requests that write (default: as in the plan)', perMinute)
    .option('--destructive-per-minute <n>', 'requests that delete forms or fields (default: as in the plan)', perMinute)
    .option(...JSON_OPTION)
    .action((options: NewKey) => createKey(terminal, options));
}
