import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Submissions are judged when they are stored: quarantined ones take nothing, values that are unique are claimed, and places are counted.
 * The process of the version before goes on calling the function, without the members that it does not know.
 */
export class JudgeSubmissions1795370100000 implements MigrationInterface {
  name = 'JudgeSubmissions1795370100000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const ATTRIBUTES = [
  'state text',
  'spam_reasons jsonb',
  'signals jsonb',
  'unique_digest bytea',
  'nonce bytea',
  'on_spent text',
  'text_digests bytea[]',
  'repeated_level text',
  'retry_of_run_id uuid',
  'origin_run_id uuid',
];

const SUBMISSION_HELD_BY = `
create or replace function submission_held_by(submission new_submission, found_by text, level text, detail text)
returns new_submission language plpgsql immutable as $$
  begin
    submission.spam_reasons := coalesce(submission.spam_reasons, '[]') || jsonb_build_object('check', found_by, 'detail', detail);
    if level = 'quarantine' then
      submission.state := 'quarantined';
    end if;
    return submission;
  end $$`;

const CHOSEN_OPTIONS = `
create or replace function chosen_options(limits jsonb, fields json)
returns table (field text, option text, places integer) language sql immutable as $$
  select v.key, chosen.option, (l.value ->> chosen.option)::integer
    from jsonb_each(limits -> 'places') l
      join json_each(fields) v on v.key = l.key
      cross join lateral (
        select v.value #>> '{}' as option where json_typeof(v.value) = 'string'
        union
        select json_array_elements_text(v.value) where json_typeof(v.value) = 'array'
      ) chosen
    where l.value ? chosen.option
  $$`;

const FULL_OPTIONS_OF = `
create or replace function full_options_of(form uuid, limits jsonb, fields json) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(field, options), '{}') from (
    select c.field, jsonb_agg(c.option) as options
      from chosen_options(limits, fields) c
        left join place_counts p on p.form_id = form and p.field = c.field and p.option = c.option
      where coalesce(p.taken, 0) >= c.places
      group by c.field
  ) full_ones
  $$`;

const TAKE_PLACES = `
create or replace function take_places(
  form uuid, limits jsonb, submission uuid, fields json, unique_digest bytea, accepted_at timestamptz
) returns void language plpgsql as $$
  begin
    insert into place_counts as p (form_id, field, option, taken)
      select form, c.field, c.option, 1 from chosen_options(limits, take_places.fields) c order by c.field, c.option
      on conflict (form_id, field, option) do update set taken = p.taken + 1;
    if unique_digest is not null then
      insert into submission_claims (form_id, digest, submission_id, received_at, holds)
        values (form, unique_digest, submission, accepted_at, true);
    end if;
  end $$`;

const GIVE_BACK_PLACES = `
create or replace function give_back_places(form uuid, submission uuid) returns void language plpgsql as $$
  declare
    freed bytea;
  begin
    update place_counts p set taken = p.taken - 1
      from forms f
        join submissions s on s.form_id = f.id and s.id = submission and s.state = 'accepted'
        cross join lateral chosen_options(f.settings -> 'intake', s.fields) c
      where f.id = form and p.form_id = form and p.field = c.field and p.option = c.option;
    with gone as (
      delete from submission_claims where form_id = form and submission_id = submission returning digest, holds
    )
    select digest into freed from gone where holds;
    if freed is not null then
      update submission_claims c set holds = true
        where c.form_id = form and c.digest = freed and c.submission_id = (
          select submission_id from submission_claims where form_id = form and digest = freed order by received_at, submission_id limit 1);
    end if;
  end $$`;

const IS_REPEATED_TEXT = `
create or replace function is_repeated_text(account uuid, submission new_submission, received_at timestamptz) returns boolean language plpgsql as $$
  declare
    is_repeated boolean;
  begin
    is_repeated := exists (
      select from unnest(submission.text_digests) digest
        where (
          select count(*) from (
            select from repeated_texts t where t.account_id = account and t.digest = digest.digest and t.seen_at > received_at - interval '1 hour' limit 5
          ) seen
        ) = 5);
    insert into repeated_texts (account_id, digest, seen_at, form_id, submission_id)
      select distinct account, digest, received_at, submission.form_id, submission.id from unnest(submission.text_digests) digest;
    return is_repeated;
  end $$`;

