import type { ApiKeyEntity } from '../keys/api-key.entity';
import { type Scope, SCOPES } from '../api/auth/caller';
import { makeSecret } from '../api/auth/secret-format.rules';
import { OVERLAP_SECONDS } from '../platform/crypto/rotation.rules';
import { durationSeconds } from '../platform/text/text-parsers.rules';
import { issuedKeyOutput, listedKeyOutput, revokedKeyOutput } from './command-output.dto';
import { withServices } from './services';
import { print, type PrintOptions, tableLines, type Terminal } from './terminal';

export interface NewKey extends PrintOptions {
  name: string;
  account?: string;
  scopes?: readonly Scope[];
  forms?: readonly string[];
  /** Seconds. */
  expiresIn?: number;
  readOnly?: boolean;
  readPerMinute?: number;
  writePerMinute?: number;
  destructivePerMinute?: number;
}

export async function createKey(terminal: Terminal, options: NewKey): Promise<void> {
  const { key, text } = await withServices(terminal, async ({ accounts, keys }) => {
    const account = await (options.account === undefined ? accounts.defaultAccount() : accounts.get(options.account));
    return keys.issue({
      accountId: account.id,
      name: options.name,
      scopes: options.scopes ?? SCOPES,
      formIds: options.forms ?? null,
      expiresAt: new Date(Date.now() + (options.expiresIn ?? durationSeconds('365d')!) * 1000),
      isReadOnly: options.readOnly ?? false,
      readPerMinute: options.readPerMinute ?? null,
      writePerMinute: options.writePerMinute ?? null,
      destructivePerMinute: options.destructivePerMinute ?? null,
    });
  });
  print(terminal, options, issuedKeyOutput(key, text), linesOf(key, text));
}

const linesOf = (key: ApiKeyEntity, text: string): string[] => [
  text,
  '',
  `Store it safely: it is not shown again. The key has the id ${key.id} and works until ${key.expiresAt.toISOString()}.`,
];

export async function listKeys(terminal: Terminal, options: PrintOptions & { account?: string }): Promise<void> {
  const found = await withServices(terminal, async ({ accounts, keys }) => {
    const account = options.account === undefined ? undefined : await accounts.get(options.account);
    const names = new Map((await accounts.list()).map(({ id, name }) => [id, name]));
    return (await keys.list(account?.id)).map((key) => ({ key, accountName: names.get(key.accountId) ?? '' }));
  });
  const rows = found.map(({ key, accountName }) => [
    ...[key.id, accountName, key.name],
    ...[scopesOf(key), key.formAccessMode, stateOf(key)],
  ]);
  const table = tableLines(['ID', 'ACCOUNT', 'NAME', 'SCOPES', 'FORMS', 'STATE'], rows);
  const documents = found.map(({ key, accountName }) => listedKeyOutput(key, accountName));
  print(terminal, options, documents, table);
}

const scopesOf = ({ scopes, writesEnabled }: ApiKeyEntity): string =>
  `${SCOPES.every((scope) => scopes.includes(scope)) ? 'all' : scopes.join(',')}${writesEnabled ? '' : ' (read-only)'}`;

function stateOf({ revokedAt, expiresAt }: ApiKeyEntity): string {
  if (revokedAt) return `revoked on ${dayOf(revokedAt)}`;
  return `${expiresAt.getTime() <= Date.now() ? 'expired on' : 'works until'} ${dayOf(expiresAt)}`;
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

export interface KeyRotation extends PrintOptions {
  /** Seconds. */
  overlap?: number;
}

export async function rotateKey(terminal: Terminal, id: string, options: KeyRotation): Promise<void> {
  const seconds = options.overlap ?? OVERLAP_SECONDS.default;
  const { key, text } = await withServices(terminal, ({ keys }) => keys.rotate(id, seconds));
  const end = new Date(Date.now() + seconds * 1000).toISOString();
  const previous = seconds > 0 ? `The previous value works until ${end}.` : 'The previous value does not work any more.';
  print(terminal, options, issuedKeyOutput(key, text), [...linesOf(key, text), previous]);
}

export async function revokeKey(terminal: Terminal, id: string, options: PrintOptions): Promise<void> {
  const key = await withServices(terminal, ({ keys }) => keys.revoke(id));
  print(terminal, options, revokedKeyOutput(key), [`The key "${key.name}" has been revoked.`]);
}

export async function generateKey(terminal: Terminal, options: PrintOptions): Promise<void> {
  const { text } = makeSecret('fck');
  print(terminal, options, { key: text }, [text]);
}
