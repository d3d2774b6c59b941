import { Injectable } from '@nestjs/common';
import { In, Raw } from 'typeorm';
import { Database } from '../platform/database/database';
import { HOURLY, PeriodicTask } from '../platform/lifecycle/periodic-tasks';
import { MAX_ATTEMPTS } from '../platform/outbound/delivery-outcome.rules';
import { NotificationEntity } from './notification.entity';
import type { ClaimedMail, DueForm, NotifiedForm, SubmissionRow } from './notification.types';
import type { NotificationProgress } from './notification-delivery.rules';

/** The statements on `notifications` and `notification_mails`. `notify-of-submissions.sql` inserts notifications. */
@Injectable()
export class NotificationsRepository {
  constructor(private readonly database: Database) {}

  /** Locks and returns the form whose notification has been due the longest; skips forms that other workers have locked. */
  lockDueForm(): Promise<DueForm | undefined> {
    return this.database.queryOne<DueForm>(LOCK_DUE_FORM);
  }

  /** True when a notification has been due for two seconds and no worker has claimed it. */
  async hasOrphans(): Promise<boolean> {
    return (await this.database.query(ORPHANED)).length > 0;
  }

  /** Serializes the mails of an account until the transaction ends. */
  lockAccount(accountId: string): Promise<void> {
    return this.database.advisoryLock(`mails of ${accountId}`);
  }

  /** Recovers from crashed workers: notifications that may have been sent become uncertain, others pending or failed. */
  async recover(formId: string): Promise<void> {
    await this.database.query(RECOVER, [formId, MAX_ATTEMPTS]);
  }

  /** Returns when the limits of the form and the account allow the next mail; null for now. */
  async nextMailAt({ formId, accountId, mailsPerHour }: DueForm): Promise<Date | null> {
    const row = await this.database.queryOne<{ at: Date | null }>(NEXT_MAIL_AT, [formId, accountId, mailsPerHour]);
    return row!.at;
  }

  /** Defers all due notifications of a form to the same time, so that they become one mail. */
  async postpone(formId: string, until: Date): Promise<void> {
    const isDue = Raw((column) => `${column} <= now()`);
    await this.database.repository(NotificationEntity).update({ formId, dueAt: isDue }, { dueAt: until });
  }

  /** Claims up to a thousand due notifications of a locked form for one mail, and counts the mail. */
  async claim(mailId: string, { formId, accountId }: DueForm): Promise<ClaimedMail> {
    const claimed = await this.database.query<{ submissionId: string; attempts: number }>(CLAIM, [mailId, formId, accountId]);
    return { id: mailId, formId, accountId, claimed };
  }

  /** Returns null when the form is being deleted. */
  async formOf(formId: string): Promise<NotifiedForm | null> {
    return (await this.database.queryOne<NotifiedForm>(FORM, [formId])) ?? null;
  }

  /** Returns the oldest claimed submissions: at least one, at most fifty, and only as many as fit into a mail. */
  submissionsOf({ formId, claimed }: ClaimedMail): Promise<SubmissionRow[]> {
    return this.database.query<SubmissionRow>(SUBMISSIONS, [formId, claimed.map(({ submissionId }) => submissionId)]);
  }

  /** Counts the form's quarantined submissions, without those that wait for a confirmation, for its first mail of a day (UTC); returns 0 for later mails. */
  async heldToTell({ id, formId }: ClaimedMail): Promise<number> {
    return (await this.database.queryOne<{ held: number }>(HELD_TO_TELL, [formId, id]))!.held;
  }

  /** Records that sending the content begins. Returns false when the notifications were deleted or taken over. */
  async beginSending({ id, formId, claimed }: ClaimedMail): Promise<boolean> {
    const submissionId = In(claimed.map((notification) => notification.submissionId));
    const edit = { status: 'sending', dueAt: () => `now() + ${LEASE}` } as const;
    const sending = await this.database
      .repository(NotificationEntity)
      .update({ formId, submissionId, mailId: id, status: 'claimed' }, edit);
    return sending.affected! > 0;
  }

