import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { Scope } from '../api/auth/caller';
import { Database } from '../platform/database/database';
import { ApiKeyEntity, ApiKeySecretEntity } from './api-key.entity';

/** A key as authentication finds it: its rights, the limits that apply to it, and the stored digest of the secret. */
export interface FoundKey {
  /** False for the row of another key, which stands in for an id that is not stored. */
  isSentId: boolean;
  keyId: string;
  accountId: string;
  scopes: Scope[];
  formAccessMode: 'all' | 'selected';
  writesEnabled: boolean;
  isSuspended: boolean;
  /** The end of the key, or of this secret if it was replaced and ends earlier. */
  expiresAt: Date;
  isExpired: boolean;
  isRevoked: boolean;
  digest: Buffer;
  isSecretExpired: boolean;
  read: number;
  write: number;
  destructive: number;
  userAggregate: number;
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
    const where = accountId ? { accountId } : {};
    return this.database.repository(ApiKeyEntity).find({ where, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  hasSecret(lookupId: string): Promise<boolean> {
    return this.database.repository(ApiKeySecretEntity).existsBy({ lookupId });
  }

  exists(): Promise<boolean> {
    return this.database.repository(ApiKeyEntity).exists();
  }

  /** Serializes the creation of the bootstrap key until the transaction ends. */
  async lockBootstrap(): Promise<void> {
    await this.database.advisoryLock('first key');
  }

  /** The number of keys of an account that are not revoked, under a lock that serializes the creation of keys. */
  async countUnderLock(accountId: string): Promise<number> {
    await this.database.advisoryLock(`keys of ${accountId}`);
    return this.database.repository(ApiKeyEntity).countBy({ accountId, revokedAt: IsNull() });
  }

  /** A key that is not revoked, locked until the transaction ends. */
  lock(id: string): Promise<ApiKeyEntity | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return this.database.repository(ApiKeyEntity).findOne({ where: { id, revokedAt: IsNull() }, lock });
  }

  async insert(key: ApiKeyEntity): Promise<void> {
    await this.database.repository(ApiKeyEntity).insert(key);
  }

  async revoke(id: string, revokedAt: Date): Promise<void> {
    await this.database.repository(ApiKeyEntity).update({ id }, { revokedAt });
  }

  /** Records that a key is in use, at most once a minute, so that a busy key does not become a hot row. */
  async recordUse(id: string): Promise<void> {
    await this.database.query(RECORD_USE, [id]);
  }

  async insertSecret(secret: ApiKeySecretEntity): Promise<void> {
    await this.database.repository(ApiKeySecretEntity).insert(secret);
  }

  /** Ends the secrets of a key after the overlap; one that ends earlier keeps its time. */
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
  select s.lookup_id = $1 as is_sent_id, k.id as key_id, k.account_id, k.scopes, k.form_access_mode,
    k.writes_enabled, a.suspended_at is not null as is_suspended,
    least(k.expires_at, s.expires_at) as expires_at, k.expires_at <= now() as is_expired,
    k.revoked_at is not null as is_revoked, s.digest, coalesce(s.expires_at <= now(), false) as is_secret_expired,
    coalesce(k.read_per_minute, p.read_per_minute) as read,
    coalesce(k.write_per_minute, p.write_per_minute) as write,
    coalesce(k.destructive_per_minute, p.destructive_per_minute) as destructive,
    coalesce(a.aggregate_per_minute, p.aggregate_per_minute) as user_aggregate
  from ids
    join api_key_secrets s on s.lookup_id = coalesce(ids.next, ids.first)
    join api_keys k on k.id = s.api_key_id
    join accounts a on a.id = k.account_id
    join plans p on p.name = a.plan`;

const RECORD_USE = `
  update api_keys set last_used_at = now()
  where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`;

const EXPIRE_SECRETS = `
  update api_key_secrets set expires_at = least(coalesce(expires_at, 'infinity'), now() + make_interval(secs => $2))
  where api_key_id = $1`;
