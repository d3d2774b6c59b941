import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Each change of a submission gets the next number of its form, deletions are kept, and submissions are counted by their days. Processes of
 * the version before go on storing submissions with numbers, since the functions give them; what they mark or delete gets none.
 */
export class ChangeNumbers1795400000000 implements MigrationInterface {
  name = 'ChangeNumbers1795400000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const ACCEPT_SUBMISSIONS = `
create or replace function accept_submissions(
  batch json, out received_at timestamptz, out outcomes text[], out receipts json, out pending_run_ids uuid[], out is_notified boolean,
  out full_options json, out verdicts json
) language plpgsql set plan_cache_mode = force_generic_plan as $$
  #variable_conflict use_column
  declare
    sent new_submission[];
    stored new_submission[];
    accepted new_submission[];
    form_ids uuid[];
    open_forms open_form[];
    has_keys boolean;
    has_files boolean;
    is_judged boolean;
    today date := (now() at time zone 'utc')::date;
  begin
    received_at := date_trunc('milliseconds', now());

    -- No aggregate sorts its input here, so the arrays are in the order of arrival.
    select array_agg(s), array_agg(s.form_id), bool_or(s.key_hash is not null), bool_or(s.files is not null),
        bool_or(s.state is not null or s.nonce is not null or s.text_digests is not null)
      into sent, form_ids, has_keys, has_files, is_judged
      from json_populate_recordset(null::new_submission, batch) s;

    -- Locks the forms that accept submissions against edits and deletion, and their counters against other batches. The order of the ids
    -- keeps two batches from waiting for each other.
    open_forms := array(
      select (f.id, f.revision, f.account_id,
          p.form_submissions_per_month - case when c.month = date_trunc('month', now() at time zone 'utc')::date then c.month_count else 0 end,
          f.notifications_enabled and (f.settings @? '$.notifications.to[0]' or a.notify_email is not null),
          f.settings -> 'intake', c.submissions_count, c.change_number, c.day)::open_form
        from forms f
          join form_stats c on c.form_id = f.id
          join accounts a on a.id = f.account_id
          join plans p on p.name = a.plan
        where f.id = any(form_ids) and f.deleted_at is null and f.status = 'enabled' and a.suspended_at is null
        order by f.id
        for key share of f
        for update of c);

    is_judged := is_judged or exists (select from unnest(open_forms) o where o.limits is not null);

