import { ApiProperty } from '@nestjs/swagger';
import type { Caller } from '../api/auth/caller';
import { SCOPES } from '../api/auth/scopes';
import type { Scope } from '../api/auth/scopes';

/** Requests a minute. Each request counts against its class and against the aggregate over all keys of the account. */
export class RateLimitsView {
  /** @example 6000 */
  read_per_minute: number;
  /** @example 3000 */
  write_per_minute: number;
  /** @example 600 */
  destructive_per_minute: number;
  /** @example 12000 */
  user_aggregate_per_minute: number;
}

/** The rights and limits of the key that authenticates the request. */
export class CapabilitiesView {
  /** @example 'v1' */
  api_version: string;

  /** @example ['forms:read', 'submissions:read'] */
  @ApiProperty({ enum: SCOPES, enumName: 'Scope', isArray: true })
  scopes: Scope[];

  /** `all` forms of the account, or only those `selected` for the key. @example 'all' */
  form_access_mode: 'all' | 'selected';

  /** When the key expires. @example '2027-11-20T21:26:00.000Z' */
  expires_at: string;

  /** True when the key expires within 14 days. @example false */
  expiring_soon: boolean;

  /** False for a read-only key. @example true */
  writes_enabled: boolean;

  rate_limits: RateLimitsView;

  static from(caller: Caller, now: Date): CapabilitiesView {
    const { limits, expiresAt } = caller;
    return {
      api_version: 'v1',
      scopes: [...caller.scopes].sort(),
      form_access_mode: caller.formAccessMode,
      expires_at: expiresAt.toISOString(),
      expiring_soon: expiresAt.getTime() - now.getTime() <= SOON_MS,
      writes_enabled: caller.writesEnabled,
      rate_limits: {
        read_per_minute: limits.read,
        write_per_minute: limits.write,
        destructive_per_minute: limits.destructive,
        user_aggregate_per_minute: limits.userAggregate,
      },
    };
  }
}

const SOON_MS = 14 * 24 * 60 * 60 * 1000;
