import { CALLER_COLUMNS } from '../keys/key-caller.rules';

export const LASTS = `expires_at > now() and (last_used_at is null or last_used_at > now() - make_interval(secs => idle_seconds))`;

export const INSERT_LINK = `
  insert into console_secrets (digest, kind, api_key_id, expires_at)
  select $1, 'link', id, least(expires_at, now() + make_interval(secs => $3))
    from api_keys where id = $2 and revoked_at is null and expires_at > now()
  returning expires_at`;

/** Inserts a session with the key, the optional secret of the key and the end that the CTE `found` returns. */
const INSERT_SESSION = `
  insert into console_secrets as c (digest, kind, api_key_id, key_secret_id, expires_at, last_used_at,
    opened_by, idle_seconds, proves_address, proved_at, browser, network, passkey_id)
  select $1, 'session', key_id, secret_id, least(now() + make_interval(secs => $2), ends_at), now(),
    $3, $4, $5, case when $6 then now() end, $7, $8, $9 from found
  returning c.api_key_id as key_id, (select account_id from found) as account_id, c.expires_at`;

/** Locks the key before its links, in the same order as a rotation, which ends the links. */
export const BEGIN_BY_LINK = `
  with link as (
    select c.digest, k.id as key_id, k.account_id, k.expires_at as ends_at
    from console_secrets c join api_keys k on k.id = c.api_key_id
    where c.digest = any($10) and c.kind = 'link' and c.expires_at > now() and k.revoked_at is null and k.expires_at > now()
    for key share of k
  ), used as (
    delete from console_secrets c using link where c.digest = link.digest returning c.digest
  ), found as (
    select key_id, account_id, null::text as secret_id, ends_at from link join used using (digest)
  )
  ${INSERT_SESSION}`;

export const BEGIN_BY_KEY = `
  with found as (
    select k.id as key_id, k.account_id, s.lookup_id as secret_id, least(k.expires_at, s.expires_at) as ends_at
    from api_key_secrets s join api_keys k on k.id = s.api_key_id
    where s.lookup_id = $10 and k.revoked_at is null and least(k.expires_at, s.expires_at) > now()
  )
  ${INSERT_SESSION}`;

/** Of several accounts of the address, begins in the one where the person was last. */
export const BEGIN_BY_ADDRESS = `
  with found as (
    select k.id as key_id, k.account_id, null::text as secret_id, k.expires_at as ends_at
    from api_keys k
    where k.person_address = $10 and ($11::uuid is null or k.id = $11) and k.revoked_at is null and k.expires_at > now()
    order by k.last_used_at desc nulls last, k.created_at, k.id limit 1 for key share
  )
  ${INSERT_SESSION}`;

export const FIND = `
  select ${CALLER_COLUMNS}, least(c.expires_at, k.expires_at, s.expires_at) as expires_at,
    c.last_used_at < now() - interval '10 seconds' as is_use_due, a.name as account_name, k.name as key_name,
    c.id as session_id, c.opened_by, c.idle_seconds, c.proves_address, c.proved_at, k.person_address,
    coalesce(c.proved_at < now() - interval '15 minutes', true) as is_proof_old,
    (select count(*)::int from passkeys y
      where y.address = k.person_address and (y.api_key_id is null or y.api_key_id = k.id) and y.host = $2) as passkey_count
  from (select * from console_secrets where digest = any($1) and kind = 'session' and ${LASTS}) c
    join api_keys k on k.id = c.api_key_id
    left join api_key_secrets s on s.lookup_id = c.key_secret_id
    join accounts a on a.id = k.account_id
    join plans p on p.name = a.plan
  where k.revoked_at is null and least(k.expires_at, s.expires_at) > now()`;

export const HAS_ACCOUNT = `select from accounts where left(encode(sha256(convert_to(id::text, 'utf8')), 'hex'), 12) = $1`;

/** The sessions that belong together: those of the same person in all accounts for a session that proves the address, else of the key. */
const TOGETHER = `
  c.kind = 'session' and c.api_key_id in (
    select k.id from console_secrets own join api_keys o on o.id = own.api_key_id
      join api_keys k on k.id = o.id or own.proves_address and k.person_address = o.person_address
    where own.id = $1)`;

export const SESSIONS = `
  select c.id, c.browser, c.network, c.opened_by, c.created_at, c.last_used_at, least(c.expires_at, k.expires_at) as expires_at,
    c.id = $1 as current, p.name as passkey_name, a.name as account_name
  from (select * from console_secrets c where ${TOGETHER} and ${LASTS}) c
    join api_keys k on k.id = c.api_key_id join accounts a on a.id = k.account_id
    left join passkeys p on p.id = c.passkey_id
  where k.revoked_at is null and k.expires_at > now()
  order by c.last_used_at desc, c.id limit 200`;

export const END_ONE = `delete from console_secrets c where c.id = $2 and ${TOGETHER} returning 1`;

export const END_OTHERS = `delete from console_secrets c where c.id <> $1 and ${TOGETHER} returning 1`;

/** The accounts to which the session may go, which only a proof of the address opens. */
export const ACCOUNTS = `
  select a.id, a.name, k.id as key_id, k.name as key_name, k.id = own.api_key_id as current
  from console_secrets own join api_keys o on o.id = own.api_key_id
    join api_keys k on k.person_address = o.person_address join accounts a on a.id = k.account_id
  where own.id = $1 and own.proves_address and k.revoked_at is null and k.expires_at > now()
  order by a.name, a.id limit 200`;

export const SWITCH = `
  update console_secrets own set api_key_id = k.id from api_keys o, api_keys k
  where own.id = $1 and own.proves_address and o.id = own.api_key_id and k.person_address = o.person_address
    and k.account_id = $2 and k.revoked_at is null and k.expires_at > now()
  returning k.id as key_id, k.account_id, least(own.expires_at, k.expires_at) as expires_at`;

/** A session of a link to the console becomes that of the person who owns the account. */
export const MOVE = `update console_secrets set api_key_id = $2 where id = $1 and kind = 'session' returning 1`;
