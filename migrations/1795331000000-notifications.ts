import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails that tell owners of new submissions. The function that stores submissions inserts them in the same commit. */
export class Notifications1795331000000 implements MigrationInterface {
  name = 'Notifications1795331000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function accept_submissions, notify_of_submissions');
    await runner.query('alter type open_form drop attribute is_notified');
    await runner.query(acceptSubmissions({ result: '', column: '', step: '' }));
    await runner.query('drop table notifications, notification_mails');
    await runner.query('alter table accounts drop column notify_email');
    await runner.query('alter table plans drop column mails_per_hour');
  }
}

const THIS_MONTH = `date_trunc('month', now() at time zone 'utc')::date`;

/** The parts of the function that this migration adds. */
interface Additions {
  result: string;
  column: string;
  step: string;
}

const acceptSubmissions = (part: Additions): string => `
  create function accept_submissions(
    batch json, out received_at timestamptz, out outcomes text[], out receipts json, out pending_run_ids uuid[]${part.result}
  ) language plpgsql set plan_cache_mode = force_generic_plan as $$
  #variable_conflict use_column
  declare
    sent new_submission[];
    stored new_submission[];
    form_ids uuid[];
    open_forms open_form[];
    has_keys boolean;
    has_files boolean;
  begin
    received_at := date_trunc('milliseconds', now());

    -- No aggregate sorts its input here, so the arrays are in the order of arrival.
    select array_agg(s), array_agg(s.form_id), bool_or(s.key_hash is not null), bool_or(s.files is not null)
      into sent, form_ids, has_keys, has_files
      from json_populate_recordset(null::new_submission, batch) s;

    -- Locks the forms that accept submissions against edits and deletion, and their counters against other batches. The order of the ids
    -- keeps two batches from waiting for each other.
    open_forms := array(
      select (f.id, f.revision, f.account_id,
          p.form_submissions_per_month - case when c.month = ${THIS_MONTH} then c.month_count else 0 end${part.column})::open_form
        from forms f
          join form_stats c on c.form_id = f.id
          join accounts a on a.id = f.account_id
          join plans p on p.name = a.plan
        where f.id = any(form_ids) and f.deleted_at is null and f.status = 'enabled' and a.suspended_at is null
        order by f.id
        for key share of f
        for update of c);

    -- A form that was edited since the validation refuses first. Then submissions are stored in the order of arrival while the quota
    -- lasts, except those whose key was used before, also by another one of the batch. The outcome of the others stays open.
    outcomes := array(
      select case
          when not is_current then 'form_changed'
          when is_new and (remaining is null or number <= remaining) then 'stored'
        end
        from (
          select *, count(*) filter (where is_new) over (partition by form_id order by position) as number
            from (
              select s.form_id, s.ordinality as position, f.remaining, f.id is not null as is_current,
                f.id is not null
                  and (select k.form_id from submission_keys k
                    where k.form_id = s.form_id and k.key_hash = s.key_hash and k.expires_at > now()) is null
                  and (s.key_hash is null or row_number() over (partition by f.id, s.key_hash order by s.ordinality) = 1) as is_new
                from unnest(sent) with ordinality s
                  left join unnest(open_forms) f on f.id = s.form_id and f.revision = s.revision
            ) looked_up
        ) counted
        order by position);
    stored := array(select sent[n] from generate_subscripts(sent, 1) n where outcomes[n] = 'stored' order by n);

    with inserted as (
      insert into submissions (id, form_id, source, fields, file_count, received_at, client_network, user_agent)
      select id, form_id, source, fields, file_count, received_at, client_network, user_agent from unnest(stored)
    ), added as (
      select form_id, count(*)::int as number, ${THIS_MONTH} as month from unnest(stored) group by form_id
    )
    update form_stats c set
        submissions_count = c.submissions_count + added.number,
        unread_count = c.unread_count + added.number,
        latest_submission_at = greatest(c.latest_submission_at, received_at),
        first_submission_at = coalesce(c.first_submission_at, received_at),
        month_count = added.number + case when c.month = added.month then c.month_count else 0 end,
        month = added.month
      from added where c.form_id = added.form_id and c.form_id = any(form_ids);

    if has_keys then
      perform claim_submission_keys(stored, received_at);
    end if;

    -- A key that is stored by now answers, whether this batch stored it or an earlier one; without one it was the quota that refused.
    if array_position(outcomes, null) is not null then
      select
          array_agg(coalesce(outcomes[ordinality], case
              when k.form_id is null then 'quota_exceeded'
              when k.fingerprint = s.fingerprint then 'replayed'
              else 'key_conflict'
            end) order by ordinality),
          json_object_agg(ordinality - 1, json_build_object('id', k.submission_id, 'received_at', k.received_at,
              'file_count', k.file_count, 'ignored_fields', k.ignored_fields))
            filter (where outcomes[ordinality] is null and k.fingerprint = s.fingerprint)
        into outcomes, receipts
        from unnest(sent) with ordinality s
          left join submission_keys k on k.form_id = s.form_id and k.key_hash = s.key_hash and k.expires_at > now();
    end if;

    if has_files then
      perform attach_submission_files(stored, received_at);
    end if;
    pending_run_ids := start_submission_runs(stored, open_forms, received_at);${part.step}
  end $$`;

