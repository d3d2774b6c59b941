import type { FieldError } from '../../api/errors/api-error';
import { isJsonObject } from '../../platform/json/json.rules';
import type { FieldDefinition } from '../definition/field.types';
import type { IntakeSettings, StoredSettings } from '../form-settings.types';

type Fields = readonly Pick<FieldDefinition, 'name' | 'type' | 'options'>[];

/** The errors of a patch of the limits that depend on the fields of the form, and on the limits as they would be after it. */
export function intakeErrors(patch: StoredSettings['intake'], { opensAt, closesAt }: IntakeSettings, fields: Fields): FieldError[] {
  const { unique_by: uniqueBy = null, places } = patch ?? {};
  const isReversed = opensAt !== null && closesAt !== null && closesAt <= opensAt;
  return [
    ...(uniqueBy === null || mayBeUnique(uniqueBy, fields) ? [] : [{ path: 'intake.unique_by', message: NOT_UNIQUE }]),
    ...entriesOf(places).flatMap(([field, options]) =>
      entriesOf(options).flatMap(([option, number]) =>
        number === null || hasOption(field, option, fields) ? [] : [{ path: `intake.places.${field}.${option}`, message: NO_OPTION }],
      ),
    ),
    ...(isReversed && patch?.closes_at ? [{ path: 'intake.closes_at', message: 'must be after opens_at' }] : []),
    ...(isReversed && patch?.opens_at && !patch.closes_at ? [{ path: 'intake.opens_at', message: 'must be before closes_at' }] : []),
  ];
}

/** Limits that have no effect any more since fields were changed after them. */
export function intakeWarnings({ uniqueBy, places }: IntakeSettings, fields: Fields): string[] {
  const pointless = Object.entries(places).flatMap(([field, options]) =>
    Object.keys(options)
      .filter((option) => !hasOption(field, option, fields))
      .map((option) => `${field}.${option}`),
  );
  return [
    ...(uniqueBy === null || mayBeUnique(uniqueBy, fields) ? [] : [UNIQUE_BY_UNUSED]),
    ...pointless.map((path) => `intake.places.${path} is not used, since no field of the form has this option any more.`),
  ];
}

/** Empty for what is no object, which the DTO has refused. */
const entriesOf = (value: unknown): [string, unknown][] => (isJsonObject(value) ? Object.entries(value) : []);

const mayBeUnique = (name: string, fields: Fields): boolean =>
  fields.some((field) => field.name === name && (field.type === 'string' || field.type === 'number'));

const hasOption = (name: string, option: string, fields: Fields): boolean =>
  fields.some((field) => field.name === name && Array.isArray(field.options) && field.options.includes(option));

const NOT_UNIQUE = 'must be the name of a field of type string or number';
const NO_OPTION = 'must be an option of a field with a list of options';
const UNIQUE_BY_UNUSED = 'intake.unique_by is not used, since the form has no field of type string or number with this name any more.';
