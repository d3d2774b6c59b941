import { ApiProperty } from '@nestjs/swagger';
import type { AccountUsage } from '../accounts/accounts.service';
import { type Caller, type Scope, SCOPES } from '../api/auth/caller';
import { isExpiringSoon } from './key.rules';

/** Requests a minute. Each request counts against its class and against the aggregate over all keys of the account. */
export class RateLimitsView {
  /** Requests a minute. @example 6000 */
  read_per_minute: number;
  /** Requests a minute. @example 3000 */
  write_per_minute: number;
  /** Requests a minute. @example 600 */
  destructive_per_minute: number;
  /** Requests a minute. @example 12000 */
  user_aggregate_per_minute: number;
}

/** The compute points of the account in the current month (UTC). `granted` is the sum of the other three. */
export class ComputePointsView {
  /** Points at the disposal of the account this month, including those brought over. @example 5000 */
  granted: number;
  /** Held by open runs, beyond what they have consumed. @example 12 */
  reserved: number;
  /** The points that were consumed. @example 340 */
  consumed: number;
  /** Points that further runs can reserve. @example 4648 */
  available: number;
}

/** The bytes of the files that the submissions of all forms of the account have. */
export class StoredFilesView {
  /** Bytes that are stored. @example 1048576 */
  used_bytes: number;
  /** Bytes that the plan allows; null for a plan without a limit. @example 10737418240 */
  @ApiProperty({ type: 'number', nullable: true })
  max_bytes: number | null;
}

/** The rights and limits of the key that authenticates the request. */
export class CapabilitiesView {
  /** The version of the API, which the path selects. @example 'v1' */
  @ApiProperty({ pattern: '^v[0-9]+$' })
  api_version: string;

  /** The id of the account to which the key belongs. @example '0199f0c0-7c1e-7d0a-9b59-2f6f5a3c1b20' */
  @ApiProperty({ format: 'uuid' })
  account_id: string;

  /** The rights of the key. @example ['forms:read', 'submissions:read'] */
  @ApiProperty({ enum: SCOPES, enumName: 'Scope', isArray: true, uniqueItems: true })
  scopes: Scope[];

  /** `all` forms of the account, or only those `selected` for the key. @example 'all' */
  form_access_mode: 'all' | 'selected';

  /** The end of the key, or of the secret of the request if a rotation has replaced it and it ends earlier. @example '2027-11-20T21:26:00.000Z' */
  expires_at: string;

  /** True when `expires_at` is at most 14 days away. @example false */
  expiring_soon: boolean;

  /** False for a read-only key, while the account is suspended and during maintenance. @example true */
  writes_enabled: boolean;

  /** The limits of the key and of its account. */
  rate_limits: RateLimitsView;

  /** Null for a plan without a limit. */
  @ApiProperty({ type: ComputePointsView, nullable: true })
  compute_points: ComputePointsView | null;

  /** The use of storage by the files of the account. */
  stored_files: StoredFilesView;

  /** The days for which a deleted submission can be restored; 0 where deleting has no way back. @example 30 */
  @ApiProperty({ type: 'integer', minimum: 0 })
  trash_days: number;

  static from(caller: Caller, { points, storedBytes, storedBytesMax, trashDays }: AccountUsage, now: Date): CapabilitiesView {
    const { limits, expiresAt } = caller;
    return {
      api_version: 'v1',
      account_id: caller.accountId,
      scopes: [...caller.scopes].sort(),
      form_access_mode: caller.formAccessMode,
      expires_at: expiresAt.toISOString(),
      expiring_soon: isExpiringSoon(expiresAt, now),
      writes_enabled: caller.writesEnabled,
      rate_limits: {
        read_per_minute: limits.read,
        write_per_minute: limits.write,
        destructive_per_minute: limits.destructive,
        user_aggregate_per_minute: limits.userAggregate,
      },
      compute_points: points,
      stored_files: { used_bytes: storedBytes, max_bytes: storedBytesMax },
      trash_days: trashDays,
    };
  }
}
