import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import type { Scope } from '../api/auth/caller';
import { Database } from '../platform/database/database';
import { newId } from '../platform/ids.rules';
import { GRANTED_FORM_IDS } from './key-grants.repository';
import { ApiKeyEntity, ApiKeySecretEntity } from './api-key.entity';
import { CALLER_COLUMNS, type FoundCaller } from './key-caller.rules';
import type { Ceiling, KeyLimits } from './key-ceiling.rules';

/** A key as authentication finds it, with the stored digest of the secret. `expiresAt` is that of the secret if it ends earlier. */
export interface FoundKey extends FoundCaller {
  /** False for the row of another key, which stands in for an id that is not stored. */
  isSentId: boolean;
  isExpired: boolean;
  isRevoked: boolean;
  digest: Buffer;
  isSecretExpired: boolean;
}

/** A row of `CEILING`. */
interface FoundCeiling extends Pick<
  ApiKeyEntity,
  'formAccessMode' | 'writesEnabled' | 'expiresAt' | 'readPerMinute' | 'writePerMinute' | 'destructivePerMinute'
> {
  formIds: string[];
  plan: Record<keyof KeyLimits, number>;
  now: Date;
}

export type NewSecret = Pick<ApiKeySecretEntity, 'lookupId' | 'apiKeyId' | 'digest' | 'createdAt'>;

/** The key of an account's console, which has no secrets. */
export interface ConsoleKey {
  id: string;
  isNew: boolean;
}

/** The only writer of `api_keys` and `api_key_secrets`. */
@Injectable()
export class KeysRepository {
  constructor(private readonly database: Database) {}

  /**
   * The key with this id, or else a row of another key, so that the duration of a look-up does not tell which ids exist. Undefined only
   * when no key is stored.
   */
  findByLookupId(lookupId: string): Promise<FoundKey | undefined> {
    return this.database.queryOne<FoundKey>(FIND_BY_LOOKUP_ID, [lookupId]);
  }

  hasSecret(lookupId: string): Promise<boolean> {
    return this.database.repository(ApiKeySecretEntity).existsBy({ lookupId });
  }

  exists(): Promise<boolean> {
    return this.database.repository(ApiKeyEntity).existsBy({ isConsole: false });
  }

  /** Serializes the creation of the bootstrap key until the transaction ends. */
  async lockBootstrap(): Promise<void> {
    await this.database.advisoryLock('first key');
  }

  /** Serializes whatever writes keys of an account, until the transaction ends. */
  async lockAccount(accountId: string): Promise<void> {
    await this.database.advisoryLock(`keys of ${accountId}`);
  }

  /** The number of keys of an account that are neither revoked nor expired. */
  async countActive(accountId: string): Promise<number> {
    return (await this.database.queryOne<{ count: number }>(COUNT_ACTIVE, [accountId]))!.count;
  }

  /** What the key of a caller may give on, besides its scopes, and the time. */
  async ceilingOf(id: string): Promise<Omit<Ceiling, 'scopes' | 'isConsole'> & { now: Date }> {
    const { readPerMinute, writePerMinute, destructivePerMinute, formAccessMode, formIds, ...found } =
      (await this.database.queryOne<FoundCeiling>(CEILING, [id]))!;
    const limits = { read: readPerMinute, write: writePerMinute, destructive: destructivePerMinute };
    return { ...found, limits, formIds: formAccessMode === 'all' ? null : formIds };
  }

  /** The keys that a key has made, and those that they have made. */
  async descendantsOf(id: string): Promise<string[]> {
    return (await this.database.query<{ id: string }>(DESCENDANTS, [id])).map((row) => row.id);
  }

  /**
   * Whether the key that may manage all that an account has, and of which none besides these lasts longer, lasts as long as those of them
   * that may as well. Null where there is no such key.
   */
  async managingLasts(accountId: string, besides: readonly string[]): Promise<boolean | null> {
    return (await this.database.queryOne<{ lasts: boolean }>(MANAGING, [accountId, besides]))?.lasts ?? null;
  }

  /** A key that is not revoked. */
  find(id: string): Promise<ApiKeyEntity | null> {
    return this.database.repository(ApiKeyEntity).findOneBy({ id, isConsole: false, revokedAt: IsNull() });
  }

  async insert(key: ApiKeyEntity): Promise<void> {
    await this.database.repository(ApiKeyEntity).insert(key);
  }

  /** The key that the sessions of links to the console of an account have, with these scopes from now on. */
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

