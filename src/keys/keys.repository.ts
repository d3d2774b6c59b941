import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database';
import type { Scope } from '../api/auth/scopes';

/** A key as it was found by the public part of its text, with the limits that hold for it. */
export interface FoundKey {
  keyId: string;
  accountId: string;
  scopes: Scope[];
  formAccessMode: 'all' | 'selected';
  writesEnabled: boolean;
  expiresAt: Date;
  isExpired: boolean;
  isRevoked: boolean;
  digest: Buffer;
  isSecretReplaced: boolean;
  read: number;
  write: number;
  destructive: number;
  userAggregate: number;
}

/** The statements behind authentication. */
@Injectable()
export class KeysRepository {
  constructor(private readonly database: Database) {}

  byLookupId(lookupId: string): Promise<FoundKey | undefined> {
    return this.database.queryOne<FoundKey>(BY_LOOKUP_ID, [lookupId]);
  }

  /** Notes that a key is in use, at most once a minute, so that a busy key is no hot row. */
  async touch(keyId: string): Promise<void> {
    await this.database.query(
      `update api_keys set last_used_at = now()
        where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
      [keyId],
    );
  }

  async replaceDigest(lookupId: string, digest: Buffer): Promise<void> {
    await this.database.query('update api_key_secrets set digest = $2 where lookup_id = $1', [lookupId, digest]);
  }
}

const BY_LOOKUP_ID = `
  select k.id as "keyId", k.account_id as "accountId", k.scopes, k.form_access_mode as "formAccessMode",
    k.writes_enabled as "writesEnabled", k.expires_at as "expiresAt", k.expires_at <= now() as "isExpired",
    k.revoked_at is not null as "isRevoked", s.digest, coalesce(s.expires_at <= now(), false) as "isSecretReplaced",
    coalesce(k.read_per_minute, p.read_per_minute) as read,
    coalesce(k.write_per_minute, p.write_per_minute) as write,
    coalesce(k.destructive_per_minute, p.destructive_per_minute) as destructive,
    coalesce(a.aggregate_per_minute, p.aggregate_per_minute) as "userAggregate"
  from api_key_secrets s
    join api_keys k on k.id = s.api_key_id
    join accounts a on a.id = k.account_id
    join plans p on p.name = a.plan
  where s.lookup_id = $1`;
