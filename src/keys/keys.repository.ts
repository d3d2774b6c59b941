import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Scope } from '../api/auth/caller';
import type { PageStart } from '../api/pagination/cursors';
import { Database } from '../platform/database/database';
import { newId } from '../platform/ids.rules';
import { ApiKeyEntity, ApiKeySecretEntity } from './api-key.entity';
import type { ExposedPlace } from './exposed-keys.rules';
import type { FoundCaller } from './key-caller.rules';
import type { Grantor, KeyRights } from './key-ceiling.rules';
import { columnsOf, type KeyFilter, type KeyRow, type KeySecret } from './key.rules';
import {
  BY_ID,
  CALLER,
  CEILING,
  COUNT_ACTIVE,
  DESCENDANTS,
  FIND_BY_LOOKUP_ID,
  HAS_KIND,
  HAS_STATUS,
  MANAGING,
  OF_ACCOUNT,
  OF_OPERATOR,
} from './keys.sql';

/** A key as authentication reads it, with the digest of the secret. `expiresAt` is the earlier end of the key and the secret. */
export interface FoundKey extends FoundCaller {
  /** False when the sent id is not stored and the row of another key was read instead. */
  isSentId: boolean;
  isExpired: boolean;
  isRevoked: boolean;
  digest: Buffer;
  isSecretExpired: boolean;
}

export type NewSecret = Pick<ApiKeySecretEntity, 'lookupId' | 'apiKeyId' | 'digest' | 'createdAt'>;

export type NewKey = Pick<ApiKeyEntity, 'accountId' | 'name' | 'personAddress' | 'createdByKeyId' | 'createdAt'> & { rights: KeyRights };

/** The key behind the console of an account, which has no secrets. */
export interface ConsoleKey {
  id: string;
  isNew: boolean;
}

/** The SQL on keys, their secrets and their form grants. Only authentication finds the keys of consoles. */
@Injectable()
export class KeysRepository {
  constructor(private readonly database: Database) {}

  /** Reads the key with this id, else any other, so that the duration does not reveal which ids exist. Undefined if no key is stored. */
  findByLookupId(lookupId: string): Promise<FoundKey | undefined> {
    return this.database.queryOne<FoundKey>(FIND_BY_LOOKUP_ID, [lookupId]);
  }

  /** Finds a key that has not ended, for work that goes on after the request that asked for it. */
  findCaller(keyId: string): Promise<FoundCaller | undefined> {
    return this.database.queryOne<FoundCaller>(CALLER, [keyId]);
  }

  hasSecret(lookupId: string): Promise<boolean> {
    return this.database.repository(ApiKeySecretEntity).existsBy({ lookupId });
  }

  exists(): Promise<boolean> {
    return this.database.repository(ApiKeyEntity).existsBy({ isConsole: false });
  }

  /** Sorts by creation, newest first. */
  async list(accountId: string, { kind, status, createdByKeyId }: KeyFilter, start: PageStart | null, limit: number): Promise<KeyRow[]> {
    const parameters: unknown[] = [accountId, limit];
    const place = (value: unknown): string => `$${parameters.push(value)}`;
    const conditions = [
      kind && HAS_KIND[kind],
      status && HAS_STATUS[status],
      createdByKeyId && `k.created_by_key_id = ${place(createdByKeyId)}`,
      start && `(k.created_at, k.id) < (${place(start.position.at)}, ${place(start.position.id)})`,
    ].filter(Boolean);
    const sql = `${[OF_ACCOUNT, ...conditions].join(' and ')} order by k.created_at desc, k.id desc limit $2`;
    // The statement is planned for its parameters, since an account may have two keys or thousands.
    return (await this.database.queryPlanned<ReadRow>(sql, parameters)).map(rowFrom);
  }

  findAll(accountId: string, ids: readonly string[]): Promise<KeyRow[]> {
    return this.read(`${OF_ACCOUNT} and k.id = any($2)`, [accountId, ids]);
  }

  /** Finds a key by id; null also for a key of another account, a console key and a key that ended over 90 days ago. */
  async find(accountId: string, id: string): Promise<KeyRow | null> {
    return (await this.findAll(accountId, [id]))[0] ?? null;
  }