const JUDGE_SUBMISSIONS = `
create or replace function judge_submissions(
  inout sent new_submission[], inout outcomes text[], open_forms open_form[], received_at timestamptz, out full_options json
) language plpgsql as $$
  declare
    submission new_submission;
    form open_form;
    form_number integer;
    accepted integer[] := array_fill(0, array[cardinality(open_forms)]);
    full_here jsonb;
    full_by_position jsonb := '{}';
  begin
    for place in 1 .. cardinality(sent) loop
      continue when outcomes[place] is distinct from 'new';
      outcomes[place] := null;
      submission := sent[place];
      select o.ordinality into form_number from unnest(open_forms) with ordinality o where o.id = submission.form_id;
      form := open_forms[form_number];

      if clock_timestamp() < (form.limits ->> 'opens_at')::timestamptz or clock_timestamp() >= (form.limits ->> 'closes_at')::timestamptz then
        outcomes[place] := 'form_closed';
        continue;
      end if;

      if submission.state is distinct from 'quarantined' and exists (
        select from submission_claims c where c.form_id = form.id and c.digest = submission.unique_digest and c.holds
      ) then
        if coalesce(form.limits ->> 'on_duplicate', 'refuse') <> 'quarantine' then
          outcomes[place] := case form.limits ->> 'on_duplicate' when 'thank' then 'thanked' else 'duplicate' end;
          continue;
        end if;
        submission := submission_held_by(submission, 'duplicate', 'quarantine', 'Its value exists already.');
      end if;

      if submission.state is distinct from 'quarantined' then
        full_here := full_options_of(form.id, form.limits, submission.fields);
        if form.submissions_count + accepted[form_number] >= (form.limits ->> 'max_submissions')::integer then
          full_here := '{}';
        elsif full_here = '{}' then
          full_here := null;
        end if;
        if full_here is not null then
          outcomes[place] := 'no_places';
          full_by_position := full_by_position || jsonb_build_object(place - 1, full_here);
          continue;
        end if;
        continue when accepted[form_number] >= form.remaining; -- the quota refuses it
      end if;

      if submission.nonce is not null then
        insert into spent_challenges (form_id, nonce, spent_at) values (form.id, submission.nonce, received_at) on conflict do nothing;
        if not found and submission.on_spent = 'require' then
          outcomes[place] := 'solution_spent';
          continue;
        elsif not found then
          submission := submission_held_by(submission, 'proof_of_work', submission.on_spent, 'Its solution was used before.');
        end if;
      end if;
      if submission.text_digests is not null and is_repeated_text(form.account_id, submission, received_at) then
        submission := submission_held_by(submission, 'repeated_text', submission.repeated_level, 'Its text came more than five times within an hour.');
      end if;

      if submission.state is distinct from 'quarantined' then
        accepted[form_number] := accepted[form_number] + 1;
        perform take_places(form.id, form.limits, submission.id, submission.fields, submission.unique_digest, received_at);
      end if;
      sent[place] := submission;
      outcomes[place] := 'stored';
    end loop;
    full_options := full_by_position;
  end $$`;

