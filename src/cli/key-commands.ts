import type { Command } from 'commander';
import { type Scope, SCOPES } from '../api/auth/caller';
import { makeSecret } from '../api/auth/secret-format.rules';
import { KeyView } from '../keys/key-view.dto';
import type { IssuedKey } from '../keys/keys.service';
import { OVERLAP_SECONDS } from '../platform/crypto/digests.rules';
import { idOf } from '../platform/ids.rules';
import { durationSeconds } from '../platform/text/text-parsers.rules';
import { ACCOUNT_OPTION, type AccountOption, formIdList, lifetime, nameText, overlap, perMinute, scopeList } from './options';
import { requireData } from './running-service';
import { type Services, withServices } from './services';
import { JSON_OPTION, print, type PrintOptions, tableLines, type Terminal } from './terminal';

export function addKeyCommands(program: Command, terminal: Terminal): void {
  const keys = program.command('keys').description('API keys, which authenticate programs, and people, who sign in to the console.');
  addCreate(keys, terminal);
  keys
    .command('list')
    .description('Lists keys and people, oldest first, without the values of keys, which are not stored.')
    .option('--account <account>', 'only those of the account with this id or name')
    .option(...JSON_OPTION)
    .action((options: AccountOption) => listKeys(terminal, options));
  keys
    .command('rotate <id>')
    .description('Issues a new value for a key. The previous value keeps working for a while, so that programs can switch over.')
    .option('--overlap <duration>', 'how long the previous value keeps working, up to 7d (default: 24h)', overlap)
    .option(...JSON_OPTION)
    .action((id: string, options: KeyRotation) => rotateKey(terminal, idOf(id), options));
  keys
    .command('revoke <id>')
    .description('Revokes a key permanently. It takes effect within five seconds.')
    .option(...JSON_OPTION)
    .action((id: string, options: PrintOptions) => revokeKey(terminal, idOf(id), options));
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
    .option(...ACCOUNT_OPTION)
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

interface NewKey extends AccountOption {
  name: string;
  scopes?: readonly Scope[];
  forms?: readonly string[];
  /** In seconds. */
  expiresIn?: number;
  readOnly?: boolean;
  readPerMinute?: number;
  writePerMinute?: number;
  destructivePerMinute?: number;
}

async function createKey(terminal: Terminal, options: NewKey): Promise<void> {
  const { name, scopes = SCOPES, forms: formIds, expiresIn = durationSeconds('365d')!, readOnly: isReadOnly } = options;
  const { readPerMinute, writePerMinute, destructivePerMinute } = options;
  const issued = await withData(terminal, async (services) => {
    const { id: accountId } = await services.accountOf(options);
    const rights = { scopes, formIds, isReadOnly, readPerMinute, writePerMinute, destructivePerMinute };
    return services.keys.issue({ accountId, name, expiresAt: new Date(Date.now() + expiresIn * 1000), ...rights });
  });
  printIssued(terminal, options, issued);
}

function printIssued(terminal: Terminal, options: PrintOptions, { key, text }: IssuedKey, further: string[] = []): void {
  const view = KeyView.from(key, null);
  const notice = `Store it safely: it is not shown again. The key has the id ${view.id} and works until ${view.expires_at!}.`;
  print(terminal, options, { ...view, key: text }, [text, '', notice, ...further]);
}

async function listKeys(terminal: Terminal, options: AccountOption): Promise<void> {
  const found = await withData(terminal, async ({ accounts, keys }) => {
    const account = options.account === undefined ? undefined : await accounts.get(options.account);
    const names = new Map((await accounts.list()).map(({ id, name }) => [id, name]));
    const listed = await keys.list(account?.id);
    return listed.map((key) => ({ account_id: key.accountId, account_name: names.get(key.accountId) ?? '', ...KeyView.from(key, null) }));
  });
  const rows = found.map((key) => [key.id, key.account_name, ...whoOf(key), scopesOf(key), key.form_access_mode, stateOf(key)]);
  print(terminal, options, found, tableLines(['ID', 'ACCOUNT', 'NAME', 'PERSON', 'SCOPES', 'FORMS', 'STATE'], rows));
}

const whoOf = ({ name, person }: KeyView): [name: string, address: string] => [name, person?.address ?? ''];

const scopesOf = ({ scopes, writes_enabled: mayWrite }: KeyView): string =>
  `${SCOPES.every((scope) => scopes.includes(scope)) ? 'all' : scopes.join(',')}${mayWrite ? '' : ' (read-only)'}`;

function stateOf({ status, revoked_at: revokedAt, expires_at: end }: KeyView): string {
  if (revokedAt) return `revoked on ${dayOf(revokedAt)}`;
  if (end === null) return 'without an end';
  return `${status === 'expired' ? 'expired on' : 'works until'} ${dayOf(end)}`;
}

const dayOf = (time: string): string => time.slice(0, 10);

interface KeyRotation extends PrintOptions {
  /** In seconds. */
  overlap?: number;
}

async function rotateKey(terminal: Terminal, id: string, options: KeyRotation): Promise<void> {
  const seconds = options.overlap ?? OVERLAP_SECONDS.default;
  const issued = await withData(terminal, ({ keys }) => keys.rotate(id, seconds));
  const end = new Date(Date.now() + seconds * 1000).toISOString();
  const previous = seconds > 0 ? `The previous value works until ${end}.` : 'The previous value does not work any more.';
  printIssued(terminal, options, issued, [previous]);
}

async function revokeKey(terminal: Terminal, id: string, options: PrintOptions): Promise<void> {
  const key = KeyView.from(await withData(terminal, ({ keys }) => keys.revoke(id)), null);
  print(terminal, options, key, [`The ${key.kind} "${key.name}" has been revoked.`]);
}

async function withData<Result>(terminal: Terminal, work: (services: Services) => Promise<Result>): Promise<Result> {
  if (!terminal.opened) await requireData(terminal);
  return withServices(terminal, work);
}

async function generateKey(terminal: Terminal, options: PrintOptions): Promise<void> {
  const { text } = makeSecret('fck');
  print(terminal, options, { key: text }, [text]);
}
