/** The columns of a `StoredPasskey`. */
export const PASSKEY = `id, name, created_at, last_used_at, credential_id, public_key, transports, user_handle, address, api_key_id`;

/**
 * The passkeys that the session of a person may see and remove. One that does not prove the address leaves those alone that open other
 * accounts, since its link may have passed through other hands.
 */
export const OWN = `address = $1 and (api_key_id = $2 or $3 and api_key_id is null)`;

export const LIST = `select ${PASSKEY} from passkeys where ${OWN} order by created_at, id`;

/** The own passkeys that browsers offer at the host. */
export const OFFERED = `select ${PASSKEY} from passkeys where ${OWN} and host = $4 order by created_at, id`;

export const BY_CREDENTIAL = `select ${PASSKEY} from passkeys where credential_id = $1 and host = $2`;

/** The lasting person of the passkey who was there last, for the audit trail. */
export const PERSON_OF = `
  select k.id as key_id, k.account_id from passkeys p
    join api_keys k on k.person_address = p.address and (p.api_key_id is null or p.api_key_id = k.id)
  where p.id = $1 and k.revoked_at is null and k.expires_at > now()
  order by k.last_used_at desc nulls last, k.created_at, k.id limit 1`;

/** Passkeys that open nothing any more. Somebody who has expired can be given a later end. */
export const IS_ABANDONED = `
  not exists (
    select from api_keys k where k.person_address = passkeys.address and k.revoked_at is null
      and (passkeys.api_key_id is null or passkeys.api_key_id = k.id))`;