const START_SUBMISSION_RUNS = `
create or replace function start_submission_runs(stored new_submission[], open_forms open_form[], started_at timestamptz)
returns uuid[] language plpgsql as $$
  declare
    runs new_submission_run[];
    payers uuid[];
    limited uuid[];
    spendable integer[];
    pending uuid[];
  begin
    select array_agg((s.run_id, s.id, f.account_id, f.id, w.id, v.id, v.version, v.max_cost, s.retry_of_run_id, s.origin_run_id)::new_submission_run order by s.ordinality),
        array_agg(distinct f.account_id) filter (where v.max_cost > 0)
      into runs, payers
      from unnest(stored) with ordinality s
        join unnest(open_forms) f on f.id = s.form_id
        join workflows w on w.form_id = s.form_id
        join workflow_versions v on v.workflow_id = w.id and v.version = w.published_version;
    if runs is null then
      return '{}';
    end if;

    -- The plan of an account cannot change behind a key share lock. Only limited accounts, whose balance changes, are locked for more.
    if payers is not null then
      limited := array(
        with held as (
          select id, points_balance from accounts where id = any(payers) order by id for key share
        )
        select a.id from accounts a join held on held.id = a.id where held.points_balance is not null order by a.id for no key update of a);
    end if;

    if cardinality(limited) > 0 then
      with due as (
        select a.id, greatest(p.points_per_month - a.points_balance, 0) as points
          from accounts a join plans p on p.name = a.plan
          where a.id = any(limited) and a.points_month < date_trunc('month', now() at time zone 'utc')::date
      ), granted as (
        insert into point_ledger (account_id, kind, points) select id, 'grant', points from due where points > 0
      )
      update accounts a set points_balance = a.points_balance + due.points, points_month = date_trunc('month', now() at time zone 'utc')::date from due where a.id = due.id;

      -- New runs get nothing while older ones of their account wait for points.
      select array_agg(a.id), array_agg(case when is_waiting then 0 else a.points_balance end)
        into limited, spendable
        from accounts a
          cross join lateral (select exists (select from workflow_runs r
            where r.account_id = a.id and r.status = 'blocked_insufficient_compute_points') as is_waiting) w
        where a.id = any(limited);
    end if;

    -- First come, first served: a run that exceeds what is left holds back those after it, so that cheap ones do not starve it.
    with wanted as (
      select r.*, sum(max_cost) over (partition by account_id order by ordinality) as total from unnest(runs) with ordinality r
    ), decided as (
      select w.*, case when max_cost = 0 or b.points is null or total <= b.points then 'pending' else 'blocked_insufficient_compute_points' end as status
        from wanted w left join unnest(limited, spendable) as b (account_id, points) using (account_id)
    ), started as (
      insert into workflow_runs (id, account_id, form_id, workflow_id, workflow_version_id, workflow_version, submission_id, run_kind,
          status, reserved_points, created_at, retry_of_run_id, origin_run_id)
        select id, account_id, form_id, workflow_id, version_id, version, submission_id, 'production',
            status, case status when 'pending' then max_cost else 0 end, started_at, retry_of_run_id, origin_run_id
          from decided
        returning id, account_id, status, reserved_points
    ), booked as (
      insert into point_ledger (account_id, run_id, kind, points)
        select account_id, id, 'reserve', reserved_points from started where reserved_points > 0
    ), spent as (
      update accounts a set points_balance = a.points_balance - s.points
        from (select account_id, sum(reserved_points) as points from started where reserved_points > 0 group by account_id) s
        where a.id = s.account_id and a.id = any(limited)
    )
    select array_agg(id) filter (where status = 'pending') into pending from started;
    return coalesce(pending, '{}');
  end $$`;

const ACCEPT_SUBMISSIONS = `
create or replace function accept_submissions(
  batch json, out received_at timestamptz, out outcomes text[], out receipts json, out pending_run_ids uuid[], out is_notified boolean,
  out full_options json
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

const HOLD_SUBMISSION = `
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

