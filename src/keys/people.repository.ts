import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database';

/** Somebody who may sign in to an account now. */
export interface LastingPerson {
  /** The id of the person, which is that of a key. */
  id: string;
  name: string;
  address: string;
  accountId: string;
  accountName: string;
  lastUsedAt: Date | null;
}

/** The SQL on people, which other keys do not need. `KeysRepository` writes their rights. */
@Injectable()
export class PeopleRepository {
  constructor(private readonly database: Database) {}

  /** Lists the people of all accounts with this address whose rights have not ended, those who were here last first. */
  lastingAt(address: string): Promise<LastingPerson[]> {
    return this.database.query<LastingPerson>(LASTING_AT, [address]);
  }

  async findLasting(id: string): Promise<LastingPerson | null> {
    return (await this.database.queryOne<LastingPerson>(FIND_LASTING, [id])) ?? null;
  }

  /** Finds the person of an account who was not revoked, also one whose rights have expired. */
  async findUnrevoked(accountId: string, address: string): Promise<{ id: string; isExpired: boolean } | null> {
    return (await this.database.queryOne<{ id: string; isExpired: boolean }>(FIND_UNREVOKED, [accountId, address])) ?? null;
  }

  /** Ends the sessions of those of the keys that are people. */
  async endSessions(ids: readonly string[]): Promise<void> {
    await this.database.query(END_SESSIONS, [ids]);
  }

  /** Ends all with which those of the keys that are people could sign in: sessions, links, mails, and passkeys that open nobody else. */
  async endAccess(ids: readonly string[]): Promise<void> {
    await this.database.query(END_ACCESS, [ids]);
  }
}

const LASTING = `
  select k.id, k.name, k.person_address as address, k.account_id, a.name as account_name, k.last_used_at
  from api_keys k join accounts a on a.id = k.account_id
  where k.person_address is not null and k.revoked_at is null and k.expires_at > now()`;

const LASTING_AT = `${LASTING} and k.person_address = $1 order by k.last_used_at desc nulls last, k.created_at, k.id`;

const FIND_LASTING = `${LASTING} and k.id = $1`;

const FIND_UNREVOKED = `
  select id, expires_at <= now() as is_expired from api_keys where account_id = $1 and person_address = $2 and revoked_at is null`;

const PEOPLE = 'select id from api_keys where id = any($1) and person_address is not null';

const END_SESSIONS = `delete from console_secrets c using (${PEOPLE}) p where c.api_key_id = p.id and c.kind = 'session'`;

/** Mails stay, since they are counted. */
const END_ACCESS = `
  with people as (${PEOPLE}), mails as (
    update sign_in_mails m set expires_at = least(m.expires_at, now()), send_at = null from people p where m.api_key_id = p.id
  ), keys as (
    delete from passkeys k using people p where k.api_key_id = p.id
  )
  delete from console_secrets c using people p where c.api_key_id = p.id`;
