import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { Scope } from '../api/auth/caller';
import { Database } from '../platform/database/database';
import { newId } from '../platform/ids.rules';
import { ApiKeyEntity, ApiKeySecretEntity } from './api-key.entity';
import { CALLER_COLUMNS, type FoundCaller } from './key-caller.rules';

/** A key as authentication finds it, with the stored digest of the secret. `expiresAt` is that of the secret if it ends earlier. */
export interface FoundKey extends FoundCaller {
  /** False for the row of another key, which stands in for an id that is not stored. */
  isSentId: boolean;
  isExpired: boolean;
  isRevoked: boolean;
  digest: Buffer;
  isSecretExpired: boolean;
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

  /** The keys of an account, or of all accounts, oldest first. */
  list(accountId?: string): Promise<ApiKeyEntity[]> {
    const where = { ...(accountId && { accountId }), isConsole: false };
    return this.database.repository(ApiKeyEntity).find({ where, order: { createdAt: 'ASC', id: 'ASC' } });
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

  /** The number of keys of an account that are not revoked, under a lock that serializes the creation of keys. */
  async countUnderLock(accountId: string): Promise<number> {
    await this.database.advisoryLock(`keys of ${accountId}`);
    return this.database.repository(ApiKeyEntity).countBy({ accountId, isConsole: false, revokedAt: IsNull() });
  }

  /** A key that is not revoked, locked until the transaction ends. */
  lock(id: string): Promise<ApiKeyEntity | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return this.database.repository(ApiKeyEntity).findOne({ where: { id, isConsole: false, revokedAt: IsNull() }, lock });
  }

  async insert(key: ApiKeyEntity): Promise<void> {
    await this.database.repository(ApiKeyEntity).insert(key);
  }

  /** The key that the sessions of links to the console of an account have, with these scopes from now on. */
  async ensureConsoleKey(accountId: string, scopes: readonly Scope[]): Promise<ConsoleKey> {
    return (await this.database.queryOne<ConsoleKey>(ENSURE_CONSOLE_KEY, [newId(), accountId, scopes]))!;
  }

  async revoke(id: string, revokedAt: Date): Promise<void> {
    await this.database.repository(ApiKeyEntity).update({ id }, { revokedAt });
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

const RECORD_USE = `
  update api_keys set last_used_at = now()
  where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`;

const EXPIRE_SECRETS = `
  with ended as (delete from console_secrets where api_key_id = $1 and $2::float8 = 0)
  update api_key_secrets set expires_at = least(coalesce(expires_at, 'infinity'), now() + make_interval(secs => $2))
  where api_key_id = $1`;
