import { ApiProperty } from '@nestjs/swagger';
import { IsArray } from 'class-validator';
import type { FieldError } from '../../api/errors/api-error';
import { message } from '../../api/validation/decorators.rules';
import type { CrossFieldValidated } from '../../api/validation/validate-dto.rules';
import { ORIGINS_SCHEMA } from '../../forms/form-input.dto';
import { originErrors } from '../../forms/origin.rules';
import { wireOf } from '../../platform/text/wire.rules';
import type { FoundRefusal } from './refusals.repository';
import type { ShutOut } from './shut-out.rules';

const REFUSAL_KINDS = ['origin', 'field', 'closed', 'dropped'] as const;

/** The refusals of a form in the last 30 days under one name and for one reason. */
export class FormRefusalView {
  /** An `origin` that is not listed, a `field` whose value was refused, a form that was `closed`, or a value that was `dropped`. @example 'field' */
  @ApiProperty({ enum: REFUSAL_KINDS })
  kind: (typeof REFUSAL_KINDS)[number];

  /** The origin, the field or the name of the value; empty for the form as a whole and for a request without an origin. @example 'question' */
  @ApiProperty({ maxLength: 255 })
  name: string;

  /** The code of the error for `field`, such as `required`; `before`, `after`, `full`, `no_places`, `quota`, `storage` or `disabled` for `closed`. @example 'required' */
  @ApiProperty({ maxLength: 64 })
  reason: string;

  /** The number of submissions or requests that were refused. @example 34 */
  @ApiProperty({ type: 'integer', minimum: 1 })
  count: number;

  /** The addresses on the day with most of them, of IPv6 the network (/64): at most 32. @example 12 */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 32 })
  visitors: number;

  /** The time of the last one. @example '2026-11-20T21:26:00.000Z' */
  last_seen_at: string;

  static from(found: FoundRefusal): FormRefusalView {
    return wireOf(found, 'kind', 'name', 'reason', 'count', 'visitors', 'lastSeenAt') as FormRefusalView;
  }
}

export class TestOriginsDto implements CrossFieldValidated {
  @ApiProperty(ORIGINS_SCHEMA)
  @IsArray(message('must be a list of texts'))
  allowed_origins: string[];

  crossFieldErrors(): FieldError[] {
    return originErrors(this.allowed_origins);
  }
}

/** An origin that has sent submissions and could not any more. */
export class ShutOutOriginView {
  /** The origin; null for requests without one, which need the submission token. @example 'https://www.example.com' */
  @ApiProperty({ type: String, nullable: true })
  origin: string | null;

  /** The accepted submissions of the last 30 days. @example 34 */
  @ApiProperty({ type: 'integer', minimum: 1 })
  count: number;

  /** The time of the last one. @example '2026-11-20T21:26:00.000Z' */
  last_seen_at: string;

  static from(shutOut: ShutOut): ShutOutOriginView {
    return wireOf(shutOut, 'origin', 'count', 'lastSeenAt');
  }
}
