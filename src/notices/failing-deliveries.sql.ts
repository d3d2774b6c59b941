import { NOTIFICATIONS } from './notice.types';

/** The condition of the index of runs that need attention. */
const HAS_TROUBLE = `(status in ('failed', 'partially_failed') or has_uncertain)`;
/** The condition of rows whose submission is not in the trash, which is no trouble of anybody. */
const isKept = (row: string) =>
  `not exists (select from submissions s where s.form_id = ${row}.form_id and s.id = ${row}.submission_id and s.state = 'trashed')`;
const PAGE = 'form_id > $1 and form_id <= $2';

/** The forms of a page that have rows of a table that meet a condition, by one lookup in an index for each. */
const formsWith = (table: string, condition: string) => `
  with recursive troubled (form_id) as (
    (select form_id from ${table} where ${condition} and ${PAGE} order by form_id limit 1)
    union all
    select (select n.form_id from ${table} n where ${condition} and n.form_id > troubled.form_id and n.form_id <= $2 order by n.form_id limit 1)
    from troubled where troubled.form_id is not null
  )
  select form_id from troubled where form_id is not null`;

const PUBLISHED_NODES = `
  join workflow_versions v on v.workflow_id = w.id and v.version = w.published_version
  cross join lateral json_array_elements(v.definition -> 'nodes') node`;

const IS_DISABLED = (node: string) => `
  exists (select from failing_destinations d where d.workflow_id = w.id and d.node_id = ${node} and d.disabled_at is not null)`;

/** Channels of the published version that are off until the next publishing. */
export const CHANNEL_DISABLED = `
  select f.account_id, f.id, 'channel_disabled', true, '{}'::jsonb, array_agg(d.node_id order by d.node_id),
      json_agg(node order by d.node_id)
    from failing_destinations d join workflows w on w.id = d.workflow_id join forms f on f.id = w.form_id ${PUBLISHED_NODES}
    where d.disabled_at is not null and node ->> 'id' = d.node_id and f.id > $1 and f.id <= $2 and f.deleted_at is null
    group by f.account_id, f.id`;

/** Channels of the published version whose last three deliveries have failed for good. */
export const DELIVERIES_FAILING = `
  select f.account_id, f.id, 'deliveries_failing', true, '{}'::jsonb, array_agg(n.node_id order by n.node_id),
      json_agg(node order by n.node_id)
    from (${formsWith('workflow_runs', HAS_TROUBLE)}) t
      join forms f on f.id = t.form_id join workflows w on w.form_id = f.id ${PUBLISHED_NODES}
      cross join lateral (
        select s.node_id, (array_agg(r.created_at order by s.completed_at desc))[3] as since,
            (array_agg(s.completed_at order by s.completed_at desc))[3] as completed_at
          from (
            select r.id, r.form_id, r.created_at from workflow_runs r
              where r.form_id = f.id and ${HAS_TROUBLE} and ${isKept('r')} and r.run_kind = 'production' and r.workflow_version = w.published_version
              order by r.created_at desc, r.id desc limit 20
          ) r join workflow_run_steps s on s.run_id = r.id and s.form_id = r.form_id
          where s.status = 'failed' and s.node_kind = 'destination' and s.error_code is distinct from 'channel_disabled'
          group by s.node_id having count(*) >= 3
      ) n
    where f.id > $1 and f.id <= $2 and f.deleted_at is null and node ->> 'id' = n.node_id and not ${IS_DISABLED('n.node_id')}
      and not exists (
        select from workflow_runs r join workflow_run_steps s on s.run_id = r.id and s.form_id = r.form_id and s.node_id = n.node_id
          where r.form_id = f.id and r.created_at >= n.since and r.run_kind = 'production'
            and s.status = 'succeeded' and s.completed_at > n.completed_at)
    group by f.account_id, f.id`;

/** Forms whose last three mails about submissions have failed for good. A service without a mail server is no trouble of the form. */
export const NOTIFICATIONS_FAILING = `
  select f.account_id, f.id, 'deliveries_failing', true, '{}'::jsonb, array['${NOTIFICATIONS}'], null::json
    from (${formsWith('notifications', `status = 'failed'`)}) t join forms f on f.id = t.form_id
      cross join lateral (
        select count(*) filter (where has_failed) as failed from (
          select bool_and(status = 'failed' and error_code is distinct from 'smtp_not_configured') as has_failed from (
            select submission_id, mail_id, status, error_code from notifications n
              where n.form_id = f.id and status in ('delivered', 'failed', 'uncertain') and ${isKept('n')}
              order by submission_id desc limit 200
          ) latest group by mail_id order by max(submission_id::text) desc limit 3
        ) latest
      ) mails
    where f.id > $1 and f.id <= $2 and f.deleted_at is null and f.notifications_enabled and mails.failed = 3`;
