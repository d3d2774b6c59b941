import type { FieldError } from '../api/errors/field-error.types';
import type { FieldType, Preset } from './field.types';
import { PRESET_RULES, presetApplies } from './preset.rules';

export const MAX_FIELDS_PER_FORM = 100;

/** A preset belongs to some types only; the fault is always that of the preset, also when it is the type that changes. */
export function presetFaults(type: FieldType, preset: Preset | null, path: string): FieldError[] {
  if (preset === null || presetApplies(preset, type)) return [];
  const types = PRESET_RULES[preset].applicableTypes.join(' or ');
  return [{ path, message: `must fit the type of the field: this preset is for ${types}` }];
}

export const TAKEN_NAME = 'must not be the name of another field of the form';

/** Two fields of a form never share a name; each repetition is at fault, the first use is not. A missing name is another fault. */
export function duplicateNameFaults(names: readonly (string | undefined)[]): FieldError[] {
  const seen = new Set<string>();
  return names.flatMap((name, index) => {
    if (name === undefined) return [];
    const isRepeated = seen.has(name);
    seen.add(name);
    return isRepeated ? [{ path: `fields.${index}.name`, message: TAKEN_NAME }] : [];
  });
}

/** Whether a text has the form of a field id: a positive 64-bit integer without leading zeros. */
export const isFieldId = (text: string): boolean => /^[1-9]\d{0,18}$/.test(text) && BigInt(text) <= MAX_BIGINT;

const MAX_BIGINT = 9_223_372_036_854_775_807n;
