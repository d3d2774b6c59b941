import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsIn, IsInt, IsObject, Max, Min, ValidateNested } from 'class-validator';
import { type Scope, SCOPES } from '../api/auth/caller';
import type { FieldError } from '../api/errors/api-error';
import { PagedDto } from '../api/pagination/page.dto';
import {
  IsId,
  IsSingleLine,
  MayBeAbsent,
  MayBeNull,
  message,
  OverlapSeconds,
  singleLineSchema,
  ToBoolean,
  Trim,
  TRUE_OR_FALSE,
} from '../api/validation/decorators.rules';
import type { CrossFieldValidated, ReadOnlyMembers } from '../api/validation/validate-dto.rules';
import { OVERLAP_SECONDS } from '../platform/crypto/digests.rules';
import { idOf, isUuid } from '../platform/ids.rules';
import { oneOf } from '../platform/text/text-parsers.rules';
import { UNKNOWN_FORM } from './key-ceiling.rules';
import type { KeyView } from './key-view.dto';
import { FORM_ACCESS_MODES, KEY_STATUSES, type KeyFilter, type KeyStatus } from './key.rules';

const MAX_FORMS = 1_000;
const MAX_PER_MINUTE = 1_000_000;
const LIFE_SECONDS = { minimum: 3_600, maximum: 31_622_400 };
const SCOPES_SCHEMA = { enum: SCOPES, enumName: 'Scope', isArray: true, minItems: 1, maxItems: SCOPES.length, uniqueItems: true } as const;
const FORMS_SCHEMA = { type: 'array', items: { type: 'string', format: 'uuid' }, minItems: 1, maxItems: MAX_FORMS } as const;

const PerMinute = () =>
  applyDecorators(
    ApiPropertyOptional({ type: 'integer', nullable: true, minimum: 1, maximum: MAX_PER_MINUTE }),
    MayBeAbsent(),
    MayBeNull(),
    IsInt(),
    Min(1),
    Max(MAX_PER_MINUTE),
  );

/** The limits of a key in requests a minute; null for the lower of the plan's and the caller's. */
export class KeyRateLimitsDto {
  /** Requests a minute. @example 600 */
  @PerMinute()
  read_per_minute?: number | null;

  /** Requests a minute. @example 60 */
  @PerMinute()
  write_per_minute?: number | null;

  /** Requests a minute. @example null */
  @PerMinute()
  destructive_per_minute?: number | null;
}

/** The members that a new key and a change of one share. */
abstract class KeyRightsDto implements CrossFieldValidated {
  abstract scopes?: Scope[];

  /** `all` forms, which a caller that sees all of them gives by default, or only those `selected`. */
  @ApiPropertyOptional({ enum: FORM_ACCESS_MODES })
  @MayBeAbsent()
  @IsIn(FORM_ACCESS_MODES)
  form_access_mode?: 'all' | 'selected';

  /** The ids of the forms that the key sees, with `selected` only; one that is repeated counts once. */
  @ApiPropertyOptional(FORMS_SCHEMA)
  @MayBeAbsent()
  @ArrayMaxSize(MAX_FORMS)
  @ArrayMinSize(1, message('must have at least one entry'))
  @IsArray(message('must be a list of ids'))
  form_ids?: string[];

  /** After how many seconds the key expires. */
  @ApiPropertyOptional({ type: 'integer', ...LIFE_SECONDS })
  @MayBeAbsent()
  @IsInt()
  @Min(LIFE_SECONDS.minimum)
  @Max(LIFE_SECONDS.maximum)
  expires_in?: number;

  /** False for a key that may only read, whatever its scopes. */
  @MayBeAbsent()
  @IsBoolean()
  writes_enabled?: boolean;

  /** Limits of its own. A member that is left out is like null for a new key, and stays as it is in a change. */
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => KeyRateLimitsDto)
  rate_limits?: KeyRateLimitsDto;

  crossFieldErrors(): FieldError[] {
    return [
      ...entryErrors('scopes', this.scopes, SCOPES.length, scopeError),
      ...entryErrors('form_ids', this.form_ids, MAX_FORMS, (id) => (typeof id === 'string' && isUuid(idOf(id)) ? null : UNKNOWN_FORM)),
    ];
  }
}

