import { columnsOf } from '../platform/database/columns';
import { ApiKeyEntity } from './api-key.entity';
import { CALLER_COLUMNS } from './key-caller.rules';
import type { KeyKind, KeyStatus } from './key.rules';

/**
 * Selects the secret with the sent id, else with the next id, else the first one. The materialized CTE always looks up both of these, so
 * that an unknown id costs as much as a known one.
 */
export const FIND_BY_LOOKUP_ID = `
  with ids as materialized (
    select (select min(lookup_id) from api_key_secrets where lookup_id >= $1) as next,
      (select min(lookup_id) from api_key_secrets) as first
  )
  select s.lookup_id = $1 as is_sent_id, ${CALLER_COLUMNS},
    least(k.expires_at, s.expires_at) as expires_at, k.expires_at <= now() as is_expired,
    k.revoked_at is not null as is_revoked, s.digest, coalesce(s.expires_at <= now(), false) as is_secret_expired
  from ids
    join api_key_secrets s on s.lookup_id = coalesce(ids.next, ids.first)
    join api_keys k on k.id = s.api_key_id
    join accounts a on a.id = k.account_id
    join plans p on p.name = a.plan`;

/** No secret was sent, so that none of a key's counts. */
export const CALLER = `
  select ${CALLER_COLUMNS}, k.expires_at
  from api_keys k
    join accounts a on a.id = k.account_id
    join plans p on p.name = a.plan
    left join api_key_secrets s on false
  where k.id = $1 and k.revoked_at is null and k.expires_at > now()`;

const GRANTED_FORM_IDS = `
  array(select f.id from api_key_grants g join forms f on f.id = g.form_id
    where g.api_key_id = k.id and f.deleted_at is null order by f.id)`;

const SECRETS = `
  (select coalesce(json_agg(json_build_object(
      'lookupId', s.lookup_id, 'createdAt', s.created_at, 'expiresAt', s.expires_at, 'exposedAt', s.exposed_at,
      'exposedIn', s.exposed_in, 'exposedFormId', s.exposed_form_id
    ) order by s.expires_at is null desc, s.created_at desc, s.lookup_id), '[]')
    from api_key_secrets s where s.api_key_id = k.id and (s.expires_at is null or s.expires_at > now()))`;

const KEYS = `
  select ${columnsOf(ApiKeyEntity, 'k')}, ${SECRETS} as secrets, ${GRANTED_FORM_IDS} as form_ids, now() as read_at
  from api_keys k where not k.is_console`;

export const BY_ID = `${KEYS} and k.id = $1`;

export const OF_ACCOUNT = `${KEYS} and least(k.revoked_at, k.expires_at) > now() - interval '90 days' and k.account_id = $1`;

export const OF_OPERATOR = `${KEYS} and ($1::uuid is null or k.account_id = $1) order by k.created_at, k.id`;

const isActive = (key: string) => `${key}.revoked_at is null and ${key}.expires_at > now()`;

export const HAS_KIND: Record<KeyKind, string> = { key: 'k.person_address is null', person: 'k.person_address is not null' };

export const HAS_STATUS: Record<KeyStatus, string> = {
  active: isActive('k'),
  expiring: `${isActive('k')} and k.expires_at <= now() + interval '14 days'`,
  expired: 'k.revoked_at is null and k.expires_at <= now()',
  revoked: 'k.revoked_at is not null',
};

export const COUNT_ACTIVE = `select count(*)::int as count from api_keys k where k.account_id = $1 and not k.is_console and ${isActive('k')}`;

const isManaging = (key: string) =>
  `not ${key}.is_console and ${isActive(key)} and 'keys:manage' = any(${key}.scopes) and ${key}.form_access_mode = 'all' and ${key}.writes_enabled`;

/** Another managing key may end one hour earlier. Otherwise the last of several keys made in succession could never be revoked. */
export const MANAGING = `
  select k.expires_at >= (select max(g.expires_at) from api_keys g where g.id = any($2::uuid[]) and ${isManaging('g')}) - interval '1 hour' as lasts
    from api_keys k where k.account_id = $1 and ${isManaging('k')} and not k.id = any($2::uuid[])
    order by k.expires_at desc limit 1`;

export const DESCENDANTS = `
  with recursive made as (
    select id from api_keys where created_by_key_id = $1
    union select k.id from api_keys k join made on k.created_by_key_id = made.id
  )
  select id from made`;

/** Uses the current time instead of that of the transaction, which may have waited for a lock. */
export const CEILING = `
  select case when k.form_access_mode = 'selected' then ${GRANTED_FORM_IDS} end as form_ids, k.writes_enabled, k.expires_at,
    json_build_object('read', k.read_per_minute, 'write', k.write_per_minute, 'destructive', k.destructive_per_minute) as limits,
    json_build_object('read', p.read_per_minute, 'write', p.write_per_minute, 'destructive', p.destructive_per_minute) as plan,
    date_trunc('milliseconds', clock_timestamp()) as now
  from api_keys k join accounts a on a.id = k.account_id join plans p on p.name = a.plan where k.id = $1`;
