import type { FieldError } from '../../api/errors/api-error';
import { closedBy } from '../availability.rules';
import type { FieldDefinition } from '../definition/field.types';
import type { FormSettings, StoredSettings } from './form-settings.dto';
import { PER_ADDRESS } from './intake-limits.rules';
import { entriesOf, faultIf } from './setting-errors.rules';

type Fields = readonly Pick<FieldDefinition, 'name' | 'type' | 'options'>[];

export interface IntakeReferences {
  fields: Fields;
  /** The highest limit by address that the operator allows. */
  maxPerAddress: number;
}

/** The errors of a patch of the limits that depend on the fields of the form and on the limits after the patch. */
export function intakeErrors(
  patch: StoredSettings['intake'] = {},
  { opens_at, closes_at }: FormSettings['intake'],
  { fields, maxPerAddress }: IntakeReferences,
): FieldError[] {
  const { unique_by = null, places, per_address_per_minute: perAddress = null } = patch;
  const isReversed = opens_at !== null && closes_at !== null && new Date(closes_at) <= new Date(opens_at);
  const isAbove = perAddress !== null && perAddress > maxPerAddress && perAddress <= PER_ADDRESS.maximum;
  return [
    ...faultIf(cannotBeUnique(unique_by, fields), 'intake.unique_by', NOT_UNIQUE),
    ...entriesOf(places).flatMap(([field, options]) =>
      entriesOf(options).flatMap(([option, number]) =>
        faultIf(number !== null && !hasOption(field, option, fields), `intake.places.${field}.${option}`, NO_OPTION),
      ),
    ),
    ...faultIf(isReversed && !!patch.closes_at, 'intake.closes_at', 'must be after the opening'),
    ...faultIf(isReversed && !!patch.opens_at && !patch.closes_at, 'intake.opens_at', 'must be before the closing'),
    ...faultIf(isAbove, 'intake.per_address_per_minute', `must be at most ${maxPerAddress}, which the operator has set`),
  ];
}

/** The warnings about limits that have no effect any more, since the fields or the operator's limit were changed later. */
export function intakeWarnings(
  { unique_by, places, ignored_names, per_address_per_minute: perAddress }: FormSettings['intake'],
  { fields, maxPerAddress }: IntakeReferences,
): FieldError[] {
  const isAbove = perAddress !== null && perAddress > maxPerAddress;
  return [
    ...faultIf(cannotBeUnique(unique_by, fields), 'intake.unique_by', UNIQUE_BY_UNUSED),
    ...faultIf(isAbove, 'intake.per_address_per_minute', `counts as ${maxPerAddress}, which the operator has set as the highest.`),
    ...Object.entries(places).flatMap(([field, options]) =>
      Object.keys(options).flatMap((option) =>
        faultIf(!hasOption(field, option, fields), `intake.places.${field}.${option}`, OPTION_UNUSED),
      ),
    ),
    ...ignored_names.flatMap((name) =>
      faultIf(
        fields.some((field) => field.name === name),
        'intake.ignored_names',
        nameUnused(name),
      ),
    ),
  ];
}

/** The warnings about an enabled form that accepts nothing any more, by its own settings. */
export function closedWarnings(intake: FormSettings['intake'], now: Date, submissions: number): FieldError[] {
  const closed = closedBy(intake, now, submissions);
  return [
    ...faultIf(closed === 'after', 'intake.closes_at', 'is past, so the form accepts no submissions.'),
    ...faultIf(closed === 'full', 'intake.max_submissions', fullWith(submissions)),
  ];
}

const fullWith = (submissions: number) =>
  `is reached, since the form has ${submissions} submission${submissions === 1 ? '' : 's'}, so it accepts no more: raise it, or delete what need not be kept.`;

const cannotBeUnique = (name: string | null, fields: Fields): boolean =>
  name !== null && !fields.some((field) => field.name === name && (field.type === 'string' || field.type === 'number'));

const hasOption = (name: string, option: string, fields: Fields): boolean =>
  fields.some((field) => field.name === name && Array.isArray(field.options) && field.options.includes(option));

const NOT_UNIQUE = 'must be the name of a field for texts or numbers';
const NO_OPTION = 'must be an option of a field with a list of options';
const UNIQUE_BY_UNUSED = 'is not used, since the form has no field for texts or numbers with this name any more.';
const OPTION_UNUSED = 'is not used, since no field of the form has this option any more.';
const nameUnused = (name: string) => `is not used for ${name}, since the form has a field of this name.`;