  /** Writes the outcome of a mail unless another worker has taken it over. A refused mail no longer counts towards the limits. */
  async finish({ id, formId, claimed }: ClaimedMail, progress: readonly NotificationProgress[], isCounted: boolean): Promise<void> {
    await this.database.query(FINISH, [
      id,
      formId,
      isCounted,
      claimed.map(({ submissionId }) => submissionId),
      progress.map(({ status }) => status),
      progress.map(({ errorCode }) => errorCode),
      progress.map(({ delayMs }) => delayMs),
    ]);
  }

  /**
   * Makes notifications due that were not sent, or only perhaps, at most a thousand, and returns their number: of one submission, or of all
   * with an error code that nobody has dismissed. Their attempts begin anew.
   */
  async sendAgain(formId: string, { submissionId, errorCode }: { submissionId?: string; errorCode?: string }): Promise<number> {
    return (await this.database.query(SEND_AGAIN, [formId, submissionId ?? null, errorCode ?? null])).length;
  }

  /** Takes notifications with an error code, or all, off the list of those that were not sent, at most a thousand. Returns their number. */
  async dismiss(formId: string, errorCode?: string): Promise<number> {
    return (await this.database.query(DISMISS, [formId, errorCode ?? null])).length;
  }

  /** Null for a submission that is in the trash. */
  of(formId: string, submissionId: string): Promise<NotificationEntity | null> {
    return this.database.repository(NotificationEntity).createQueryBuilder('n').where({ formId, submissionId }).andWhere(IS_KEPT).getOne();
  }

  /** Deletes notifications that have become unnecessary, together with their mail. */
  async discard({ id, formId, claimed }: ClaimedMail): Promise<void> {
    await this.database.query(DISCARD, [id, formId, claimed.map(({ submissionId }) => submissionId)]);
  }

  /** Deletes one batch of mails that no limit counts any more, and returns its size. */
  @PeriodicTask({ name: 'sweep of sent mails', processes: 'worker', everySeconds: HOURLY })
  deleteOldMails(): Promise<number> {
    return this.database.deleteBatch('notification_mails', IS_PAST, 'sent_at');
  }
}

/** Exceeds the timeout of a mail by far, since workers do not renew it. */
const LEASE = `interval '2 minutes'`;

/** Nothing is sent about a submission that is in the trash. */
const IS_KEPT = `not exists (
    select from submissions s where s.form_id = n.form_id and s.id = n.submission_id and s.state = 'trashed')`;

/** Notifications are not sent while their form is being deleted or its account is suspended. */
const IS_ACTIVE = `(select f.deleted_at is null from forms f where f.id = n.form_id)
    and (select a.suspended_at is null from forms f join accounts a on a.id = f.account_id where f.id = n.form_id)`;

const LOCK_DUE_FORM = `
  select f.id as form_id, f.account_id,
    (select p.mails_per_hour from accounts a join plans p on p.name = a.plan where a.id = f.account_id) as mails_per_hour
  from notifications n join forms f on f.id = n.form_id
  where n.due_at <= now() and ${IS_ACTIVE}
  order by n.due_at limit 1 for no key update of f skip locked`;

const ORPHANED = `
  select from notifications n where n.due_at < now() - interval '2 seconds' and ${IS_ACTIVE} order by n.due_at limit 1`;

const RECOVER = `
  update notifications set
      status = case when status = 'sending' then 'uncertain' when attempts >= $2 then 'failed' else 'pending' end,
      error_code = case when status = 'sending' then 'no_response' when attempts >= $2 then 'worker_lost' end,
      due_at = case when status = 'claimed' and attempts < $2 then due_at end
    where form_id = $1 and status in ('claimed', 'sending') and due_at <= now()`;

const NEXT_MAIL_AT = `
  select greatest(
    (select max(sent_at) + interval '1 minute' from notification_mails
      where form_id = $1 and not is_test and sent_at > now() - interval '1 minute'),
    (select sent_at + interval '1 hour' from notification_mails
      where account_id = $2 and sent_at > now() - interval '1 hour' and $3::int is not null order by sent_at desc offset $3 - 1 limit 1)
  ) as at`;

