import { CHANNEL_DISABLED, DELIVERIES_FAILING, NOTIFICATIONS_FAILING } from './failing-deliveries.sql';
import { FREQUENT_NAME } from './notice.types';
import { isUnmatched, TODAY } from './unmatched-names.sql';

/** The networks of visitors within a day that make a refusal more than the attempt of one. */
const MIN_NETWORKS = 5;
const WEEK = `interval '7 days'`;
/** Both sides of the join are bounded, since the planner concludes only equations. */
const inPage = (table: string, form = 'f') => `${table}.form_id > $1 and ${table}.form_id <= $2 and ${form}.id > $1 and ${form}.id <= $2`;

const SEEN_LATELY = `r.day >= ${TODAY} - 7 and r.seen_at > now() - ${WEEK}`;

/** The networks and names of each day. A digest of a network is valid for one day. */
const BY_DAY = `
  account_id, form_id, day, to_jsonb((array_agg(name order by cardinality(visitors) desc, name))[1:16]) as names,
  (select count(distinct v) from unnest(string_to_array(string_agg(array_to_string(visitors, ','), ','), ',')) v) as networks`;

/** Refused origins that the form does not list by now. A page sends its origin, so requests without one are of no page. */
const ORIGIN_REFUSED = `
  select account_id, form_id, 'origin_refused' as kind, max(networks) >= ${MIN_NETWORKS} as opens,
      jsonb_build_object('origins', (array_agg(names order by networks desc, day desc))[1], 'visitors', max(networks)) as detail,
      '{}'::text[] as subjects, null::json as nodes
  from (
    select ${BY_DAY} from (
      select f.account_id, r.form_id, r.day, r.name, r.visitors
        from form_refusals r join forms f on f.id = r.form_id
        where ${inPage('r')} and r.kind = 'origin' and r.name <> '' and ${SEEN_LATELY}
          and f.deleted_at is null and cardinality(f.allowed_origins) > 0 and '*' <> all (f.allowed_origins)
          and not exists (
            select from unnest(f.allowed_origins) o where r.name like replace(replace(o, '_', '\\_'), '*', '%'))
    ) refused group by account_id, form_id, day
  ) days group by account_id, form_id`;

/** Visitors after the end of a form that is on, and that is not full. */
const CLOSED_BY_DATE = `
  select account_id, form_id, 'closed_by_date', max(networks) >= ${MIN_NETWORKS},
      jsonb_build_object('closed_at', min(closes_at), 'visitors', max(networks)), '{}'::text[], null::json
  from (
    select f.account_id, r.form_id, f.settings #>> '{intake,closes_at}' as closes_at, cardinality(r.visitors) as networks
      from form_refusals r join forms f on f.id = r.form_id join form_stats c on c.form_id = f.id join accounts a on a.id = f.account_id
      where ${inPage('r')} and r.kind = 'closed' and r.reason = 'after' and ${SEEN_LATELY}
        and f.deleted_at is null and f.status = 'enabled' and a.suspended_at is null
        and (f.settings #>> '{intake,closes_at}')::timestamptz <= r.seen_at
        and c.submissions_count < coalesce((f.settings #>> '{intake,max_submissions}')::int, c.submissions_count + 1)
  ) refused group by account_id, form_id`;

const VALUES_DROPPED = `
  select f.account_id, r.form_id, 'values_dropped', true,
      jsonb_build_object('names', (select jsonb_agg(n.name) from (
        select i.name from unnest(array_agg(r.name)) i (name) group by i.name order by count(*) desc, i.name limit 16
      ) n)), '{}'::text[], null::json
    from form_refusals r join forms f on f.id = r.form_id
    where ${inPage('r')} and r.kind = 'dropped' and ${SEEN_LATELY} and f.deleted_at is null
    group by f.account_id, r.form_id`;

