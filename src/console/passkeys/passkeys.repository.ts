import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';
import { HOURLY, PeriodicTask } from '../../platform/lifecycle/periodic-tasks';
import type { NewPasskey, PasskeyOwner, StoredPasskey } from './passkey.types';
import * as sql from './passkeys.sql';

/** The only writer of `passkeys` and `used_challenges`. All times come from the database clock. */
@Injectable()
export class PasskeysRepository {
  constructor(private readonly database: Database) {}

  /** Serializes additions for an address until the transaction ends, so that they can be counted. */
  lock(address: string): Promise<void> {
    return this.database.advisoryLock(`passkeys ${address}`);
  }

  /** Lists the passkeys that the session may see and remove, the oldest first. */
  list(owner: PasskeyOwner): Promise<StoredPasskey[]> {
    return this.database.query<StoredPasskey>(sql.LIST, ownedBy(owner));
  }

  /** Lists those of them that browsers offer at this host. */
  listOffered(owner: PasskeyOwner, host: string): Promise<StoredPasskey[]> {
    return this.database.query<StoredPasskey>(sql.OFFERED, [...ownedBy(owner), host]);
  }

  async findByCredential(credentialId: string, host: string): Promise<StoredPasskey | null> {
    return (await this.database.queryOne<StoredPasskey>(sql.BY_CREDENTIAL, [credentialId, host])) ?? null;
  }

  /** Resolves with null when the credential is stored already. */
  async insert(passkey: NewPasskey): Promise<StoredPasskey | null> {
    const { id, name, credentialId, publicKey, transports, userHandle, address, apiKeyId, host, counter } = passkey;
    const values = [id, name, credentialId, publicKey, transports, userHandle, address, apiKeyId, host, counter];
    return (await this.database.queryOne<StoredPasskey>(INSERT, values)) ?? null;
  }

  /** Notes a use and its count. False when the count is not higher than the last one, so that there are two copies of the passkey. */
  async noteUse(id: string, counter: number): Promise<boolean> {
    return (await this.database.query(NOTE_USE, [id, counter])).length > 0;
  }

  /** Resolves with null for a passkey that the session may not see. */
  async rename(owner: PasskeyOwner, id: string, name: string): Promise<StoredPasskey | null> {
    return (await this.database.queryOne<StoredPasskey>(RENAME, [...ownedBy(owner), id, name])) ?? null;
  }

  /** Removes a passkey, and with it the sessions that it opened. False for one that the session may not see. */
  async remove(owner: PasskeyOwner, id: string): Promise<boolean> {
    return (await this.database.query(REMOVE, [...ownedBy(owner), id])).length > 0;
  }

  async personOf(id: string): Promise<{ keyId: string; accountId: string } | null> {
    return (await this.database.queryOne<{ keyId: string; accountId: string }>(sql.PERSON_OF, [id])) ?? null;
  }

  /** The time at which a challenge that is made now ends. */
  async endOfNewChallenge(lifetimeSeconds: number): Promise<Date> {
    const end = 'select clock_timestamp() + make_interval(secs => $1) as ends_at';
    return (await this.database.queryOne<{ endsAt: Date }>(end, [lifetimeSeconds]))!.endsAt;
  }

  /** False for a challenge that has ended or was used before. */
  async useChallenge(digest: Buffer, endsAt: Date): Promise<boolean> {
    return (await this.database.query(USE_CHALLENGE, [digest, endsAt])).length > 0;
  }

  @PeriodicTask({ name: 'sweep of used challenges', processes: 'api', everySeconds: HOURLY })
  deleteEndedChallenges(): Promise<number> {
    return this.database.deleteBatch('used_challenges', 'expires_at < now()', 'expires_at');
  }

  @PeriodicTask({ name: 'sweep of passkeys', processes: 'api', everySeconds: HOURLY })
  deleteAbandoned(): Promise<number> {
    return this.database.deleteBatch('passkeys', sql.IS_ABANDONED, 'created_at');
  }
}

const ownedBy = ({ personAddress, keyId, provesAddress }: PasskeyOwner): unknown[] => [personAddress, keyId, provesAddress];

const INSERT = `
  insert into passkeys (id, name, credential_id, public_key, transports, user_handle, address, api_key_id, host, counter)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (credential_id) do nothing
  returning ${sql.PASSKEY}`;

/** Many devices never count. One that has counted has to count on. */
const NOTE_USE = `
  update passkeys set counter = $2, last_used_at = now() where id = $1 and (counter < $2 or counter = 0 and $2 = 0) returning 1`;

const RENAME = `update passkeys set name = $5 where id = $4 and ${sql.OWN} returning ${sql.PASSKEY}`;

const REMOVE = `delete from passkeys where id = $4 and ${sql.OWN} returning 1`;

const USE_CHALLENGE = `
  insert into used_challenges (digest, expires_at) select $1, $2 where $2::timestamptz > clock_timestamp()
  on conflict (digest) do nothing returning 1`;
