import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';
import { newId } from '../../platform/ids.rules';
import { HOURLY, PeriodicTask } from '../../platform/lifecycle/periodic-tasks';
import type { DueSignInMail, NewSignInMail, SignInMail, TriedMail } from './sign-in-mail.types';

/** The number of mails that were asked for within an hour, and the seconds until it is one less. */
export interface AskedLately {
  count: number;
  retryAfterSeconds: number;
}

/** The only writer of `sign_in_mails`. All times come from the database clock. */
@Injectable()
export class SignInMailsRepository {
  constructor(private readonly database: Database) {}

  /** Serializes the requests that are counted together until the transaction ends. */
  lock(counted: string): Promise<void> {
    return this.database.advisoryLock(`sign-in mails ${counted}`);
  }

  /** Counts the mails of the last hour. Of a mail with this purpose, only the address, network, person or account is compared. */
  async askedLately(by: keyof typeof COUNTED, value: string, limit: number): Promise<AskedLately> {
    return (await this.database.queryOne<AskedLately>(askedLately(COUNTED[by]), [value, limit]))!;
  }

  /** Stores a mail, which is sent within seconds. Resolves with the time until which its link or code is valid. */
  async insert(mail: NewSignInMail): Promise<Date> {
    const { purpose, address, lookupId, lifetimeSeconds } = mail;
    const person = mail.purpose === 'sign_in' ? [null, null, null] : [mail.apiKeyId, mail.accountId, mail.sessionId ?? null];
    const asked = mail.purpose === 'sign_in' ? [mail.browserDigest, mail.network, mail.browser, mail.onlyToday] : [null, null, null, false];
    const values = [newId(), purpose, address, lookupId, lifetimeSeconds, ...person, ...asked];
    return (await this.database.queryOne<{ expiresAt: Date }>(INSERT, values))!.expiresAt;
  }

  /** Ends the unused mails of a person with this purpose, since a newer one takes their place. */
  async endEarlier(purpose: 'invitation' | 'proof', apiKeyId: string): Promise<void> {
    await this.database.query(END_EARLIER, [purpose, apiKeyId]);
  }

  /** Locks a mail whose time has not ended. */
  async findOpen(lookupId: string): Promise<SignInMail | null> {
    return (await this.database.queryOne<SignInMail>(FIND_OPEN, [lookupId])) ?? null;
  }

  async noteOpened(id: string): Promise<void> {
    await this.database.query('update sign_in_mails set opened_at = coalesce(opened_at, now()) where id = $1', [id]);
  }

  /** False when the mail was used before. */
  async use(id: string): Promise<boolean> {
    return (
      (await this.database.query('update sign_in_mails set used_at = now() where id = $1 and used_at is null returning 1', [id])).length > 0
    );
  }

  /** Counts a try of a code for the mails whose link was opened elsewhere, and resolves with those that had a try left. */
  tryInBrowser(browserDigests: readonly Buffer[], tries: number): Promise<TriedMail[]> {
    return this.database.query<TriedMail>(TRY_IN_BROWSER, [browserDigests, tries]);
  }

  /** Counts a try of a code for the proof that a session waits for. */
  tryInSession(sessionId: string, tries: number): Promise<TriedMail[]> {
    return this.database.query<TriedMail>(TRY_IN_SESSION, [sessionId, tries]);
  }

  /** Takes the mail that has waited longest, and keeps it from other processes for a minute. */
  async claimDue(): Promise<DueSignInMail | null> {
    return (await this.database.queryOne<DueSignInMail>(CLAIM_DUE)) ?? null;
  }

  async finish(id: string, errorCode: string | null): Promise<void> {
    await this.database.query(FINISH, [id, errorCode]);
  }

  async sendLater(id: string, seconds: number, errorCode: string): Promise<void> {
    await this.database.query(SEND_LATER, [id, seconds, errorCode]);
  }

  /** The mails of the last day stay, since they are counted. */
  @PeriodicTask({ name: 'sweep of sign-in mails', processes: 'worker', everySeconds: HOURLY })
  deleteEnded(): Promise<number> {
    return this.database.deleteBatch('sign_in_mails', `expires_at < now() - interval '1 day'`, 'expires_at');
  }
}

const COUNTED = {
  address: `purpose = 'sign_in' and address = $1`,
  network: `purpose = 'sign_in' and network = $1`,
  account: `purpose = 'invitation' and account_id = $1::uuid`,
  person: `purpose = 'proof' and api_key_id = $1::uuid`,
} as const;

/** The seconds count until the oldest of the last `$2` mails is an hour old. */
const askedLately = (counted: string): string => `
  select count(*)::int as count, coalesce(ceil(extract(epoch from min(created_at) + interval '1 hour' - clock_timestamp())), 1)::int as retry_after_seconds
  from (
    select created_at from sign_in_mails where ${counted} and created_at > clock_timestamp() - interval '1 hour'
    order by created_at desc limit $2
  ) lately`;

const INSERT = `
  insert into sign_in_mails (id, purpose, address, lookup_id, expires_at, send_at, created_at,
    api_key_id, account_id, session_id, browser_digest, network, browser, only_today)
  values ($1, $2, $3, $4, clock_timestamp() + make_interval(secs => $5), clock_timestamp(), clock_timestamp(), $6, $7, $8, $9, $10, $11, $12)
  returning expires_at`;

const END_EARLIER = `
  update sign_in_mails set expires_at = now(), send_at = null
  where purpose = $1 and api_key_id = $2 and used_at is null and expires_at > now()`;

const MAIL = `id, purpose, address, api_key_id, lookup_id, browser_digest, only_today, used_at is not null as is_used`;

const FIND_OPEN = `select ${MAIL} from sign_in_mails where lookup_id = $1 and expires_at > now() for update`;

const IS_OPEN = 'used_at is null and expires_at > now() and tries < $2';

const TRY_IN_BROWSER = `
  update sign_in_mails set tries = tries + 1
  where browser_digest = any($1) and opened_at is not null and ${IS_OPEN} returning ${MAIL}, tries`;

const TRY_IN_SESSION = `
  update sign_in_mails set tries = tries + 1 where session_id = $1 and purpose = 'proof' and ${IS_OPEN} returning ${MAIL}, tries`;

const IS_LASTING = 'k.revoked_at is null and k.expires_at > now()';

const CLAIM_DUE = `
  with due as (
    select id from sign_in_mails where send_at <= now() and expires_at > now()
    order by send_at limit 1 for update skip locked
  ), claimed as (
    update sign_in_mails m set send_at = now() + interval '1 minute', attempts = attempts + 1
    from due where m.id = due.id
    returning m.id, m.purpose, m.address, m.lookup_id, m.browser, m.attempts, m.expires_at, m.api_key_id
  )
  select c.id, c.purpose, c.address, c.lookup_id, c.browser, c.attempts, c.expires_at, p.name, p.account_name
  from claimed c left join lateral (
    select k.name, a.name as account_name from api_keys k join accounts a on a.id = k.account_id
    where k.person_address = c.address and (c.api_key_id is null or k.id = c.api_key_id) and ${IS_LASTING}
    order by k.last_used_at desc nulls last limit 1
  ) p on true`;

const FINISH = `
  update sign_in_mails set send_at = null, error_code = $2, sent_at = case when $2::text is null then now() end where id = $1`;

const SEND_LATER = `update sign_in_mails set send_at = now() + make_interval(secs => $2), error_code = $3 where id = $1`;
