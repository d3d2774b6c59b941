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
  textRule,
  ToBoolean,
  Trim,
  TRUE_OR_FALSE,
} from '../api/validation/decorators.rules';
import { IS_REQUIRED } from '../api/validation/messages.rules';
import type { CrossFieldValidated, ReadOnlyMembers } from '../api/validation/validate-dto.rules';
import { OVERLAP_SECONDS } from '../platform/crypto/digests.rules';
import { idOf, isUuid } from '../platform/ids.rules';
import { oneOf } from '../platform/text/text-parsers.rules';
import { UNKNOWN_FORM } from './key-ceiling.rules';
import type { KeyView } from './key-view.dto';
import { FORM_ACCESS_MODES, KEY_KINDS, KEY_STATUSES, type KeyFilter, type KeyKind, type KeyStatus } from './key.rules';
import { type NewPerson, personAddressOf } from './people.rules';

const MAX_FORMS = 1_000;
const MAX_PER_MINUTE = 1_000_000;
const LIFE_SECONDS = { minimum: 3_600, maximum: 31_622_400 };
const SCOPES_SCHEMA = { enum: SCOPES, enumName: 'Scope', isArray: true, minItems: 1, maxItems: SCOPES.length, uniqueItems: true } as const;
const FORMS_SCHEMA = { type: 'array', items: { type: 'string', format: 'uuid' }, minItems: 1, maxItems: MAX_FORMS } as const;

/** An end after so many seconds. */
const ExpiresIn = (schema: { nullable?: true } = {}) =>
  applyDecorators(
    ApiPropertyOptional({ type: 'integer', ...LIFE_SECONDS, ...schema }),
    MayBeAbsent(),
    IsInt(),
    Min(LIFE_SECONDS.minimum),
    Max(LIFE_SECONDS.maximum),
  );

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

  abstract expires_in?: number | null;

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

/** Somebody who signs in to the console. */
export class NewPersonDto {
  /** One e-mail address. It is stored in lower case, and is once in an account. @example 'lena@example.com' */
  @ApiProperty({ maxLength: 254 })
  @Trim()
  @textRule('isPersonAddress', (text) => personAddressOf(text) !== null, 'must be one e-mail address')
  address: string;

  /** The name that lists and the audit trail show. @example 'Lena Example' */
  @ApiProperty(singleLineSchema(1, 255))
  @Trim()
  @IsSingleLine(1, 255)
  name: string;

  static toPerson({ address, name }: NewPersonDto): NewPerson {
    return { address: personAddressOf(address)!, name };
  }
}

/** A new key. */
export class CreateKeyDto extends KeyRightsDto {
  /** `key` for a program, with a value; `person` for somebody who signs in to the console and has none. */
  @ApiPropertyOptional({ enum: KEY_KINDS, default: 'key' })
  @MayBeAbsent()
  @IsIn(KEY_KINDS)
  kind?: KeyKind;

  /** For people: what the key is for. Required for a `key`, and left out for a `person`, whose name it is. @example 'Spreadsheet of the museum' */
  @ApiPropertyOptional(singleLineSchema(1, 255))
  @MayBeAbsent()
  @Trim()
  @IsSingleLine(1, 255)
  name?: string;

  /** The person; left out for a `key`. */
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => NewPersonDto)
  person?: NewPersonDto;

  /** After how many seconds the key expires; null for a `person` without an end, which only those give who have none themselves. */
  @ExpiresIn({ nullable: true })
  @MayBeNull()
  expires_in?: number | null;

  /** The scopes of the key, each of which the caller has. @example ['forms:read', 'submissions:read'] */
  @ApiProperty(SCOPES_SCHEMA)
  @ArrayMaxSize(SCOPES.length)
  @ArrayMinSize(1, message('must have at least one entry'))
  @IsArray()
  scopes: Scope[];

  override crossFieldErrors(): FieldError[] {
    return [...super.crossFieldErrors(), ...this.kindErrors()];
  }

  private kindErrors(): FieldError[] {
    const { kind = 'key', name, person, expires_in: expiresIn } = this;
    if (kind === 'person')
      return [
        ...errorIf(person === undefined, 'person', IS_REQUIRED),
        ...errorIf(name !== undefined, 'name', 'must be left out: the name of a person is "person.name"'),
      ];
    return [
      ...errorIf(name === undefined, 'name', IS_REQUIRED),
      ...errorIf(person !== undefined, 'person', 'must be left out unless "kind" is "person"'),
      ...errorIf(expiresIn === null, 'expires_in', 'must not be null unless "kind" is "person"'),
    ];
  }
}

/** Changes to a key; what is left out stays as it is. Rights and limits can only be reduced, and a person keeps the address. */
export class UpdateKeyDto extends KeyRightsDto {
  static readonly readOnly: ReadOnlyMembers<KeyView, UpdateKeyDto> = {
    ...{ kind: true, person: true },
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

  /** After how many seconds the key expires. */
  @ExpiresIn()
  expires_in?: number;

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
  /** Only programs (`key`), or only people (`person`). */
  @ApiPropertyOptional({ enum: KEY_KINDS })
  @MayBeAbsent()
  @IsIn(KEY_KINDS)
  kind?: KeyKind;

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

  static toFilter({ kind, status, created_by: createdByKeyId }: ListKeysDto): KeyFilter {
    return { kind, status, createdByKeyId };
  }
}

const errorIf = (isWrong: boolean, path: string, error: string): FieldError[] => (isWrong ? [{ path, message: error }] : []);

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