const CLAIM = `
  with mail as (
    insert into notification_mails (id, form_id, account_id, sent_at) values ($1, $2, $3, now())
  ), due as (
    select submission_id from notifications where form_id = $2 and due_at <= now() order by due_at, submission_id limit 1000
  )
  update notifications n set status = 'claimed', mail_id = $1, attempts = attempts + 1, due_at = now() + ${LEASE}
    from due where n.form_id = $2 and n.submission_id = due.submission_id
    returning n.submission_id, n.attempts`;

const FORM = `
  select f.name, f.notifications_enabled as is_enabled, f.settings, a.notify_email as account_email, a.time_zone as account_time_zone,
    coalesce((select json_agg(json_build_object('name', d.name, 'label', d.label, 'type', d.type) order by d.position)
      from fields d where d.form_id = f.id and d.deleted_at is null), '[]') as fields
  from forms f join accounts a on a.id = f.account_id
  where f.id = $1 and f.deleted_at is null`;

/** Measures sizes in characters. 100,000 characters fit into a mail, although a mail may need several bytes for each. */
const SUBMISSIONS = `
  select id, received_at, fields, other_values, other_values_dropped,
    coalesce((select json_agg(json_build_object('id', c.id, 'field', c.field, 'name', c.filename, 'sizeBytes', c.size_bytes)
        order by c.position)
      from submission_files c where c.form_id = $1 and c.submission_id = s.id), '[]') as files
  from (
    select *, sum(size) over (order by received_at, id rows unbounded preceding) - size as size_before
    from (
      select id, received_at, fields, other_values, other_values_dropped, length(fields::text) + coalesce(length(other_values::text), 0) as size
      from submissions where form_id = $1 and id = any($2::uuid[]) and state <> 'trashed'
    ) sized
  ) s
  where size_before < 100000 order by received_at, id limit 50`;

const TODAY = `date_trunc('day', now(), 'UTC')`;

const IS_PAST = `sent_at < least(now() - interval '1 hour', ${TODAY})`;

const HELD_TO_TELL = `
  select case when exists (select from notification_mails where form_id = $1 and not is_test and sent_at >= ${TODAY} and id <> $2) then 0
      else (select count(*)::int from submissions where form_id = $1 and state = 'quarantined' and not is_unconfirmed)
    end as held`;

/** Includes `uncertain`, since another worker may have recovered the notifications of this mail before its outcome was known. */
const FINISH = `
  with counted as (
    update notification_mails set sent_at = now() where id = $1 and $3
  ), uncounted as (
    delete from notification_mails where id = $1 and not $3
  )
  update notifications n set
      status = o.status, error_code = o.error_code, due_at = now() + o.delay_ms * interval '1 millisecond',
      delivered_at = case when o.status = 'delivered' then now() end
    from unnest($4::uuid[], $5::text[], $6::text[], $7::float8[]) as o (submission_id, status, error_code, delay_ms)
    where n.form_id = $2 and n.submission_id = o.submission_id and n.mail_id = $1 and n.status in ('claimed', 'sending', 'uncertain')`;

const SEND_AGAIN = `
  update notifications set status = 'pending', attempts = 0, error_code = null, mail_id = null, due_at = now(), dismissed_at = null
    where form_id = $1 and submission_id in (
      select submission_id from notifications n
      where form_id = $1 and ${IS_KEPT} and status in ('failed', 'uncertain') and case when $2::uuid is null then dismissed_at is null else submission_id = $2 end
        and ($3::text is null or error_code = $3)
      order by submission_id limit 1000 for no key update skip locked
    ) returning submission_id`;

const DISMISS = `
  update notifications set dismissed_at = now()
    where form_id = $1 and submission_id in (
      select submission_id from notifications
      where form_id = $1 and status in ('failed', 'uncertain') and dismissed_at is null and ($2::text is null or error_code = $2)
      order by submission_id limit 1000 for no key update skip locked
    ) returning submission_id`;

const DISCARD = `
  with uncounted as (
    delete from notification_mails where id = $1
  )
  delete from notifications where form_id = $2 and submission_id = any($3::uuid[]) and mail_id = $1 and status = 'claimed'`;
