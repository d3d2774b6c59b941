import type { Caller, Scope, WriteBlock } from '../api/auth/caller';

/** A key as a request finds it: its rights and the limits that apply to it. */
export interface FoundCaller {
  keyId: string;
  accountId: string;
  scopes: Scope[];
  formAccessMode: 'all' | 'selected';
  writesEnabled: boolean;
  isSuspended: boolean;
  /** The end of what has authenticated the request: the key, its secret, or a session. */
  expiresAt: Date;
  read: number;
  write: number;
  destructive: number;
  userAggregate: number;
}

/** The columns of a `FoundCaller` but `expires_at`, of `api_keys k`, `accounts a` and `plans p`. */
export const CALLER_COLUMNS = `k.id as key_id, k.account_id, k.scopes, k.form_access_mode, k.writes_enabled,
    a.suspended_at is not null as is_suspended,
    coalesce(k.read_per_minute, p.read_per_minute) as read,
    coalesce(k.write_per_minute, p.write_per_minute) as write,
    coalesce(k.destructive_per_minute, p.destructive_per_minute) as destructive,
    coalesce(a.aggregate_per_minute, p.aggregate_per_minute) as user_aggregate`;

export function callerFrom(found: FoundCaller, isMaintenance: boolean): Caller {
  const { keyId, accountId, formAccessMode, expiresAt, read, write, destructive, userAggregate } = found;
  const writesDisabledBy = writeBlockOf(found, isMaintenance);
  return {
    keyId,
    accountId,
    scopes: new Set(found.scopes),
    formAccessMode,
    writesEnabled: writesDisabledBy === null,
    writesDisabledBy,
    expiresAt,
    limits: { read, write, destructive, userAggregate },
  };
}

/** The reason that lasts longest comes first. */
function writeBlockOf({ writesEnabled, isSuspended }: FoundCaller, isMaintenance: boolean): WriteBlock | null {
  if (!writesEnabled) return 'read_only_key';
  if (isSuspended) return 'suspended_account';
  return isMaintenance ? 'maintenance' : null;
}
