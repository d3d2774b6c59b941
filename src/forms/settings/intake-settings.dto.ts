import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayUnique, IsArray, IsObject, IsString } from 'class-validator';
import type { FieldError } from '../../api/errors/api-error';
import { message, singleLineSchema } from '../../api/validation/decorators.rules';
import type { CrossFieldValidated } from '../../api/validation/validate-dto.rules';
import { isJsonObject } from '../../platform/json/json.rules';
import { countCodePoints, hasControlCharacters } from '../../platform/text/text-parsers.rules';
import { FIELD_NAME_PATTERN } from '../definition/field.types';
import { PER_ADDRESS } from './intake-limits.rules';
import { entriesOf, faultIf } from './setting-errors.rules';
import { ChoiceSetting, MomentSetting, NumberSetting, Setting, ShowsDefaults } from './setting.rules';

/** The answers to a submission whose value under `unique_by` is taken: 409, the usual answer without storing it, or quarantine. */
const DUPLICATE_ACTIONS = ['refuse', 'thank', 'quarantine'] as const;
export type DuplicateAction = (typeof DUPLICATE_ACTIONS)[number];

const MAX_PLACES = 1_000_000;
const STORED_BYTES = { type: 'integer', minimum: 0, maximum: 1_000_000_000_000 } as const;
const NUMBER_OF_PLACES = { type: 'integer', minimum: 0, maximum: MAX_PLACES } as const;

const PLACES_SCHEMA = {
  type: 'object',
  additionalProperties: { type: 'object', additionalProperties: { ...NUMBER_OF_PLACES, nullable: true }, nullable: true },
  example: { workshop: { Monday: 30, Tuesday: 25 } },
} as const;

const MAX_IGNORED_NAMES = 50;
const MAX_NAME_LENGTH = 64;

const IGNORED_NAMES_SCHEMA = {
  type: 'array',
  items: { type: 'string', ...singleLineSchema(1, MAX_NAME_LENGTH) },
  maxItems: MAX_IGNORED_NAMES,
  uniqueItems: true,
} as const;

/** The limits within which a form accepts submissions. What is left out stays as it is; null sets the default. */
export class IntakeSettingsDto implements CrossFieldValidated {
  /** The name of a field of type `string` or `number` of which no two accepted submissions have the same value. @example 'email' */
  @Setting({ pattern: FIELD_NAME_PATTERN.source })
  @IsString()
  unique_by?: string | null;

  /** For a submission whose value is taken: `refuse` (409, the default), `thank` (answered as usual, not stored) or `quarantine`. */
  @ChoiceSetting(DUPLICATE_ACTIONS)
  on_duplicate?: DuplicateAction | null;

  /** The number of accepted submissions that the form may hold; 0 closes it. By default any number. */
  @NumberSetting(NUMBER_OF_PLACES)
  max_submissions?: number | null;

  /** The bytes that the files of all its submissions may have; 0 takes no further files. By default as many as the plan of the account allows. */
  @NumberSetting(STORED_BYTES, 'must be a size from 0 to 1000000000000 bytes (1 TB)')
  max_stored_bytes?: number | null;

  /** By field with a list of options, the number of accepted submissions that may choose an option. Null removes an option. */
  @Setting(PLACES_SCHEMA)
  @IsObject()
  places?: Record<string, Record<string, number | null> | null> | null;

  /** The form accepts submissions from this moment on. Fractions of a second are cut. */
  @MomentSetting()
  opens_at?: string | null;

  /** The form accepts submissions until this moment. Fractions of a second are cut. */
  @MomentSetting()
  closes_at?: string | null;

  /**
   * The submissions without a token that one address may send to the form in a minute, for many people behind one address: a school, an
   * office, an event. By default the limit of the service. A form with a limit of its own does not count for that of the address over all forms.
   */
  @NumberSetting(PER_ADDRESS)
  per_address_per_minute?: number | null;

  /**
   * Up to 50 names that are neither kept among the other values of submissions nor counted as names without a field, such as the tracking
   * parameters of a page. By default none. @example ['utm_source']
   */
  @Setting(IGNORED_NAMES_SCHEMA)
  @ArrayUnique(message('must not repeat a name'))
  @ArrayMaxSize(MAX_IGNORED_NAMES)
  @IsArray(message('must be a list of names'))
  ignored_names?: string[] | null;

  crossFieldErrors(): FieldError[] {
    const names: readonly unknown[] = Array.isArray(this.ignored_names) ? this.ignored_names : [];
    return [
      ...names.flatMap((name, index) => faultIf(!isName(name), `ignored_names.${index}`, NO_NAME)),
      ...entriesOf(this.places).flatMap(([field, options]) => [
        ...faultIf(options !== null && !isJsonObject(options), `places.${field}`, 'must be an object or null'),
        ...entriesOf(options).flatMap(([option, places]) =>
          faultIf(places !== null && !isNumberOfPlaces(places), `places.${field}.${option}`, NO_NUMBER_OF_PLACES),
        ),
      ]),
    ];
  }
}

const isName = (name: unknown): boolean =>
  typeof name === 'string' && name !== '' && countCodePoints(name) <= MAX_NAME_LENGTH && !hasControlCharacters(name);

const NO_NAME = `must be a text of 1 to ${MAX_NAME_LENGTH} characters without control characters`;

const NO_NUMBER_OF_PLACES = `must be a whole number from 0 to ${MAX_PLACES}`;

const isNumberOfPlaces = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_PLACES;

/** The limits within which a form accepts submissions. */
@ShowsDefaults()
export class IntakeSettingsView {
  static readonly DEFAULTS: IntakeSettingsView = {
    unique_by: null,
    on_duplicate: 'refuse',
    max_submissions: null,
    max_stored_bytes: null,
    places: {},
    opens_at: null,
    closes_at: null,
    per_address_per_minute: null,
    ignored_names: [],
  };

  /** The field of which no two accepted submissions have the same value; null for none. @example 'email' */
  unique_by: string | null;

  /** The action for a submission whose value is taken. @example 'refuse' */
  @ApiProperty({ enum: DUPLICATE_ACTIONS })
  on_duplicate: DuplicateAction;

  /** The most accepted submissions; null for any number. @example 100 */
  @ApiProperty({ ...NUMBER_OF_PLACES, nullable: true })
  max_submissions: number | null;

  /** The most bytes of files; null for those of the plan. @example 1000000000 */
  @ApiProperty({ ...STORED_BYTES, nullable: true })
  max_stored_bytes: number | null;

  /** By field and option, how many accepted submissions may choose it. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'object', additionalProperties: NUMBER_OF_PLACES },
    example: { workshop: { Monday: 30 } },
  })
  places: Readonly<Record<string, Readonly<Record<string, number>>>>;

  /** Submissions are accepted from this moment on; null for always. @example '2026-11-20T21:26:00.000Z' */
  opens_at: string | null;

  /** Submissions are accepted before this moment; null for always. @example '2026-11-30T21:26:00.000Z' */
  closes_at: string | null;

  /** The submissions without a token that one address may send to the form in a minute; null for the limit of the service. @example 120 */
  @ApiProperty({ ...PER_ADDRESS, nullable: true })
  per_address_per_minute: number | null;

  /** Names that are neither kept among the other values of submissions nor counted as names without a field. @example ['utm_source'] */
  @ApiProperty(IGNORED_NAMES_SCHEMA)
  ignored_names: string[];
}
