import type { Command } from 'commander';
import { type Scope, SCOPES } from '../api/auth/caller';
import { makeSecret } from '../api/auth/secret-format.rules';
import type { ApiKeyEntity } from '../keys/api-key.entity';
import { OVERLAP_SECONDS } from '../platform/crypto/digests.rules';
import { durationSeconds } from '../platform/text/text-parsers.rules';
import { ACCOUNT_OPTION, type AccountOption, formIdList, lifetime, nameText, overlap, perMinute, scopeList } from './options';
import { requireData } from './running-service';
import { type Services, withServices } from './services';
import { JSON_OPTION, print, type PrintOptions, tableLines, type Terminal } from './terminal';

/** `keys ...` */
export function addKeyCommands(program: Command, terminal: Terminal): void {
  const keys = program.command('keys').description('API keys, which authenticate programs.');
  addCreate(keys, terminal);
  keys
    .command('list')
    .description('Lists keys, oldest first, without their values, which are not stored.')
    .option('--account <account>', 'only those of the account with this id or name')
    .option(...JSON_OPTION)
    .action((options: AccountOption) => listKeys(terminal, options));
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
  /** Seconds. */
  expiresIn?: number;
  readOnly?: boolean;
  readPerMinute?: number;
  writePerMinute?: number;
  destructivePerMinute?: number;
}

async function createKey(terminal: Terminal, options: NewKey): Promise<void> {
  const { key, text } = await withData(terminal, async (services) =>
    services.keys.issue({
      accountId: (await services.accountOf(options)).id,
      name: options.name,
      scopes: options.scopes ?? SCOPES,
      formIds: options.forms ?? null,
      expiresAt: new Date(Date.now() + (options.expiresIn ?? durationSeconds('365d')!) * 1000),
      isReadOnly: options.readOnly ?? false,
      readPerMinute: options.readPerMinute ?? null,
      writePerMinute: options.writePerMinute ?? null,
      destructivePerMinute: options.destructivePerMinute ?? null,
    }),
  );
  print(terminal, options, issuedKey(key, text), linesOf(key, text));
}

const issuedKey = ({ id, scopes, formAccessMode, expiresAt }: ApiKeyEntity, text: string) => ({
  id,
  key: text,
  scopes,
  form_access_mode: formAccessMode,
  expires_at: expiresAt.toISOString(),
});

const linesOf = (key: ApiKeyEntity, text: string): string[] => [
  text,
  '',
  `Store it safely: it is not shown again. The key has the id ${key.id} and works until ${key.expiresAt.toISOString()}.`,
];

async function listKeys(terminal: Terminal, options: AccountOption): Promise<void> {
  const found = await withData(terminal, async ({ accounts, keys }) => {
    const account = options.account === undefined ? undefined : await accounts.get(options.account);
    const names = new Map((await accounts.list()).map(({ id, name }) => [id, name]));
    return (await keys.list(account?.id)).map((key) => ({ key, accountName: names.get(key.accountId) ?? '' }));
  });
  const rows = found.map(({ key, accountName }) => [
    ...[key.id, accountName, key.name],
    ...[scopesOf(key), key.formAccessMode, stateOf(key)],
  ]);
  const table = tableLines(['ID', 'ACCOUNT', 'NAME', 'SCOPES', 'FORMS', 'STATE'], rows);
  const documents = found.map(({ key, accountName }) => listedKey(key, accountName));
  print(terminal, options, documents, table);
}

const listedKey = (key: ApiKeyEntity, accountName: string) => ({
  id: key.id,
  account_id: key.accountId,
  account_name: accountName,
  name: key.name,
  scopes: key.scopes,
  form_access_mode: key.formAccessMode,
  writes_enabled: key.writesEnabled,
  read_per_minute: key.readPerMinute,
  write_per_minute: key.writePerMinute,
  destructive_per_minute: key.destructivePerMinute,
  created_at: key.createdAt.toISOString(),
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  expires_at: key.expiresAt.toISOString(),
  revoked_at: key.revokedAt?.toISOString() ?? null,
});

const scopesOf = ({ scopes, writesEnabled }: ApiKeyEntity): string =>
  `${SCOPES.every((scope) => scopes.includes(scope)) ? 'all' : scopes.join(',')}${writesEnabled ? '' : ' (read-only)'}`;

function stateOf({ revokedAt, expiresAt }: ApiKeyEntity): string {
  if (revokedAt) return `revoked on ${dayOf(revokedAt)}`;
  return `${expiresAt.getTime() <= Date.now() ? 'expired on' : 'works until'} ${dayOf(expiresAt)}`;
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

interface KeyRotation extends PrintOptions {
  /** Seconds. */
  overlap?: number;
}

async function rotateKey(terminal: Terminal, id: string, options: KeyRotation): Promise<void> {
  const seconds = options.overlap ?? OVERLAP_SECONDS.default;
  const { key, text } = await withData(terminal, ({ keys }) => keys.rotate(id, seconds));
  const end = new Date(Date.now() + seconds * 1000).toISOString();
  const previous = seconds > 0 ? `The previous value works until ${end}.` : 'The previous value does not work any more.';
  print(terminal, options, issuedKey(key, text), [...linesOf(key, text), previous]);
}

async function revokeKey(terminal: Terminal, id: string, options: PrintOptions): Promise<void> {
  const key = await withData(terminal, ({ keys }) => keys.revoke(id));
  const document = { id: key.id, revoked_at: key.revokedAt?.toISOString() ?? null };
  print(terminal, options, document, [`The key "${key.name}" has been revoked.`]);
}

async function withData<Result>(terminal: Terminal, work: (services: Services) => Promise<Result>): Promise<Result> {
  if (!terminal.opened) await requireData(terminal);
  return withServices(terminal, work);
}

async function generateKey(terminal: Terminal, options: PrintOptions): Promise<void> {
  const { text } = makeSecret('fck');
  print(terminal, options, { key: text }, [text]);
}
