import { type Caller, type Scope, SCOPES, type WriteBlock } from '../api/auth/caller';

/** A key as a request finds it: its rights and the limits that apply to it. */
export interface FoundCaller {
  keyId: string;
  accountId: string;
  scopes: Scope[];
  formAccessMode: 'all' | 'selected';
  writesEnabled: boolean;
  /** True for the key of the links to the console, which has every scope that there is. */
  isConsole: boolean;
  isSuspended: boolean;
  /** The end of the key, its secret, or the session that has authenticated the request. */
  expiresAt: Date;
  /** True for a secret that a rotation has replaced, and that works until its overlap ends. */
  isReplaced: boolean;
  /** The public part of the secret, if there is one. */
  secretId: string | null;
  read: number;
  write: number;
  destructive: number;
  userAggregate: number;
}

/** The columns of a `FoundCaller` but `expires_at`, of `api_keys k`, `api_key_secrets s`, `accounts a` and `plans p`. */
export const CALLER_COLUMNS = `k.id as key_id, k.account_id, k.scopes, k.form_access_mode, k.writes_enabled, k.is_console,
    a.suspended_at is not null as is_suspended, s.expires_at is not null as is_replaced, s.lookup_id as secret_id,
    coalesce(k.read_per_minute, p.read_per_minute) as read,
    coalesce(k.write_per_minute, p.write_per_minute) as write,
    coalesce(k.destructive_per_minute, p.destructive_per_minute) as destructive,
    coalesce(a.aggregate_per_minute, p.aggregate_per_minute) as user_aggregate`;

export function callerFrom(found: FoundCaller, isMaintenance: boolean, actor: Caller['actor']): Caller {
  const { keyId, accountId, formAccessMode, expiresAt, isReplaced, secretId, isConsole, read, write, destructive, userAggregate } = found;
  const writesDisabledBy = writeBlockOf(found, isMaintenance);
  return {
    keyId,
    accountId,
    scopes: new Set(isConsole ? SCOPES : found.scopes),
    formAccessMode,
    writesEnabled: writesDisabledBy === null,
    writesDisabledBy,
    expiresAt,
    isReplaced,
    secretId,
    isConsole,
    actor,
    limits: { read, write, destructive, userAggregate },
  };
}

/** The reason that lasts longest comes first. */
function writeBlockOf({ writesEnabled, isSuspended }: FoundCaller, isMaintenance: boolean): WriteBlock | null {
  if (!writesEnabled) return 'read_only_key';
  if (isSuspended) return 'suspended_account';
  return isMaintenance ? 'maintenance' : null;
}
