import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database';
import { newId } from '../platform/ids.rules';
import type { SpamReason } from '../submissions/spam.types';
import type { ConfirmationMail, Unsent } from './confirmation-mail.types';

type Claim = Pick<ConfirmationMail, 'mailId' | 'formId' | 'submissionId'>;

/** The statements on `address_confirmations`, whose rows `request_confirmations` inserts. All times come from the database clock. */
@Injectable()
export class ConfirmationMailsRepository {
  constructor(private readonly database: Database) {}

  async hasDue(): Promise<boolean> {
    return (await this.database.query(HAS_DUE)).length > 0;
  }

  /** Takes the mail that has been due the longest, and keeps it from other workers for two minutes. */
  async claimDue(): Promise<ConfirmationMail | null> {
    return (await this.database.queryOne<ConfirmationMail>(CLAIM_DUE, [newId()])) ?? null;
  }

  /** Records that sending the content begins. False when another worker has taken the mail over, or the submission was confirmed or held. */
  async beginSending({ mailId, formId, submissionId }: Claim): Promise<boolean> {
    return (await this.database.query(BEGIN_SENDING, [formId, submissionId, mailId])).length > 0;
  }

  async noteSent({ mailId, formId, submissionId }: Claim): Promise<void> {
    await this.database.query(NOTE_SENT, [formId, submissionId, mailId]);
  }

  /** @param isRefused true when the server does not have the mail for certain, so that this try is not counted as one that may have come */
  async sendLater({ mailId, formId, submissionId }: Claim, delayMs: number, errorCode: string, isRefused: boolean): Promise<void> {
    await this.database.query(SEND_LATER, [formId, submissionId, mailId, delayMs, errorCode, isRefused]);
  }

  /** Keeps the mail of a submission that is held for another reason, or in the trash, until that has ended. */
  async wait({ mailId, formId, submissionId }: Claim): Promise<void> {
    await this.database.query(WAIT, [formId, submissionId, mailId]);
  }

  /** Sends the mail never. A submission that waits for it becomes an ordinary one in quarantine, for the given reason. */
  async giveUp({ mailId, formId, submissionId }: Claim, { status, errorCode }: Unsent, reason: SpamReason): Promise<void> {
    await this.database.query(GIVE_UP, [formId, submissionId, mailId, status, errorCode, reason]);
  }
}

/** Exceeds the timeout of a mail by far, since workers do not renew it. */
const LEASE = `now() + interval '2 minutes'`;

const DUE = `
  from address_confirmations m join forms f on f.id = m.form_id join accounts a on a.id = f.account_id
  where m.due_at <= now() and f.deleted_at is null and a.suspended_at is null
  order by m.due_at limit 1`;

const HAS_DUE = `select ${DUE}`;

const CLAIM_DUE = `
  with due as (
    select m.form_id, m.submission_id ${DUE} for no key update of m skip locked
  ), claimed as (
    update address_confirmations m set mail_id = $1, attempts = m.attempts + 1, due_at = ${LEASE}
      from due where m.form_id = due.form_id and m.submission_id = due.submission_id
      returning m.form_id, m.submission_id, m.mail_id, m.language, m.attempts, m.begun
  )
  select c.*, f.account_id, f.name as form_name, f.settings, a.time_zone as account_time_zone, s.fields, s.received_at, s.state, s.is_unconfirmed,
    s.address_confirmed_at is not null as is_confirmed
  from claimed c
    join forms f on f.id = c.form_id
    join accounts a on a.id = f.account_id
    join submissions s on s.form_id = c.form_id and s.id = c.submission_id`;

const IS_MINE = 'form_id = $1 and submission_id = $2 and mail_id = $3';

const BEGIN_SENDING = `
  update address_confirmations set status = 'sending', begun = begun + 1, due_at = ${LEASE} where ${IS_MINE} and begun < 2 returning 1`;

const NOTE_SENT = `update address_confirmations set status = 'sent', due_at = null, error_code = null where ${IS_MINE}`;

const SEND_LATER = `
  update address_confirmations set status = 'pending', due_at = now() + $4::float8 * interval '1 millisecond', error_code = $5,
    begun = begun - (status = 'sending' and $6)::int, mail_id = null
  where ${IS_MINE}`;

const WAIT = `update address_confirmations set status = 'pending', due_at = null, mail_id = null where ${IS_MINE}`;

const GIVE_UP = 'select give_up_confirmation($1, $2, $3, $4, $5, $6)';