  /** Records that a key is in use, at most once a minute, so that a busy key does not become a hot row. */
  async recordUse(id: string): Promise<void> {
    await this.database.query(RECORD_USE, [id]);
  }

  async insertSecret(secret: NewSecret): Promise<void> {
    await this.database.repository(ApiKeySecretEntity).insert(secret);
  }

  /** Ends the secrets of a key after the overlap; one that ends earlier keeps its time. Without an overlap its sessions and links end, too. */
  async expireSecrets(keyId: string, overlapSeconds: number): Promise<void> {
    await this.database.query(EXPIRE_SECRETS, [keyId, overlapSeconds]);
  }

  /** The number of values of a key that are valid. */
  async countSecrets(keyId: string): Promise<number> {
    return (await this.database.queryOne<{ count: number }>(COUNT_SECRETS, [keyId]))!.count;
  }

  async replaceDigest(lookupId: string, digest: Buffer): Promise<void> {
    await this.database.repository(ApiKeySecretEntity).update({ lookupId }, { digest });
  }
}

/**
 * The row with the sent id, or else with the next one, or else with the first one. Both are looked up in either case, since the CTE is
 * materialized, and a known id costs as much as an unknown one.
 */
const FIND_BY_LOOKUP_ID = `
  with ids as materialized (
    select (select min(lookup_id) from api_key_secrets where lookup_id >= $1) as next,
      (select min(lookup_id) from api_key_secrets) as first
  )
  select s.lookup_id = $1 as is_sent_id, ${CALLER_COLUMNS},
    least(k.expires_at, s.expires_at) as expires_at, k.expires_at <= now() as is_expired,
    k.revoked_at is not null as is_revoked, s.digest, coalesce(s.expires_at <= now(), false) as is_secret_expired
  from ids
    join api_key_secrets s on s.lookup_id = coalesce(ids.next, ids.first)
    join api_keys k on k.id = s.api_key_id
    join accounts a on a.id = k.account_id
    join plans p on p.name = a.plan`;

const ENSURE_CONSOLE_KEY = `
  insert into api_keys as k (id, account_id, name, scopes, form_access_mode, is_console, expires_at)
  values ($1, $2, 'console', $3, 'all', true, 'infinity')
  on conflict (account_id) where is_console do update set scopes = excluded.scopes
  returning k.id, k.id = $1 as is_new`;

const isActive = (key: string) => `not ${key}.is_console and ${key}.revoked_at is null and ${key}.expires_at > now()`;

const COUNT_ACTIVE = `select count(*)::int as count from api_keys k where k.account_id = $1 and ${isActive('k')}`;

const COUNT_SECRETS = `
  select count(*)::int as count from api_key_secrets where api_key_id = $1 and (expires_at is null or expires_at > now())`;

const isManaging = (key: string) =>
  `${isActive(key)} and 'keys:manage' = any(${key}.scopes) and ${key}.form_access_mode = 'all' and ${key}.writes_enabled`;

/** An hour less does not count, so that of keys which are made one after another for a year none is bound to stay. */
const MANAGING = `
  select k.expires_at >= (select max(g.expires_at) from api_keys g where g.id = any($2::uuid[]) and ${isManaging('g')}) - interval '1 hour' as lasts
    from api_keys k where k.account_id = $1 and ${isManaging('k')} and not k.id = any($2::uuid[])
    order by k.expires_at desc limit 1`;

const DESCENDANTS = `
  with recursive made as (
    select id from api_keys where created_by_key_id = $1
    union select k.id from api_keys k join made on k.created_by_key_id = made.id
  )
  select id from made`;

/** By the clock, and not the begin of the transaction, which may have waited for a lock. */
const CEILING = `
  select k.form_access_mode, ${GRANTED_FORM_IDS} as form_ids, k.writes_enabled, k.expires_at,
    k.read_per_minute, k.write_per_minute, k.destructive_per_minute, date_trunc('milliseconds', clock_timestamp()) as now,
    json_build_object('read', p.read_per_minute, 'write', p.write_per_minute, 'destructive', p.destructive_per_minute) as plan
  from api_keys k join accounts a on a.id = k.account_id join plans p on p.name = a.plan where k.id = $1`;

const RECORD_USE = `
  update api_keys set last_used_at = now()
  where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`;

/** A time that is rounded up would still be to come. */
const EXPIRE_SECRETS = `
  with ended as (delete from console_secrets where api_key_id = $1 and $2::float8 = 0)
  update api_key_secrets set expires_at = least(coalesce(expires_at, 'infinity'), date_trunc('milliseconds', now()) + make_interval(secs => $2))
  where api_key_id = $1`;
