import { type Caller, type ProofWay, type RateLimits, type Scope, SCOPES, type WriteBlock } from '../api/auth/caller';

/** The stored data of a key, before maintenance and suspension restrict it. */
export interface FoundCaller
  extends RateLimits, Pick<Caller, 'keyId' | 'accountId' | 'formAccessMode' | 'isConsole' | 'expiresAt' | 'isReplaced' | 'secretId'> {
  scopes: Scope[];
  writesEnabled: boolean;
  isSuspended: boolean;
  /** Left out for what is not the session of a person. */
  lacksFreshProof?: readonly ProofWay[];
}

/** The columns of a `FoundCaller` except `expires_at`, from `api_keys k`, `api_key_secrets s`, `accounts a` and `plans p`. */
export const CALLER_COLUMNS = `k.id as key_id, k.account_id, k.scopes, k.form_access_mode, k.writes_enabled, k.is_console,
    a.suspended_at is not null as is_suspended, s.expires_at is not null as is_replaced, s.lookup_id as secret_id,
    coalesce(k.read_per_minute, p.read_per_minute) as read,
    coalesce(k.write_per_minute, p.write_per_minute) as write,
    coalesce(k.destructive_per_minute, p.destructive_per_minute) as destructive,
    coalesce(a.aggregate_per_minute, p.aggregate_per_minute) as user_aggregate`;

export function callerFrom(found: FoundCaller, isMaintenance: boolean, actor: Caller['actor']): Caller {
  const { keyId, accountId, formAccessMode, expiresAt, isReplaced, secretId, isConsole } = found;
  const { read, write, destructive, userAggregate } = found;
  const writesDisabledBy = writeBlockOf(found, isMaintenance);
  return {
    keyId,
    accountId,
    scopes: new Set(isConsole ? SCOPES : found.scopes), // the stored scopes of a console key may be those of an earlier version
    formAccessMode,
    writesEnabled: writesDisabledBy === null,
    writesDisabledBy,
    expiresAt,
    isReplaced,
    secretId,
    isConsole,
    lacksFreshProof: found.lacksFreshProof ?? [],
    actor,
    limits: { read, write, destructive, userAggregate },
  };
}

/** If several reasons apply, returns the one that lasts longest. */
function writeBlockOf({ writesEnabled, isSuspended }: FoundCaller, isMaintenance: boolean): WriteBlock | null {
  if (!writesEnabled) return 'read_only_key';
  if (isSuspended) return 'suspended_account';
  return isMaintenance ? 'maintenance' : null;
}
