import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database';
import { HOURLY, PeriodicTask } from '../platform/lifecycle/periodic-tasks';
import { hmacOf, sha256Of } from '../platform/crypto/digests.rules';
import { SecretKeys } from '../platform/crypto/secret-keys';
import * as sql from './console-secrets.sql';
import type { AccountOfSession, FoundSession, ListedSession, NewSession, Opening, SessionBeginning } from './session.types';

/** The only writer of `console_secrets`. All times come from the database clock. */
@Injectable()
export class ConsoleSecretsRepository {
  constructor(private readonly database: Database) {}

  /** Stores a link and resolves with its end, which is not after that of its key. Resolves with null when the key has ended. */
  async insertLink(digest: Buffer, keyId: string, lifetimeSeconds: number): Promise<Date | null> {
    return (await this.database.queryOne<{ expiresAt: Date }>(sql.INSERT_LINK, [digest, keyId, lifetimeSeconds]))?.expiresAt ?? null;
  }

  async endLinks(keyId: string): Promise<void> {
    await this.database.query(`delete from console_secrets where api_key_id = $1 and kind = 'link'`, [keyId]);
  }

  /**
   * Begins a session. A link ends with it. Resolves with null when the link was used before, when link, secret or key has ended, or when
   * nobody has the address.
   */
  async begin(digest: Buffer, opening: Opening, about: SessionBeginning): Promise<NewSession | null> {
    const { openedBy, lifetimeSeconds, idleSeconds, provesAddress, isProof, browser, network, passkeyId } = about;
    const session = [digest, lifetimeSeconds, openedBy, idleSeconds, provesAddress, isProof, browser, network, passkeyId];
    const [statement, ...found] = statementFor(opening);
    return (await this.database.queryOne<NewSession>(statement, [...session, ...found])) ?? null;
  }

  /** Counts the passkeys that the person can use at this host. */
  async find(digests: readonly Buffer[], host: string): Promise<FoundSession | null> {
    return (await this.database.queryOne<FoundSession>(sql.FIND, [digests, host])) ?? null;
  }

  async hasAccount(mark: string): Promise<boolean> {
    return (await this.database.query(sql.HAS_ACCOUNT, [mark])).length > 0;
  }

  async noteUse(digests: readonly Buffer[]): Promise<void> {
    await this.database.query('update console_secrets set last_used_at = now() where digest = any($1)', [digests]);
  }

  /** Notes that the person has just proved who is there. */
  async noteProof(sessionId: string): Promise<Date | null> {
    const proved = 'update console_secrets set proved_at = now() where id = $1 returning proved_at';
    return (await this.database.queryOne<{ provedAt: Date }>(proved, [sessionId]))?.provedAt ?? null;
  }

  async end(digests: readonly Buffer[]): Promise<void> {
    await this.database.query('delete from console_secrets where digest = any($1)', [digests]);
  }

  /** Lists the sessions that belong together with this one, the last used first. */
  list(sessionId: string): Promise<ListedSession[]> {
    return this.database.query<ListedSession>(sql.SESSIONS, [sessionId]);
  }

  /** False when no session with this id belongs together with the first one. */
  async endOne(sessionId: string, id: string): Promise<boolean> {
    return (await this.database.query(sql.END_ONE, [sessionId, id])).length > 0;
  }

  async endOthers(sessionId: string): Promise<number> {
    return (await this.database.query(sql.END_OTHERS, [sessionId])).length;
  }

  accountsOf(sessionId: string): Promise<AccountOfSession[]> {
    return this.database.query<AccountOfSession>(sql.ACCOUNTS, [sessionId]);
  }

  /** Resolves with null when the address of the session has no lasting person in the account, or when the session does not prove it. */
  async switchTo(sessionId: string, accountId: string): Promise<NewSession | null> {
    return (await this.database.queryOne<NewSession>(sql.SWITCH, [sessionId, accountId])) ?? null;
  }

  async moveTo(sessionId: string, keyId: string): Promise<void> {
    await this.database.query(sql.MOVE, [sessionId, keyId]);
  }

  @PeriodicTask({ name: 'sweep of console sessions', processes: 'api', everySeconds: HOURLY })
  deleteEnded(): Promise<number> {
    return this.database.deleteBatch('console_secrets', `not (${sql.LASTS})`, 'expires_at');
  }
}

function statementFor(opening: Opening): [string, ...unknown[]] {
  if ('linkDigests' in opening) return [sql.BEGIN_BY_LINK, opening.linkDigests];
  if ('lookupId' in opening) return [sql.BEGIN_BY_KEY, opening.lookupId];
  return [sql.BEGIN_BY_ADDRESS, opening.address, opening.keyId];
}

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