    -- A form that was edited since the validation refuses first. Then submissions are stored in the order of arrival while the quota
    -- lasts, except those whose key was used before, also by another one of the batch. The outcome of the others stays open. Where a form
    -- has limits or a check is to be decided here, all that is new is judged one by one.
    outcomes := array(
      select case
          when not is_current then 'form_changed'
          when is_new and is_judged then 'new'
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
    if is_judged then
      select judged.sent, judged.outcomes, judged.full_options into sent, outcomes, full_options
        from judge_submissions(sent, outcomes, open_forms, received_at) judged;
    end if;
    stored := array(select sent[n] from generate_subscripts(sent, 1) n where outcomes[n] = 'stored' order by n);
    accepted := stored;
    if is_judged then
      accepted := array(select stored[n] from generate_subscripts(stored, 1) n where (stored[n]).state is distinct from 'quarantined' order by n);
      verdicts := (
        select json_object_agg(n - 1, json_build_object(
              'state', coalesce((sent[n]).state, 'accepted'), 'check', (sent[n]).spam_reasons -> 0 ->> 'check'))
          from generate_subscripts(sent, 1) n where outcomes[n] = 'stored');
    end if;

    -- The counters of the day before become a row when the first submissions of a new day are stored.
    if exists (select from unnest(open_forms) o where o.day < today) then
      insert into form_days (form_id, day, accepted, quarantined)
        select c.form_id, c.day, c.day_accepted, c.day_quarantined from form_stats c where c.form_id = any(form_ids) and c.day < today
        on conflict (form_id, day) do update set
          accepted = form_days.accepted + excluded.accepted, quarantined = form_days.quarantined + excluded.quarantined;
    end if;

    with inserted as (
      insert into submissions (id, form_id, source, fields, file_count, received_at, client_network, user_agent, state, held_at,
          spam_reasons, signals, inserted_number, change_number)
      select s.id, s.form_id, s.source, s.fields, s.file_count, received_at, s.client_network, s.user_agent, coalesce(s.state, 'accepted'),
          case when s.state = 'quarantined' then received_at end, s.spam_reasons, s.signals, s.number, s.number
        from (
          select a.*, o.change_number + row_number() over (partition by o.id order by a.ordinality) as number
            from unnest(stored) with ordinality a join unnest(open_forms) o on o.id = a.form_id
        ) s
    ), added as (
      select form_id, count(*)::int as changes, count(*) filter (where state is distinct from 'quarantined')::int as number,
          date_trunc('month', now() at time zone 'utc')::date as month
        from unnest(stored) group by form_id
    )
    update form_stats c set
        submissions_count = c.submissions_count + added.number,
        unread_count = c.unread_count + added.number,
        latest_submission_at = case when added.number > 0 then greatest(c.latest_submission_at, received_at) else c.latest_submission_at end,
        first_submission_at = case when added.number > 0 then coalesce(c.first_submission_at, received_at) else c.first_submission_at end,
        month_count = added.number + case when c.month = added.month then c.month_count else 0 end,
        month = added.month,
        change_number = c.change_number + added.changes,
        day_accepted = added.number + case when c.day = today then c.day_accepted else 0 end,
        day_quarantined = added.changes - added.number + case when c.day = today then c.day_quarantined else 0 end,
        day = today
      from added where c.form_id = added.form_id and c.form_id = any(form_ids);

    if has_keys then
      perform claim_submission_keys(
        array(select sent[n] from generate_subscripts(sent, 1) n where outcomes[n] in ('stored', 'thanked') order by n), received_at);
    end if;

    -- A key that is stored by now answers, whether this batch stored it or an earlier one. Without one it was refused: like the first
    -- submission of the batch that has its key, or else by the quota.
    if array_position(outcomes, null) is not null then
      select
          array_agg(coalesce(outcomes[ordinality], case
              when k.form_id is null then coalesce((
                  select min(outcomes[o.ordinality]) from unnest(sent) with ordinality o
                    where o.form_id = s.form_id and o.key_hash = s.key_hash), 'quota_exceeded')
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
    pending_run_ids := start_submission_runs(accepted, open_forms, received_at);
    is_notified := exists (select from unnest(open_forms) o where o.is_notified);
    if is_notified then
      perform notify_of_submissions(accepted, open_forms, received_at);
    end if;
  end $$`;

const RELEASE_SUBMISSION = `
create or replace function release_submission(
  form uuid, submission uuid, form_revision integer, unique_digest bytea, run uuid,
  out outcome text, out full_options jsonb, out pending_run_ids uuid[], out is_notified boolean
) language plpgsql as $$
  #variable_conflict use_column
  declare
    opened open_form;
    held submissions;
    released new_submission;
    at timestamptz := date_trunc('milliseconds', now());
    this_month date := date_trunc('month', now() at time zone 'utc')::date;
  begin
    select f.id, f.revision, f.account_id, null,
        f.notifications_enabled and (f.settings @? '$.notifications.to[0]' or a.notify_email is not null), f.settings -> 'intake',
        c.submissions_count, c.change_number
      into opened
      from forms f
        join form_stats c on c.form_id = f.id
        join accounts a on a.id = f.account_id
      where f.id = form and f.deleted_at is null
      for key share of f
      for update of c;
    select * into held from submissions s where s.form_id = form and s.id = submission for update;
    outcome := case
      when opened.id is null or held.id is null then 'gone'
      when opened.revision <> form_revision then 'form_changed'
      when held.state = 'accepted' then 'unchanged'
      when exists (select from submission_claims c where c.form_id = form and c.digest = unique_digest and c.holds) then 'duplicate'
    end;
    if outcome is not null then
      return;
    end if;

    full_options := full_options_of(form, opened.limits, held.fields);
    if opened.submissions_count >= (opened.limits ->> 'max_submissions')::integer or full_options <> '{}' then
      outcome := 'no_places';
      if opened.submissions_count >= (opened.limits ->> 'max_submissions')::integer then
        full_options := '{}';
      end if;
      return;
    end if;

    outcome := 'released';
    update submissions s set state = 'accepted', held_at = null, released_at = at, change_number = opened.change_number + 1, changed_at = at
      where s.form_id = form and s.id = submission;
    perform take_places(form, opened.limits, submission, held.fields, unique_digest, held.received_at);
    update form_stats c set
        submissions_count = c.submissions_count + 1,
        unread_count = c.unread_count + (held.read_at is null)::integer,
        latest_submission_at = greatest(c.latest_submission_at, held.received_at),
        first_submission_at = least(c.first_submission_at, held.received_at),
        month_count = 1 + case when c.month = this_month then c.month_count else 0 end,
        month = this_month,
        change_number = opened.change_number + 1
      where c.form_id = form;

    released.id := submission;
    released.run_id := run;
    released.form_id := form;
    select id, coalesce(origin_run_id, id) into released.retry_of_run_id, released.origin_run_id
      from workflow_runs r where r.form_id = form and r.submission_id = submission and r.run_kind = 'production'
      order by created_at desc, id desc limit 1;
    pending_run_ids := '{}';
    if not exists (select from workflow_runs r
      where r.form_id = form and r.submission_id = submission and r.run_kind = 'production' and r.status <> 'cancelled'
    ) then
      pending_run_ids := start_submission_runs(array[released], array[opened], at);
    end if;
    is_notified := opened.is_notified and not exists (select from notifications n where n.form_id = form and n.submission_id = submission);
    if is_notified then
      perform notify_of_submissions(array[released], array[opened], at);
    end if;
  end $$`;

const HOLD_SUBMISSION = `
create or replace function hold_submission(form uuid, submission uuid, reason jsonb) returns boolean language plpgsql as $$
  declare
    was_unread boolean;
  begin
    perform give_back_places(form, submission);
    update submissions s set state = 'quarantined', held_at = now(), released_at = null,
        spam_reasons = coalesce(s.spam_reasons, '[]') || reason,
        change_number = (select c.change_number + 1 from form_stats c where c.form_id = form), changed_at = now()
      where s.form_id = form and s.id = submission and s.state = 'accepted'
      returning s.read_at is null into was_unread;
    if not found then
      return false;
    end if;
    update form_stats c set
        submissions_count = c.submissions_count - 1,
        unread_count = c.unread_count - was_unread::integer,
        change_number = c.change_number + 1,
        latest_submission_at = (
          select s.received_at from submissions s where s.form_id = form and s.state = 'accepted' order by s.received_at desc, s.id desc limit 1)
      where c.form_id = form;
    delete from notifications n where n.form_id = form and n.submission_id = submission and n.status = 'pending';
    return true;
  end $$`;

const ACCEPT_SUBMISSIONS_BEFORE = `
create or replace function accept_submissions(
  batch json, out received_at timestamptz, out outcomes text[], out receipts json, out pending_run_ids uuid[], out is_notified boolean,
  out full_options json, out verdicts json
) language plpgsql set plan_cache_mode = force_generic_plan as $$
  #variable_conflict use_column
  declare
    sent new_submission[];
    stored new_submission[];
    accepted new_submission[];
    form_ids uuid[];
    open_forms open_form[];
    has_keys boolean;
    has_files boolean;
    is_judged boolean;
  begin
    received_at := date_trunc('milliseconds', now());

    -- No aggregate sorts its input here, so the arrays are in the order of arrival.
    select array_agg(s), array_agg(s.form_id), bool_or(s.key_hash is not null), bool_or(s.files is not null),
        bool_or(s.state is not null or s.nonce is not null or s.text_digests is not null)
      into sent, form_ids, has_keys, has_files, is_judged
      from json_populate_recordset(null::new_submission, batch) s;

    -- Locks the forms that accept submissions against edits and deletion, and their counters against other batches. The order of the ids
    -- keeps two batches from waiting for each other.
    open_forms := array(
      select (f.id, f.revision, f.account_id,
          p.form_submissions_per_month - case when c.month = date_trunc('month', now() at time zone 'utc')::date then c.month_count else 0 end,
          f.notifications_enabled and (f.settings @? '$.notifications.to[0]' or a.notify_email is not null),
          f.settings -> 'intake', c.submissions_count)::open_form
        from forms f
          join form_stats c on c.form_id = f.id
          join accounts a on a.id = f.account_id
          join plans p on p.name = a.plan
        where f.id = any(form_ids) and f.deleted_at is null and f.status = 'enabled' and a.suspended_at is null
        order by f.id
        for key share of f
        for update of c);

    is_judged := is_judged or exists (select from unnest(open_forms) o where o.limits is not null);

    -- A form that was edited since the validation refuses first. Then submissions are stored in the order of arrival while the quota
    -- lasts, except those whose key was used before, also by another one of the batch. The outcome of the others stays open. Where a form
    -- has limits or a check is to be decided here, all that is new is judged one by one.
    outcomes := array(
      select case
          when not is_current then 'form_changed'
          when is_new and is_judged then 'new'
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
    if is_judged then
      select judged.sent, judged.outcomes, judged.full_options into sent, outcomes, full_options
        from judge_submissions(sent, outcomes, open_forms, received_at) judged;
    end if;
    stored := array(select sent[n] from generate_subscripts(sent, 1) n where outcomes[n] = 'stored' order by n);
    accepted := stored;
    if is_judged then
      accepted := array(select stored[n] from generate_subscripts(stored, 1) n where (stored[n]).state is distinct from 'quarantined' order by n);
      verdicts := (
        select json_object_agg(n - 1, json_build_object(
              'state', coalesce((sent[n]).state, 'accepted'), 'check', (sent[n]).spam_reasons -> 0 ->> 'check'))
          from generate_subscripts(sent, 1) n where outcomes[n] = 'stored');
    end if;

    with inserted as (
      insert into submissions (id, form_id, source, fields, file_count, received_at, client_network, user_agent, state, held_at,
          spam_reasons, signals)
      select id, form_id, source, fields, file_count, received_at, client_network, user_agent, coalesce(state, 'accepted'),
          case when state = 'quarantined' then received_at end, spam_reasons, signals
        from unnest(stored)
    ), added as (
      select form_id, count(*)::int as number, date_trunc('month', now() at time zone 'utc')::date as month from unnest(accepted) group by form_id
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
      perform claim_submission_keys(
        array(select sent[n] from generate_subscripts(sent, 1) n where outcomes[n] in ('stored', 'thanked') order by n), received_at);
    end if;

    -- A key that is stored by now answers, whether this batch stored it or an earlier one. Without one it was refused: like the first
    -- submission of the batch that has its key, or else by the quota.
    if array_position(outcomes, null) is not null then
      select
          array_agg(coalesce(outcomes[ordinality], case
              when k.form_id is null then coalesce((
                  select min(outcomes[o.ordinality]) from unnest(sent) with ordinality o
                    where o.form_id = s.form_id and o.key_hash = s.key_hash), 'quota_exceeded')
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
    pending_run_ids := start_submission_runs(accepted, open_forms, received_at);
    is_notified := exists (select from unnest(open_forms) o where o.is_notified);
    if is_notified then
      perform notify_of_submissions(accepted, open_forms, received_at);
    end if;
  end $$`;

const RELEASE_SUBMISSION_BEFORE = `
create or replace function release_submission(
  form uuid, submission uuid, form_revision integer, unique_digest bytea, run uuid,
  out outcome text, out full_options jsonb, out pending_run_ids uuid[], out is_notified boolean
) language plpgsql as $$
  #variable_conflict use_column
  declare
    opened open_form;
    held submissions;
    released new_submission;
    at timestamptz := date_trunc('milliseconds', now());
    this_month date := date_trunc('month', now() at time zone 'utc')::date;
  begin
    select f.id, f.revision, f.account_id, null,
        f.notifications_enabled and (f.settings @? '$.notifications.to[0]' or a.notify_email is not null), f.settings -> 'intake',
        c.submissions_count
      into opened
      from forms f
        join form_stats c on c.form_id = f.id
        join accounts a on a.id = f.account_id
      where f.id = form and f.deleted_at is null
      for key share of f
      for update of c;
    select * into held from submissions s where s.form_id = form and s.id = submission for update;
    outcome := case
      when opened.id is null or held.id is null then 'gone'
      when opened.revision <> form_revision then 'form_changed'
      when held.state = 'accepted' then 'unchanged'
      when exists (select from submission_claims c where c.form_id = form and c.digest = unique_digest and c.holds) then 'duplicate'
    end;
    if outcome is not null then
      return;
    end if;

    full_options := full_options_of(form, opened.limits, held.fields);
    if opened.submissions_count >= (opened.limits ->> 'max_submissions')::integer or full_options <> '{}' then
      outcome := 'no_places';
      if opened.submissions_count >= (opened.limits ->> 'max_submissions')::integer then
        full_options := '{}';
      end if;
      return;
    end if;

    outcome := 'released';
    update submissions s set state = 'accepted', held_at = null, released_at = at where s.form_id = form and s.id = submission;
    perform take_places(form, opened.limits, submission, held.fields, unique_digest, held.received_at);
    update form_stats c set
        submissions_count = c.submissions_count + 1,
        unread_count = c.unread_count + (held.read_at is null)::integer,
        latest_submission_at = greatest(c.latest_submission_at, held.received_at),
        first_submission_at = least(c.first_submission_at, held.received_at),
        month_count = 1 + case when c.month = this_month then c.month_count else 0 end,
        month = this_month
      where c.form_id = form;

    released.id := submission;
    released.run_id := run;
    released.form_id := form;
    select id, coalesce(origin_run_id, id) into released.retry_of_run_id, released.origin_run_id
      from workflow_runs r where r.form_id = form and r.submission_id = submission and r.run_kind = 'production'
      order by created_at desc, id desc limit 1;
    pending_run_ids := '{}';
    if not exists (select from workflow_runs r
      where r.form_id = form and r.submission_id = submission and r.run_kind = 'production' and r.status <> 'cancelled'
    ) then
      pending_run_ids := start_submission_runs(array[released], array[opened], at);
    end if;
    is_notified := opened.is_notified and not exists (select from notifications n where n.form_id = form and n.submission_id = submission);
    if is_notified then
      perform notify_of_submissions(array[released], array[opened], at);
    end if;
  end $$`;

const HOLD_SUBMISSION_BEFORE = `
create or replace function hold_submission(form uuid, submission uuid, reason jsonb) returns boolean language plpgsql as $$
  declare
    was_unread boolean;
  begin
    perform give_back_places(form, submission);
    update submissions s set state = 'quarantined', held_at = now(), released_at = null,
        spam_reasons = coalesce(s.spam_reasons, '[]') || reason
      where s.form_id = form and s.id = submission and s.state = 'accepted'
      returning s.read_at is null into was_unread;
    if not found then
      return false;
    end if;
    update form_stats c set
        submissions_count = c.submissions_count - 1,
        unread_count = c.unread_count - was_unread::integer,
        latest_submission_at = (
          select s.received_at from submissions s where s.form_id = form and s.state = 'accepted' order by s.received_at desc, s.id desc limit 1)
      where c.form_id = form;
    delete from notifications n where n.form_id = form and n.submission_id = submission and n.status = 'pending';
    return true;
  end $$`;

const UP = [
  // 0: from before there were numbers
  `alter table submissions
    add column inserted_number bigint not null default 0, add column change_number bigint not null default 0, add column changed_at timestamptz(3)`,
  `alter table form_stats
    add column change_number bigint not null default 0, add column forgotten_number bigint not null default 0,
    add column day date, add column day_accepted integer not null default 0, add column day_quarantined integer not null default 0`,
  `create table submission_deletions (
    form_id uuid not null references forms (id) on delete cascade,
    change_number bigint not null,
    submission_id uuid not null,
    is_erased boolean not null default false,
    changed_at timestamptz(3) not null default now(),
    primary key (form_id, change_number)
  )`,
  'create index submission_deletions_changed_at_idx on submission_deletions (changed_at)',
  `create table form_days (
    form_id uuid not null references forms (id) on delete cascade,
    day date not null,
    accepted integer not null,
    quarantined integer not null,
    primary key (form_id, day)
  )`,
  `create table restore_check (
    is_only boolean primary key default true check (is_only),
    identity uuid not null default gen_random_uuid(),
    number bigint not null default 0,
    epoch integer not null default 1
  )`,
  'insert into restore_check default values',
  'create index form_days_day_idx on form_days (day)',
  'alter type open_form add attribute change_number bigint, add attribute day date',
  ACCEPT_SUBMISSIONS,
  RELEASE_SUBMISSION,
  HOLD_SUBMISSION,
];

const DOWN = [
  ACCEPT_SUBMISSIONS_BEFORE,
  RELEASE_SUBMISSION_BEFORE,
  HOLD_SUBMISSION_BEFORE,
  'alter type open_form drop attribute change_number, drop attribute day',
  'drop table form_days, restore_check, submission_deletions',
  `alter table form_stats
    drop column change_number, drop column forgotten_number, drop column day, drop column day_accepted, drop column day_quarantined`,
  'alter table submissions drop column inserted_number, drop column change_number, drop column changed_at',
];
