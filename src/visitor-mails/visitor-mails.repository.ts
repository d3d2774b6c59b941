import { Injectable } from '@nestjs/common';
import type { Position } from '../api/pagination/cursors';
import { Database } from '../platform/database/database';
import { newId } from '../platform/ids.rules';
import { HOURLY, PeriodicTask } from '../platform/lifecycle/periodic-tasks';
import { MAILS_PER_ADDRESS_AND_DAY, type VisitorMail, type VisitorMailClaim } from './visitor-mail.types';

/** An address that wants no mail, of which the account sees no more than this. */
export interface VisitorStop {
  id: string;
  createdAt: Date;
}

/** The only writer of the tables about mails to visitors. All times come from the database clock. */
@Injectable()
export class VisitorMailsRepository {
  constructor(private readonly database: Database) {}

  /** Serializes the claims of an account until the transaction ends, so that none is counted beside another one. */
  lock(accountId: string): Promise<void> {
    return this.database.advisoryLock(`visitor mails ${accountId}`);
  }

  /** Counts the mail unless it was counted before, or one of the limits is reached. The caller holds the lock of the account. */
  async claim({ id, accountId, formId }: VisitorMail, digest: Buffer, perHour: number): Promise<VisitorMailClaim> {
    const values = [id, accountId, formId, digest, MAILS_PER_ADDRESS_AND_DAY, perHour];
    return (await this.database.queryOne<{ claim: VisitorMailClaim }>(CLAIM, values))!.claim;
  }

  /** Mails of the last day stay, since they are counted. */
  @PeriodicTask({ name: 'sweep of mails to visitors', processes: 'worker', everySeconds: HOURLY })
  deleteOld(): Promise<number> {
    return this.database.deleteBatch('visitor_mails', `claimed_at < now() - interval '25 hours'`, 'claimed_at');
  }

  /** The sealed key of the account; null for an account that has none, and for none. */
  async sealedKey(accountId: string): Promise<Buffer | null> {
    const row = await this.database.queryOne<{ sealed: Buffer }>('select sealed from visitor_digest_keys where account_id = $1', [
      accountId,
    ]);
    return row?.sealed ?? null;
  }

  /** Stores the first key of the account. Another process may have been faster, whose key then stays. */
  async addKey(accountId: string, sealed: Buffer): Promise<void> {
    await this.database.query(ADD_KEY, [accountId, sealed]);
  }

  /** Keys that were not sealed with the present secret, which the first bytes of a sealed value tell. */
  keysSealedBefore(prefix: Buffer, after: string | null): Promise<{ accountId: string; sealed: Buffer }[]> {
    return this.database.query(KEYS_SEALED_BEFORE, [prefix, after]);
  }

  /** Replaces a sealed key by the same key under another secret, unless another process has done so. */
  async replaceKey(accountId: string, before: Buffer, sealed: Buffer): Promise<void> {
    await this.database.query('update visitor_digest_keys set sealed = $3 where account_id = $1 and sealed = $2', [
      accountId,
      before,
      sealed,
    ]);
  }

  /** At most `limit` stops after a position, the newest first. */
  stops(accountId: string, after: Position | null, limit: number): Promise<VisitorStop[]> {
    return this.database.query(STOPS, [accountId, after?.at ?? null, after?.id ?? null, limit]);
  }

  async isStopped(accountId: string, digest: Buffer): Promise<boolean> {
    return (await this.database.query(IS_STOPPED, [accountId, digest])).length > 0;
  }

  /** Puts an address on the list. One that is there already keeps its time. */
  async stop(accountId: string, digest: Buffer): Promise<void> {
    await this.database.query(STOP, [accountId, digest, newId()]);
  }

  async removeStop(accountId: string, digest: Buffer): Promise<void> {
    await this.database.query('delete from visitor_stops where account_id = $1 and digest = $2', [accountId, digest]);
  }
}

const STOPS = `
  select id, created_at from visitor_stops
  where account_id = $1 and ($2::timestamptz is null or (created_at, id) < ($2, $3::uuid))
  order by created_at desc, id desc limit $4`;

const IS_STOPPED = 'select from visitor_stops where account_id = $1 and digest = $2';

/** Each count ends at its limit. A stop goes before a mail that was counted, since its first try may not have been sent. */
const CLAIM = `
  with found as (
    select exists (select from visitor_stops where account_id = $2 and digest = $4) as is_stopped,
      exists (select from visitor_mails where id = $1) as is_counted,
      (select count(*) from (
        select from visitor_mails
        where account_id = $2 and address_digest = $4 and claimed_at > clock_timestamp() - interval '24 hours' limit $5
      ) of_address) < $5 and (select count(*) from (
        select from visitor_mails where form_id = $3 and claimed_at > clock_timestamp() - interval '1 hour' limit $6
      ) of_form) < $6 as has_room
  ), counted as (
    insert into visitor_mails (id, account_id, form_id, address_digest, claimed_at)
    select $1, $2, $3, $4, clock_timestamp() from found where has_room and not is_stopped and not is_counted
  )
  select case when is_stopped then 'recipient_stopped' when is_counted or has_room then 'granted' else 'visitor_mail_limit' end as claim
  from found`;

const ADD_KEY = 'insert into visitor_digest_keys (account_id, sealed) values ($1, $2) on conflict do nothing';

const KEYS_SEALED_BEFORE = `
  select account_id, sealed from visitor_digest_keys
  where substr(sealed, 1, length($1::bytea)) <> $1 and ($2::uuid is null or account_id > $2) order by account_id limit 100`;

const STOP = `
  insert into visitor_stops (account_id, digest, id)
  select id, $2, $3 from accounts where id = $1
  on conflict do nothing`;
