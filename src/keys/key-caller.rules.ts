import { type Caller, type Scope, SCOPES, type WriteBlock } from '../api/auth/caller';

/** A key as a request finds it: its rights and the limits that apply to it. */
export interface FoundCaller {
  keyId: string;
  accountId: string;
  scopes: Scope[];
  formAccessMode: 'all' | 'selected';
  writesEnabled: boolean;
  /** It is the key of the links to the console, which has every scope that there is, whatever was stored by an earlier build. */
  isConsole: boolean;
  isSuspended: boolean;
  /** The end of what has authenticated the request: the key, its secret, or a session. */
  expiresAt: Date;
  /** The secret was replaced by a rotation, and works until its overlap ends. */
  isReplaced: boolean;
  read: number;
  write: number;
  destructive: number;
  userAggregate: number;
}

/** The columns of a `FoundCaller` but `expires_at`, of `api_keys k`, `api_key_secrets s`, `accounts a` and `plans p`. */
export const CALLER_COLUMNS = `k.id as key_id, k.account_id, k.scopes, k.form_access_mode, k.writes_enabled, k.is_console,
    a.suspended_at is not null as is_suspended, s.expires_at is not null as is_replaced,
    coalesce(k.read_per_minute, p.read_per_minute) as read,
    coalesce(k.write_per_minute, p.write_per_minute) as write,
    coalesce(k.destructive_per_minute, p.destructive_per_minute) as destructive,
    coalesce(a.aggregate_per_minute, p.aggregate_per_minute) as user_aggregate`;

export function callerFrom(found: FoundCaller, isMaintenance: boolean): Caller {
  const { keyId, accountId, formAccessMode, expiresAt, isReplaced, read, write, destructive, userAggregate } = found;
  const writesDisabledBy = writeBlockOf(found, isMaintenance);
  return {
    keyId,
    accountId,
    scopes: new Set(found.isConsole ? SCOPES : found.scopes),
    formAccessMode,
    writesEnabled: writesDisabledBy === null,
    writesDisabledBy,
    expiresAt,
    isReplaced,
    limits: { read, write, destructive, userAggregate },
  };
}

/** The reason that lasts longest comes first. */
function writeBlockOf({ writesEnabled, isSuspended }: FoundCaller, isMaintenance: boolean): WriteBlock | null {
  if (!writesEnabled) return 'read_only_key';
  if (isSuspended) return 'suspended_account';
  return isMaintenance ? 'maintenance' : null;
}

/** True for what ends within 14 days. */
export const isExpiringSoon = (expiresAt: Date, now: Date): boolean => expiresAt.getTime() - now.getTime() <= SOON_MS;

const SOON_MS = 14 * 24 * 60 * 60 * 1000;

/** The ETag of a key. Its use and the passing of time do not change it. */
export const keyEtag = ({ id, revision }: { id: string; revision: number }): string => `"k-${id}-${revision}"`;