/** An account without an address notifies the recipients of its forms only. The path is true for a list that is not empty. */
const NOTIFYING: Additions = {
  result: ', out is_notified boolean',
  column: `,
          f.notifications_enabled and (f.settings @? '$.notifications.to[0]' or a.notify_email is not null)`,
  step: `
    is_notified := exists (select from unnest(open_forms) o where o.is_notified);
    if is_notified then
      perform notify_of_submissions(stored, open_forms, received_at);
    end if;`,
};

const NOTIFY_OF_SUBMISSIONS = `
  create function notify_of_submissions(stored new_submission[], open_forms open_form[], received_at timestamptz) returns void language plpgsql as $$
  begin
    insert into notifications (form_id, submission_id, due_at)
      select s.form_id, s.id, received_at from unnest(stored) s join unnest(open_forms) f on f.id = s.form_id and f.is_notified;
  end $$`;

const STATEMENTS = [
  `alter table accounts add column notify_email text check (char_length(notify_email) <= 320)`,
  `comment on column accounts.notify_email is 'Receives the notifications of forms that name no recipients.'`,
  `alter table plans add column mails_per_hour integer check (mails_per_hour > 0)`,
  `update plans set mails_per_hour = 100 where name <> 'self_hosted'`,

  `create table notifications (
    form_id uuid not null,
    submission_id uuid not null,
    status text not null default 'pending'
      check (status in ('pending', 'claimed', 'sending', 'delivered', 'failed', 'uncertain')),
    attempts integer not null default 0 check (attempts >= 0),
    due_at timestamptz(3),
    mail_id uuid,
    delivered_at timestamptz(3),
    error_code text,
    primary key (form_id, submission_id),
    foreign key (form_id, submission_id) references submissions on delete cascade,
    check ((due_at is null) = (status in ('delivered', 'failed', 'uncertain'))),
    check ((delivered_at is null) = (status <> 'delivered')),
    check (mail_id is not null or status not in ('claimed', 'sending'))
  )`,
  `comment on column notifications.due_at is 'When a worker has to look next: to send it, or because the worker that holds it has crashed.'`,
  `comment on column notifications.mail_id is 'The mail that a worker sends. It fences writes of workers that have lost the notification.'`,
  `create index notifications_due_idx on notifications (due_at) where due_at is not null`,
  `create index notifications_form_due_idx on notifications (form_id, due_at) where due_at is not null`,

  `create table notification_mails (
    id uuid primary key,
    account_id uuid not null references accounts on delete cascade,
    form_id uuid not null,
    sent_at timestamptz(3) not null
  )`,
  `comment on table notification_mails is 'The mails of the last hour, for the limits of accounts and forms. They outlive their form, whose deletion must not reset the limit.'`,
  `create index notification_mails_account_idx on notification_mails (account_id, sent_at)`,
  `create index notification_mails_form_idx on notification_mails (form_id, sent_at)`,
  `create index notification_mails_sent_at_idx on notification_mails (sent_at)`,

  `alter type open_form add attribute is_notified boolean`,
  NOTIFY_OF_SUBMISSIONS,
  'drop function accept_submissions',
  acceptSubmissions(NOTIFYING),
];
