import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '../../api/errors/api-error';
import { compileSubmissionRules } from '../../fields/values/submission.rules';
import type { FieldDefinition } from '../../forms/definition/field.types';

export type Values = Readonly<Record<string, unknown>>;

/** The values of a submission after a correction, with those of the changed fields before and after. A field without a value is absent. */
export interface Correction {
  fields: Values;
  before: Values;
  after: Values;
}

export interface CorrectedForm {
  fields: readonly FieldDefinition[];
  /** The names of deleted fields, whose values submissions may still have. */
  retiredNames: ReadonlySet<string>;
  validateFields: boolean;
}

/**
 * Applies a merge patch (RFC 7396) by field name to the stored values. Only the names that are sent are validated and repaired, so that a
 * value from before a field was changed keeps nobody from correcting another one.
 */
export function correctionOf(form: CorrectedForm, stored: Values, patch: Values): Correction | { errors: FieldError[] } {
  const names = Object.keys(patch);
  const errors = names.flatMap((name) => nameErrors(form, name, stored, patch[name]));
  const validated = validatedValues(form, stored, patch);
  errors.push(...validated.errors);
  if (errors.length > 0) return { errors: errors.map(({ path, message }) => ({ path: `fields.${path}`, message })) };
  return changesTo(stored, names, validated.values);
}

/** The errors of names whose value cannot be set, or can only be removed. */
function nameErrors(form: CorrectedForm, name: string, stored: Values, value: unknown): FieldError[] {
  const field = form.fields.find((each) => each.name === name);
  if (field?.type === 'file') return [{ path: name, message: 'The files of a submission cannot be corrected.' }];
  if (field || isFree(form, name, stored)) return [];
  if (!Object.hasOwn(stored, name)) return [{ path: name, message: 'The form has no field of this name.' }];
  return value === null
    ? []
    : [{ path: name, message: 'The form has no such field any more, so its value can only be removed, with null.' }];
}

/** True for a name that never had a field, in a form that stores values of any name. */
const isFree = ({ validateFields, retiredNames }: CorrectedForm, name: string, stored: Values): boolean =>
  !validateFields && !retiredNames.has(name) && Object.hasOwn(stored, name);

/** A form that does not validate stores null like any value, but in a merge patch it removes one. */
function validatedValues(form: CorrectedForm, stored: Values, patch: Values): { values: Values; errors: FieldError[] } {
  const fields = form.fields.filter(({ name, type }) => Object.hasOwn(patch, name) && type !== 'file');
  const isChecked = (name: string): boolean => fields.some((field) => field.name === name) || isFree(form, name, stored);
  const values = Object.fromEntries(Object.entries(patch).filter(([name, value]) => value !== null && isChecked(name)));
  return compileSubmissionRules(fields, form.validateFields).validate({ encoding: 'json', values });
}

function changesTo(stored: Values, names: readonly string[], values: Values): Correction {
  const patched = names.map((name) => [name, values[name]] as const);
  const changed = patched.filter(([name, value]) => !isDeepStrictEqual(stored[name], value));
  const corrected = new Map(Object.entries(stored));
  for (const [name, value] of changed) {
    if (value === undefined) corrected.delete(name);
    else corrected.set(name, value);
  }
  const before = Object.entries(stored).filter(([name]) => changed.some(([other]) => other === name));
  return {
    fields: Object.fromEntries(corrected),
    before: Object.fromEntries(before),
    after: Object.fromEntries(changed.filter(([, value]) => value !== undefined)),
  };
}

/** The names of the changed fields. */
export const changedNames = ({ before, after }: Pick<Correction, 'before' | 'after'>): string[] => [
  ...new Set([...Object.keys(before), ...Object.keys(after)]),
];
