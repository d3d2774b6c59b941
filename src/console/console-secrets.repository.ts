import { Injectable } from '@nestjs/common';
import { CALLER_COLUMNS, type FoundCaller } from '../keys/key-caller.rules';
import { Database } from '../platform/database/database';
import { HOURLY, PeriodicTask } from '../platform/lifecycle/periodic-tasks';
import { hmacOf, sha256Of } from '../platform/crypto/digests.rules';
import { SecretKeys } from '../platform/crypto/secret-keys';

export interface FoundSession extends FoundCaller {
  /** True when the last recorded use is over ten seconds old. */
  isUseDue: boolean;
  accountName: string;
  keyName: string;
}

/** The only writer of `console_secrets`. All times come from the database clock. */
@Injectable()
export class ConsoleSecretsRepository {
  constructor(private readonly database: Database) {}

  /** Stores a link and resolves with its end, which is not after that of its key. Resolves with null when the key has ended. */
  async insertLink(digest: Buffer, keyId: string, lifetimeSeconds: number): Promise<Date | null> {
    return (await this.database.queryOne<{ expiresAt: Date }>(INSERT_LINK, [digest, keyId, lifetimeSeconds]))?.expiresAt ?? null;
  }

  async endLinks(keyId: string): Promise<void> {
    await this.database.query(`delete from console_secrets where api_key_id = $1 and kind = 'link'`, [keyId]);
  }

  /** Begins a session and deletes its link; null when the link was used before, or when the link or its key has ended. */
  beginByLink(digest: Buffer, linkDigests: readonly Buffer[]): Promise<NewSession | null> {
    return this.begin(BEGIN_BY_LINK, [digest, linkDigests]);
  }

  /** Begins a session with the secret of a key; null when the secret or the key has ended. */
  beginByKey(digest: Buffer, lookupId: string): Promise<NewSession | null> {
    return this.begin(BEGIN_BY_KEY, [digest, lookupId]);
  }

  async find(digests: readonly Buffer[]): Promise<FoundSession | null> {
    return (await this.database.queryOne<FoundSession>(FIND, [digests])) ?? null;
  }

  async hasAccount(mark: string): Promise<boolean> {
    return (await this.database.query(HAS_ACCOUNT, [mark])).length > 0;
  }

  async noteUse(digests: readonly Buffer[]): Promise<void> {
    await this.database.query('update console_secrets set last_used_at = now() where digest = any($1)', [digests]);
  }

  async end(digests: readonly Buffer[]): Promise<void> {
    await this.database.query('delete from console_secrets where digest = any($1)', [digests]);
  }

  @PeriodicTask({ name: 'sweep of console sessions', processes: 'api', everySeconds: HOURLY })
  deleteEnded(): Promise<number> {
    return this.database.deleteBatch('console_secrets', `not (${LASTS})`, 'expires_at');
  }

  private async begin(sql: string, parameters: unknown[]): Promise<NewSession | null> {
    return (await this.database.queryOne<NewSession>(sql, parameters)) ?? null;
  }
}

export interface NewSession {
  keyId: string;
  accountId: string;
  expiresAt: Date;
}

const LASTS = `expires_at > now() and (last_used_at is null or last_used_at > now() - interval '1 hour')`;

const INSERT_LINK = `
  insert into console_secrets (digest, kind, api_key_id, expires_at)
  select $1, 'link', id, least(expires_at, now() + make_interval(secs => $3))
    from api_keys where id = $2 and revoked_at is null and expires_at > now()
  returning expires_at`;

/** Inserts a session with the key, the optional secret of the key and the end that the CTE `found` returns. */
const INSERT_SESSION = `
  insert into console_secrets as c (digest, kind, api_key_id, key_secret_id, expires_at, last_used_at)
  select $1, 'session', key_id, secret_id, least(now() + interval '12 hours', ends_at), now() from found
  returning c.api_key_id as key_id, (select account_id from found) as account_id, c.expires_at`;

/** Locks the key before its links, in the same order as a rotation, which ends the links. */
const BEGIN_BY_LINK = `
  with link as (
    select c.digest, k.id as key_id, k.account_id, k.expires_at as ends_at
    from console_secrets c join api_keys k on k.id = c.api_key_id
    where c.digest = any($2) and c.kind = 'link' and c.expires_at > now() and k.revoked_at is null and k.expires_at > now()
    for key share of k
  ), used as (
    delete from console_secrets c using link where c.digest = link.digest returning c.digest
  ), found as (
    select key_id, account_id, null::text as secret_id, ends_at from link join used using (digest)
  )
  ${INSERT_SESSION}`;

const BEGIN_BY_KEY = `
  with found as (
    select k.id as key_id, k.account_id, s.lookup_id as secret_id, least(k.expires_at, s.expires_at) as ends_at
    from api_key_secrets s join api_keys k on k.id = s.api_key_id
    where s.lookup_id = $2 and k.revoked_at is null and least(k.expires_at, s.expires_at) > now()
  )
  ${INSERT_SESSION}`;

const FIND = `
  select ${CALLER_COLUMNS}, least(c.expires_at, k.expires_at, s.expires_at) as expires_at,
    c.last_used_at < now() - interval '10 seconds' as is_use_due, a.name as account_name, k.name as key_name
  from (select * from console_secrets where digest = any($1) and kind = 'session' and ${LASTS}) c
    join api_keys k on k.id = c.api_key_id
    left join api_key_secrets s on s.lookup_id = c.key_secret_id
    join accounts a on a.id = k.account_id
    join plans p on p.name = a.plan
  where k.revoked_at is null and least(k.expires_at, s.expires_at) > now()`;

const HAS_ACCOUNT = `select from accounts where left(encode(sha256(convert_to(id::text, 'utf8')), 'hex'), 12) = $1`;

/** The mark in the links of an account, by which a service recognizes links of other services. */
export const markOf = (accountId: string): string => sha256Of(accountId).toString('hex').slice(0, 12);

/** Computes keyed digests of link and session secrets. With a copy of the database, nobody can learn or forge a secret. */
@Injectable()
export class ConsoleDigests {
  constructor(private readonly keys: SecretKeys) {}

  /** Returns the digest by the present APP_SECRET first, then that by the previous one if it is set. */
  of(text: string): [Buffer, ...Buffer[]] {
    return this.keys.derive('console').map(({ key }) => hmacOf(key, text)) as [Buffer, ...Buffer[]];
  }
}
