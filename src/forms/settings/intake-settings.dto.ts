import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsObject, IsString, Max, Min } from 'class-validator';
import type { FieldError } from '../../api/errors/api-error';
import { parseTimestamp } from '../../api/validation/date.rules';
import { MayBeAbsent, MayBeNull, message, textRule } from '../../api/validation/decorators.rules';
import type { CrossFieldValidated } from '../../api/validation/validate-dto.rules';
import { isJsonObject } from '../../platform/json/json.rules';
import { FIELD_NAME_PATTERN } from '../definition/field.types';
import { DUPLICATE_ACTIONS, type DuplicateAction, type IntakeSettings, type StoredSettings } from '../form-settings.types';

const MAX_PLACES = 1_000_000;

const NUMBER_OF_PLACES = { type: 'integer', minimum: 0, maximum: MAX_PLACES } as const;

const PLACES_SCHEMA = {
  type: 'object',
  additionalProperties: {
    type: 'object',
    additionalProperties: { ...NUMBER_OF_PLACES, nullable: true },
    nullable: true,
  },
  example: { workshop: { Monday: 30, Tuesday: 25 } },
} as const;

const IsInstant = () =>
  textRule('isInstant', (text) => parseTimestamp(text) !== null, 'must be a timestamp with its zone, such as 2026-11-20T21:26:00Z');

/** The limits within which a form accepts submissions. What is left out stays as it is; null sets the default. */
export class IntakeSettingsDto implements CrossFieldValidated {
  /** The name of a field of type `string` or `number` of which no two accepted submissions have the same value. @example 'email' */
  @ApiPropertyOptional({ pattern: FIELD_NAME_PATTERN.source, nullable: true })
  @MayBeAbsent()
  @MayBeNull()
  @IsString()
  unique_by?: string | null;

  /** What becomes of a submission whose value is taken: `refuse` (409, the default), `thank` (answered as usual, not stored) or `quarantine`. */
  @ApiPropertyOptional({ nullable: true })
  @MayBeAbsent()
  @MayBeNull()
  @IsIn(DUPLICATE_ACTIONS)
  on_duplicate?: DuplicateAction | null;

  /** The number of accepted submissions that the form may hold; 0 closes it. By default any number. */
  @ApiPropertyOptional({ ...NUMBER_OF_PLACES, nullable: true })
  @MayBeAbsent()
  @MayBeNull()
  @IsInt()
  @Min(0)
  @Max(MAX_PLACES)
  max_submissions?: number | null;

  /** By field with a list of options, the number of accepted submissions that may choose an option. Null removes an option. */
  @ApiPropertyOptional({ ...PLACES_SCHEMA, nullable: true })
  @MayBeAbsent()
  @MayBeNull()
  @IsObject()
  places?: Record<string, Record<string, number | null> | null> | null;

  /** The form accepts submissions from this moment on. Fractions of a second are cut. */
  @ApiPropertyOptional({ type: 'string', format: 'date-time', nullable: true })
  @MayBeAbsent()
  @MayBeNull()
  @IsString(message('must be a timestamp'))
  @IsInstant()
  opens_at?: string | null;

  /** The form accepts submissions until this moment. Fractions of a second are cut. */
  @ApiPropertyOptional({ type: 'string', format: 'date-time', nullable: true })
  @MayBeAbsent()
  @MayBeNull()
  @IsString(message('must be a timestamp'))
  @IsInstant()
  closes_at?: string | null;

  crossFieldErrors(): FieldError[] {
    if (!isJsonObject(this.places)) return [];
    return Object.entries(this.places).flatMap(([field, options]) => {
      if (options === null) return [];
      if (!isJsonObject(options)) return [{ path: `places.${field}`, message: 'must be an object or null' }];
      return Object.entries(options).flatMap(([option, places]) =>
        places === null || isNumberOfPlaces(places)
          ? []
          : [{ path: `places.${field}.${option}`, message: `must be a whole number from 0 to ${MAX_PLACES}, or null` }],
      );
    });
  }

  static toPatch({ opens_at, closes_at, ...others }: IntakeSettingsDto): StoredSettings['intake'] {
    return { ...others, opens_at: toTheSecond(opens_at), closes_at: toTheSecond(closes_at) };
  }
}

const isNumberOfPlaces = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_PLACES;

function toTheSecond(text: string | null | undefined): string | null | undefined {
  const instant = text ? parseTimestamp(text) : null;
  if (!instant) return text;
  return new Date(Math.floor(instant.getTime() / 1000) * 1000).toISOString();
}

/** The limits within which a form accepts submissions. */
export class IntakeSettingsView {
  /** The field of which no two accepted submissions have the same value; null for none. @example 'email' */
  unique_by: string | null;

  /** What becomes of a submission whose value is taken. @example 'refuse' */
  @ApiProperty({ enum: DUPLICATE_ACTIONS })
  on_duplicate: DuplicateAction;

  /** The most accepted submissions; null for any number. @example 100 */
  @ApiProperty({ ...NUMBER_OF_PLACES, nullable: true })
  max_submissions: number | null;

  /** By field and option, how many accepted submissions may choose it. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'object', additionalProperties: NUMBER_OF_PLACES },
    example: { workshop: { Monday: 30 } },
  })
  places: IntakeSettings['places'];

  /** Submissions are accepted from this moment on; null for always. @example '2026-11-20T21:26:00.000Z' */
  opens_at: string | null;

  /** Submissions are accepted before this moment; null for always. @example '2026-11-30T21:26:00.000Z' */
  closes_at: string | null;

  static from(intake: IntakeSettings): IntakeSettingsView {
    return {
      unique_by: intake.uniqueBy,
      on_duplicate: intake.onDuplicate,
      max_submissions: intake.maxSubmissions,
      places: intake.places,
      opens_at: intake.opensAt?.toISOString() ?? null,
      closes_at: intake.closesAt?.toISOString() ?? null,
    };
  }
}