const START_SUBMISSION_RUNS_BEFORE = `
create or replace function start_submission_runs(stored new_submission[], open_forms open_form[], started_at timestamptz)
returns uuid[] language plpgsql as $$
  declare
    runs new_submission_run[];
    payers uuid[];
    limited uuid[];
    spendable integer[];
    pending uuid[];
  begin
    select array_agg((s.run_id, s.id, f.account_id, f.id, w.id, v.id, v.version, v.max_cost)::new_submission_run order by s.ordinality),
        array_agg(distinct f.account_id) filter (where v.max_cost > 0)
      into runs, payers
      from unnest(stored) with ordinality s
        join unnest(open_forms) f on f.id = s.form_id
        join workflows w on w.form_id = s.form_id
        join workflow_versions v on v.workflow_id = w.id and v.version = w.published_version;
    if runs is null then
      return '{}';
    end if;

    -- The plan of an account cannot change behind a key share lock. Only limited accounts, whose balance changes, are locked for more.
    if payers is not null then
      limited := array(
        with held as (
          select id, points_balance from accounts where id = any(payers) order by id for key share
        )
        select a.id from accounts a join held on held.id = a.id where held.points_balance is not null order by a.id for no key update of a);
    end if;

    if cardinality(limited) > 0 then
      with due as (
        select a.id, greatest(p.points_per_month - a.points_balance, 0) as points
          from accounts a join plans p on p.name = a.plan
          where a.id = any(limited) and a.points_month < date_trunc('month', now() at time zone 'utc')::date
      ), granted as (
        insert into point_ledger (account_id, kind, points) select id, 'grant', points from due where points > 0
      )
      update accounts a set points_balance = a.points_balance + due.points, points_month = date_trunc('month', now() at time zone 'utc')::date from due where a.id = due.id;

      -- New runs get nothing while older ones of their account wait for points.
      select array_agg(a.id), array_agg(case when is_waiting then 0 else a.points_balance end)
        into limited, spendable
        from accounts a
          cross join lateral (select exists (select from workflow_runs r
            where r.account_id = a.id and r.status = 'blocked_insufficient_compute_points') as is_waiting) w
        where a.id = any(limited);
    end if;

    -- First come, first served: a run that exceeds what is left holds back those after it, so that cheap ones do not starve it.
    with wanted as (
      select r.*, sum(max_cost) over (partition by account_id order by ordinality) as total from unnest(runs) with ordinality r
    ), decided as (
      select w.*, case when max_cost = 0 or b.points is null or total <= b.points then 'pending' else 'blocked_insufficient_compute_points' end as status
        from wanted w left join unnest(limited, spendable) as b (account_id, points) using (account_id)
    ), started as (
      insert into workflow_runs (id, account_id, form_id, workflow_id, workflow_version_id, workflow_version, submission_id, run_kind,
          status, reserved_points, created_at)
        select id, account_id, form_id, workflow_id, version_id, version, submission_id, 'production',
            status, case status when 'pending' then max_cost else 0 end, started_at
          from decided
        returning id, account_id, status, reserved_points
    ), booked as (
      insert into point_ledger (account_id, run_id, kind, points)
        select account_id, id, 'reserve', reserved_points from started where reserved_points > 0
    ), spent as (
      update accounts a set points_balance = a.points_balance - s.points
        from (select account_id, sum(reserved_points) as points from started where reserved_points > 0 group by account_id) s
        where a.id = s.account_id and a.id = any(limited)
    )
    select array_agg(id) filter (where status = 'pending') into pending from started;
    return coalesce(pending, '{}');
  end $$`;

const ACCEPT_SUBMISSIONS_BEFORE = `
create or replace function accept_submissions(
  batch json, out received_at timestamptz, out outcomes text[], out receipts json, out pending_run_ids uuid[], out is_notified boolean
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
          p.form_submissions_per_month - case when c.month = date_trunc('month', now() at time zone 'utc')::date then c.month_count else 0 end,
          f.notifications_enabled and (f.settings @? '$.notifications.to[0]' or a.notify_email is not null))::open_form
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
      select form_id, count(*)::int as number, date_trunc('month', now() at time zone 'utc')::date as month from unnest(stored) group by form_id
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
    pending_run_ids := start_submission_runs(stored, open_forms, received_at);
    is_notified := exists (select from unnest(open_forms) o where o.is_notified);
    if is_notified then
      perform notify_of_submissions(stored, open_forms, received_at);
    end if;
  end $$`;

const UP = [
  ...ATTRIBUTES.map((attribute) => `alter type new_submission add attribute ${attribute}`),
  'alter type new_submission_run add attribute retry_of_run_id uuid, add attribute origin_run_id uuid',
  'alter type open_form add attribute limits jsonb, add attribute submissions_count integer',
  SUBMISSION_HELD_BY,
  CHOSEN_OPTIONS,
  FULL_OPTIONS_OF,
  TAKE_PLACES,
  GIVE_BACK_PLACES,
  IS_REPEATED_TEXT,
  JUDGE_SUBMISSIONS,
  START_SUBMISSION_RUNS,
  'drop function accept_submissions',
  ACCEPT_SUBMISSIONS,
  RELEASE_SUBMISSION,
  HOLD_SUBMISSION,
];

const DOWN = [
  'drop function accept_submissions, release_submission, hold_submission, judge_submissions, is_repeated_text, give_back_places, take_places',
  'drop function full_options_of, chosen_options, submission_held_by',
  ...ATTRIBUTES.map((attribute) => `alter type new_submission drop attribute ${attribute.split(' ')[0]}`),
  'alter type new_submission_run drop attribute retry_of_run_id, drop attribute origin_run_id',
  'alter type open_form drop attribute limits, drop attribute submissions_count',
  START_SUBMISSION_RUNS_BEFORE,
  ACCEPT_SUBMISSIONS_BEFORE,
];
