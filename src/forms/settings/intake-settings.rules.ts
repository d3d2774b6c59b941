import type { FieldError } from '../../api/errors/api-error';
import { isJsonObject } from '../../platform/json/json.rules';
import type { FieldDefinition } from '../definition/field.types';
import type { FormSettings, StoredSettings } from './form-settings.dto';
import { PER_ADDRESS } from './intake-settings.dto';

type Fields = readonly Pick<FieldDefinition, 'name' | 'type' | 'options'>[];

/** What the limits refer to. */
export interface IntakeReferences {
  fields: Fields;
  /** The highest limit by address that the operator allows. */
  maxPerAddress: number;
}

/** The errors of a patch of the limits that depend on the fields of the form, and on the limits as they would be after it. */
export function intakeErrors(
  patch: StoredSettings['intake'] = {},
  { opens_at, closes_at }: FormSettings['intake'],
  { fields, maxPerAddress }: IntakeReferences,
): FieldError[] {
  const { unique_by = null, places, per_address_per_minute: perAddress = null } = patch;
  const isReversed = opens_at !== null && closes_at !== null && new Date(closes_at) <= new Date(opens_at);
  return [
    ...(unique_by === null || mayBeUnique(unique_by, fields) ? [] : [{ path: 'intake.unique_by', message: NOT_UNIQUE }]),
    ...entriesOf(places).flatMap(([field, options]) =>
      entriesOf(options).flatMap(([option, number]) =>
        number === null || hasOption(field, option, fields) ? [] : [{ path: `intake.places.${field}.${option}`, message: NO_OPTION }],
      ),
    ),
    ...(isReversed && patch.closes_at ? [{ path: 'intake.closes_at', message: 'must be after the opening' }] : []),
    ...(isReversed && patch.opens_at && !patch.closes_at ? [{ path: 'intake.opens_at', message: 'must be before the closing' }] : []),
    ...(perAddress !== null && perAddress > maxPerAddress && perAddress <= PER_ADDRESS.maximum
      ? [{ path: 'intake.per_address_per_minute', message: `must be at most ${maxPerAddress}, which the operator has set` }]
      : []),
  ];
}

/** Limits that have no effect any more, since fields or the operator's limit were changed after them. */
export function intakeWarnings(
  { unique_by, places, ignored_names, per_address_per_minute: perAddress }: FormSettings['intake'],
  { fields, maxPerAddress }: IntakeReferences,
): FieldError[] {
  const pointless = Object.entries(places).flatMap(([field, options]) =>
    Object.keys(options)
      .filter((option) => !hasOption(field, option, fields))
      .map((option) => `${field}.${option}`),
  );
  return [
    ...(unique_by === null || mayBeUnique(unique_by, fields) ? [] : [{ path: 'intake.unique_by', message: UNIQUE_BY_UNUSED }]),
    ...(perAddress !== null && perAddress > maxPerAddress
      ? [{ path: 'intake.per_address_per_minute', message: `counts as ${maxPerAddress}, which the operator has set as the highest.` }]
      : []),
    ...pointless.map((path) => ({ path: `intake.places.${path}`, message: NO_OPTION_LEFT })),
    ...ignored_names
      .filter((name) => fields.some((field) => field.name === name))
      .map((name) => ({
        path: 'intake.ignored_names',
        message: `is not used for ${name}, since the form has a field of this name.`,
      })),
  ];
}

/** Empty for what is no object, which the DTO has refused. */
const entriesOf = (value: unknown): [string, unknown][] => (isJsonObject(value) ? Object.entries(value) : []);

const mayBeUnique = (name: string, fields: Fields): boolean =>
  fields.some((field) => field.name === name && (field.type === 'string' || field.type === 'number'));

const hasOption = (name: string, option: string, fields: Fields): boolean =>
  fields.some((field) => field.name === name && Array.isArray(field.options) && field.options.includes(option));

const NOT_UNIQUE = 'must be the name of a field for texts or numbers';
const NO_OPTION = 'must be an option of a field with a list of options';
const UNIQUE_BY_UNUSED = 'is not used, since the form has no field for texts or numbers with this name any more.';
const NO_OPTION_LEFT = 'is not used, since no field of the form has this option any more.';