  /** Reads a key of any account, no matter when it ended. */
  async get(id: string): Promise<KeyRow | null> {
    return (await this.read(BY_ID, [id]))[0] ?? null;
  }

  /** Reads a key like `get` and locks it until the transaction ends. */
  async lock(id: string): Promise<KeyRow | null> {
    return (await this.read(`${BY_ID} for update of k`, [id]))[0] ?? null;
  }

  /** Lists all keys or those of one account, oldest first, no matter when they ended. */
  ofOperator(accountId: string | null): Promise<KeyRow[]> {
    return this.read(OF_OPERATOR, [accountId]);
  }

  /** Serializes the creation of the bootstrap key until the transaction ends. */
  lockBootstrap(): Promise<void> {
    return this.database.advisoryLock('first key');
  }

  /** Serializes all writes to the keys of an account until the transaction ends. */
  lockAccount(accountId: string): Promise<void> {
    return this.database.advisoryLock(`keys of ${accountId}`);
  }

  async countActive(accountId: string): Promise<number> {
    return (await this.database.queryOne<{ count: number }>(COUNT_ACTIVE, [accountId]))!.count;
  }

  /** Reads the rights of a caller's key except its scopes, and the database time. */
  async ceilingOf(id: string): Promise<Omit<Grantor, 'scopes' | 'isConsole' | 'caller'>> {
    return (await this.database.queryOne<Omit<Grantor, 'scopes' | 'isConsole' | 'caller'>>(CEILING, [id]))!;
  }

  /** Returns the ids of the keys that a key has created, directly or through other keys. */
  async descendantsOf(id: string): Promise<string[]> {
    return (await this.database.query<{ id: string }>(DESCENDANTS, [id])).map((row) => row.id);
  }

  /** True when another managing key lasts as long as those in `besides`, false when all others end earlier, null if there is none. */
  async managingLasts(accountId: string, besides: readonly string[]): Promise<boolean | null> {
    return (await this.database.queryOne<{ lasts: boolean }>(MANAGING, [accountId, besides]))?.lasts ?? null;
  }

  /** Inserts a key without a secret. Resolves with its id. */
  async insert({ rights, ...rest }: NewKey): Promise<string> {
    const id = newId();
    const unused = { isConsole: false, revokedAt: null, lastUsedAt: null, joinedAt: null, revision: 1 };
    await this.database.repository(ApiKeyEntity).insert({ id, ...rest, ...columnsOf(rights), ...unused });
    if (rights.formIds) await this.grant(id, rest.accountId, rights.formIds);
    return id;
  }

  /** Creates the key for sessions from console links of an account, or updates its scopes. */
  async ensureConsoleKey(accountId: string, scopes: readonly Scope[]): Promise<ConsoleKey> {
    return (await this.database.queryOne<ConsoleKey>(ENSURE_CONSOLE_KEY, [newId(), accountId, scopes]))!;
  }

  async update(id: string, edit: Partial<ApiKeyEntity>): Promise<void> {
    await this.database.repository(ApiKeyEntity).update({ id }, edit);
  }

  async revoke(ids: readonly string[], revokedAt: Date): Promise<void> {
    const edit = { revokedAt, revision: () => 'revision + 1' };
    await this.database.repository(ApiKeyEntity).update({ id: In([...ids]) }, edit);
  }

  /** Records the use at most once a minute, so that a busy key does not become a hot row. */
  async recordUse(id: string): Promise<void> {
    await this.database.query(RECORD_USE, [id]);
  }

  async insertSecret(secret: NewSecret): Promise<void> {
    await this.database.repository(ApiKeySecretEntity).insert(secret);
  }

  /** Ends the secrets of a key after the overlap, unless they end earlier. Without an overlap, its sessions and links end too. */
  async expireSecrets(keyId: string, overlapSeconds: number): Promise<void> {
    await this.database.query(EXPIRE_SECRETS, [keyId, overlapSeconds]);
  }

  async replaceDigest(lookupId: string, digest: Buffer): Promise<void> {
    await this.database.repository(ApiKeySecretEntity).update({ lookupId }, { digest });
  }

  /** Returns those of the secrets whose exposure was not recorded within the last hour. */
  notNoted(lookupIds: readonly string[]): Promise<Pick<ApiKeySecretEntity, 'lookupId' | 'digest'>[]> {
    return this.database.query(NOT_NOTED, [lookupIds]);
  }