/** By the rule of the warning among the settings. */
const UNMATCHED_NAMES = `
  select account_id, form_id, 'unmatched_names', true,
      jsonb_build_object('names', (array_agg(name order by name))[1:16]), '{}'::text[], null::json
  from (
    select o.account_id, m.form_id, m.name
      from form_mismatches m join forms o on o.id = m.form_id
      where ${inPage('m', 'o')} and m.kind = 'unknown_name' and m.day > ${TODAY} - 7
        and o.deleted_at is null and o.validate_fields and ${isUnmatched('m.name')}
        and exists (select from fields f where f.form_id = o.id and f.deleted_at is null)
      group by o.account_id, m.form_id, m.name
      having sum(m.count) >= ${FREQUENT_NAME.count} and count(*) filter (where m.visitors = '{}') + (
        select count(distinct v) from form_mismatches d cross join unnest(d.visitors) v
          where d.form_id = m.form_id and d.kind = 'unknown_name' and d.name = m.name and d.day > ${TODAY} - 7
      ) >= ${FREQUENT_NAME.visitors}
  ) frequent group by account_id, form_id`;

/** The submissions of the month, and the bytes of files. A form that is off has no visitors to refuse. Most forms are left out early. */
const QUOTAS = `
  select account_id, form_id, case when used >= most then 'quota_reached' else 'quota_near' end, true,
      jsonb_build_object('quota', quota, 'limit', most), '{}'::text[], null::json
  from (
    select f.account_id, f.id as form_id, q.quota, q.used, q.most,
        row_number() over (partition by f.id order by q.used >= q.most desc, q.quota desc) as place
      from forms f join form_stats c on c.form_id = f.id join accounts a on a.id = f.account_id join plans p on p.name = a.plan
        cross join lateral (values
          ('submissions', case when c.month = date_trunc('month', now() at time zone 'utc')::date then c.month_count else 0 end::bigint,
            p.form_submissions_per_month::bigint),
          ('files', c.stored_bytes, (f.settings #>> '{intake,max_stored_bytes}')::bigint),
          ('files', case when a.id = any($4) then p.stored_bytes_max end, p.stored_bytes_max),
          ('files', case when a.id = any($5) and not a.id = any($4) then p.stored_bytes_max - 1 end, p.stored_bytes_max)
        ) q (quota, used, most)
      where ${inPage('c')} and f.deleted_at is null and f.status = 'enabled'
        and (c.stored_bytes > 0 or c.month_count >= p.form_submissions_per_month / 5 * 4 or a.id = any($5))
        and q.most > 0 and q.used >= 0.8 * q.most
        and (q.quota = 'submissions' or exists (select from fields d where d.form_id = f.id and d.type = 'file' and d.deleted_at is null))
  ) used where place = 1`;

/** A reason that its owner knows of, or that time decides. */
const IS_LEFT_OUT = `(coalesce(s.spam_reasons -> 0 ->> 'check', '') = 'unconfirmed' or coalesce(s.spam_reasons -> -1 ->> 'check', '') = 'marked')`;

/**
 * Forms with submissions that have been in quarantine for a week in which no mail told of it, or that are deleted within the next seven days. A notice that is open lasts
 * until all is gone that was there when it opened.
 */
const HELD_FOR_A_WHILE = `
  select h.account_id, h.form_id, 'held_for_a_while', h.oldest < now() - interval '23 days' or h.is_ending or not exists (
      select from (
        select n.delivered_at from notifications n
          where n.form_id = h.form_id and n.submission_id > $3 and n.status = 'delivered' order by n.submission_id desc limit 20
      ) mails where delivered_at > now() - ${WEEK}
    ), jsonb_build_object('count', h.held, 'deleted_from', to_char(h.deleted_from at time zone 'utc', 'YYYY-MM-DD')), '{}'::text[], null::json
  from (
    select f.account_id, f.id as form_id, q.*
      from forms f cross join lateral (
        select min(s.held_at) as oldest, count(*) as held, min(d.deleted_from) as deleted_from,
            bool_or(d.deleted_from < now() + ${WEEK}) as is_ending
          from submissions s cross join lateral (select least(s.held_at + interval '30 days',
            s.received_at + (f.settings #>> '{retention,days}')::int * interval '1 day') as deleted_from) d
          where s.form_id = f.id and s.state = 'quarantined' and not ${IS_LEFT_OUT}
            and (s.held_at < now() - ${WEEK} or d.deleted_from < now() + ${WEEK})
          having count(*) > 0
      ) q where f.id > $1 and f.id <= $2 and f.deleted_at is null
  ) h`;