/** A new key. */
export class CreateKeyDto extends KeyRightsDto {
  /** For people: what the key is for. @example 'Spreadsheet of the museum' */
  @ApiProperty(singleLineSchema(1, 255))
  @Trim()
  @IsSingleLine(1, 255)
  name: string;

  /** The scopes of the key, each of which the caller has. @example ['forms:read', 'submissions:read'] */
  @ApiProperty(SCOPES_SCHEMA)
  @ArrayMaxSize(SCOPES.length)
  @ArrayMinSize(1, message('must have at least one entry'))
  @IsArray()
  scopes: Scope[];
}

/** Changes to a key; what is left out stays as it is. Rights and limits can only be reduced. */
export class UpdateKeyDto extends KeyRightsDto {
  static readonly readOnly: ReadOnlyMembers<KeyView, UpdateKeyDto> = {
    ...{ id: true, prefix: true, status: true, expires_at: true, last_used_at: true, created_at: true, created_by_key_id: true },
    ...{ revoked_at: true, revision: true, current: true, manageable: true, unmanageable_reason: true },
    ...{ exposed_at: true, secrets: true, further_form_count: true },
  };

  /** For people: what the key is for. */
  @ApiPropertyOptional(singleLineSchema(1, 255))
  @MayBeAbsent()
  @Trim()
  @IsSingleLine(1, 255)
  name?: string;

  /** The scopes that are left. @example ['forms:read'] */
  @ApiPropertyOptional(SCOPES_SCHEMA)
  @MayBeAbsent()
  @ArrayMaxSize(SCOPES.length)
  @ArrayMinSize(1, message('must have at least one entry'))
  @IsArray()
  scopes?: Scope[];
}

/** The rotation of a key. */
export class RotateKeyDto {
  /** For how many seconds the replaced value is still accepted; at least 60 for the key that asks. 0 ends it at once, and every earlier value with it. */
  @OverlapSeconds()
  overlap_seconds?: number;

  static toOverlapSeconds(input: RotateKeyDto | undefined): number {
    return input?.overlap_seconds ?? OVERLAP_SECONDS.default;
  }
}

/** The query of a revocation. */
export class RevokeKeyDto {
  /** True to revoke as well the keys that it has made, and those that they have made. */
  @ApiPropertyOptional({ ...TRUE_OR_FALSE, default: false })
  @MayBeAbsent()
  @ToBoolean()
  @IsBoolean()
  descendants?: boolean;
}

export const IsKeyId = () => IsId('isKeyId', 'must be the id of a key');

/** The query of the list of keys. */
export class ListKeysDto extends PagedDto {
  /** Only keys with this status; `active` contains those that are `expiring`. */
  @ApiPropertyOptional({ enum: KEY_STATUSES })
  @MayBeAbsent()
  @IsIn(KEY_STATUSES)
  status?: KeyStatus;

  /** Only keys that this key has made. */
  @ApiPropertyOptional({ format: 'uuid' })
  @MayBeAbsent()
  @IsKeyId()
  created_by?: string;

  static toFilter({ status, created_by: createdByKeyId }: ListKeysDto): KeyFilter {
    return { status, createdByKeyId };
  }
}

/** Validates the entries of an array with at most `most` entries. Other rules report any other value. */
function entryErrors(
  name: string,
  list: unknown,
  most: number,
  errorOf: (entry: unknown, index: number, all: unknown[]) => string | null,
): FieldError[] {
  if (!Array.isArray(list) || list.length > most) return [];
  return list.flatMap((entry: unknown, index) => {
    const error = errorOf(entry, index, list);
    return error === null ? [] : [{ path: `${name}.${index}`, message: error }];
  });
}

function scopeError(scope: unknown, index: number, all: unknown[]): string | null {
  if (!SCOPES.includes(scope as Scope)) return `must be ${oneOf(SCOPES).expected}`;
  return all.indexOf(scope) < index ? 'must not be repeated' : null;
}