  /** Records the exposure of secrets, and the form if it belongs to the account of the key. Resolves with the ids of the keys. */
  async noteExposure(lookupIds: readonly string[], place: ExposedPlace, formId: string): Promise<string[]> {
    return (await this.database.query<{ id: string }>(NOTE_EXPOSURE, [lookupIds, place, formId])).map(({ id }) => id);
  }

  async existingForms(accountId: string, formIds: readonly string[]): Promise<string[]> {
    if (formIds.length === 0) return [];
    return (await this.database.query<{ id: string }>(EXISTING_FORMS, [accountId, formIds])).map(({ id }) => id);
  }

  /** Replaces the grants of a key by these forms, as far as they belong to its account. */
  async replaceGrants(keyId: string, accountId: string, formIds: readonly string[]): Promise<void> {
    await this.database.query('delete from api_key_grants where api_key_id = $1 and not form_id = any($2::uuid[])', [keyId, formIds]);
    await this.grant(keyId, accountId, formIds);
  }

  /** Grants these forms to a key, as far as they belong to its account. */
  async grant(keyId: string, accountId: string, formIds: readonly string[]): Promise<void> {
    await this.database.query(GRANT, [keyId, formIds, accountId]);
  }

  private async read(sql: string, parameters: unknown[]): Promise<KeyRow[]> {
    return (await this.database.query<ReadRow>(sql, parameters)).map(rowFrom);
  }
}

/** A row as the driver returns it: times inside of JSON are still strings. */
type ReadRow = KeyRow & { secrets: Json<KeySecret>[] };
type Json<Row> = { [Name in keyof Row]: Date extends Row[Name] ? string | Exclude<Row[Name], Date> : Row[Name] };

const rowFrom = ({ secrets, ...row }: ReadRow): KeyRow => ({ ...row, secrets: secrets.map(secretFrom) });

const secretFrom = ({ createdAt, expiresAt, exposedAt, ...secret }: Json<KeySecret>): KeySecret => ({
  ...secret,
  createdAt: new Date(createdAt),
  expiresAt: expiresAt === null ? null : new Date(expiresAt),
  exposedAt: exposedAt === null ? null : new Date(exposedAt),
});

const ENSURE_CONSOLE_KEY = `
  insert into api_keys as k (id, account_id, name, scopes, form_access_mode, is_console, expires_at)
  values ($1, $2, 'console', $3, 'all', true, 'infinity')
  on conflict (account_id) where is_console do update set scopes = excluded.scopes
  returning k.id, k.id = $1 as is_new`;

const RECORD_USE = `
  update api_keys set last_used_at = now(), joined_at = case when person_address is not null then coalesce(joined_at, now()) end
  where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`;

/** Rounds the time down to milliseconds, since a time that is rounded up would still be in the future. */
const EXPIRE_SECRETS = `
  with ended as (delete from console_secrets where api_key_id = $1 and $2::float8 = 0)
  update api_key_secrets set expires_at = least(coalesce(expires_at, 'infinity'), date_trunc('milliseconds', now()) + make_interval(secs => $2))
  where api_key_id = $1`;

/** Limits updates to one per hour, so that a page which sends a key with every request does not create a hot row. */
const IS_DUE = `(s.exposed_at is null or s.exposed_at < now() - interval '1 hour')`;

const NOT_NOTED = `select lookup_id, digest from api_key_secrets s where lookup_id = any($1) and ${IS_DUE}`;

const NOTE_EXPOSURE = `
  update api_key_secrets s set exposed_at = now(), exposed_in = $2, exposed_form_id = f.id
    from api_keys k left join forms f on f.id = $3 and f.account_id = k.account_id
    where s.lookup_id = any($1) and ${IS_DUE} and k.id = s.api_key_id
    returning k.id`;

const EXISTING_FORMS = 'select id from forms where account_id = $1 and id = any($2::uuid[]) and deleted_at is null';

const GRANT = `
  insert into api_key_grants (api_key_id, form_id)
  select $1, id from forms where id = any($2::uuid[]) and account_id = $3 and deleted_at is null
  on conflict do nothing`;