/** The notices that are due for the forms of a page, after $1 up to $2. */
export const FOUND_OF_FORMS = [
  ORIGIN_REFUSED,
  CLOSED_BY_DATE,
  VALUES_DROPPED,
  UNMATCHED_NAMES,
  QUOTAS,
  HELD_FOR_A_WHILE,
  CHANNEL_DISABLED,
  DELIVERIES_FAILING,
  NOTIFICATIONS_FAILING,
].join('\n  union all\n');

/** The notices that are due for all accounts. */
export const FOUND_OF_ACCOUNTS = `
  select id as account_id, null::uuid as form_id, 'account_suspended' as kind, true as opens, '{}'::jsonb as detail, '{}'::text[] as subjects,
      null::json as nodes
    from accounts where suspended_at is not null
  union all
  ${pointsUsedUp()}
  union all
  select k.account_id, null, 'key_ends', true, jsonb_build_object('keys', jsonb_agg(
      jsonb_build_object('id', k.id, 'name', k.name, 'expires_at', to_char(k.expires_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
      order by k.expires_at, k.id)), array_agg(k.id::text order by k.expires_at, k.id), null
    from api_keys k
    where k.revoked_at is null and not k.is_console and k.expires_at > now() and k.expires_at <= now() + interval '14 days'
      and k.expires_at > k.created_at + interval '30 days'
      and not exists (select from api_key_secrets s where s.api_key_id = k.id and s.created_at > k.created_at + interval '1 second')
    group by k.account_id`;

/** Accounts with runs that wait for points, found by one index lookup each. A run fails after it has waited for seven days. */
function pointsUsedUp(): string {
  const isBlocked = `status in ('blocked_insufficient_compute_points', 'blocked_plan_limits')`;
  return `
  select account_id, null, 'points_used_up', true,
      jsonb_build_object('fails_on', to_char((waits_since + ${WEEK}) at time zone 'utc', 'YYYY-MM-DD')), '{}'::text[], null::json
  from (
    with recursive account (id) as (
      (select account_id from workflow_runs where ${isBlocked} order by account_id limit 1)
      union all
      select (select account_id from workflow_runs where ${isBlocked} and account_id > account.id order by account_id limit 1)
      from account where account.id is not null
    )
    select account.id as account_id, (
        select r.created_at from workflow_runs r
          where r.account_id = account.id and r.${isBlocked} and r.status = 'blocked_insufficient_compute_points'
            and r.run_kind = 'production' order by r.created_at, r.id limit 1
      ) as waits_since
      from account where account.id is not null
  ) waiting where waits_since is not null`;
}

/** Accounts whose files have taken 80 percent of the bytes of their plan, and of these those that have taken all. */
export const FILLED_ACCOUNTS = `
  select a.id, sum(c.stored_bytes) >= p.stored_bytes_max as is_full
    from plans p join accounts a on a.plan = p.name join forms f on f.account_id = a.id join form_stats c on c.form_id = f.id
    where p.stored_bytes_max is not null and c.stored_bytes > 0
    group by a.id, p.stored_bytes_max having sum(c.stored_bytes) >= 0.8 * p.stored_bytes_max`;

/** The last form of each page. */
export const PAGE_ENDS = `
  with recursive page (id) as (
    (select id from forms order by id offset 999 limit 1)
    union all
    select (select id from forms where id > page.id order by id offset 999 limit 1) from page where page.id is not null
  )
  select id from page where id is not null`;
