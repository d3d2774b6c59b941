import type { FieldError } from '../api/errors/field-error.types';
import type { FieldType, Preset } from './field.types';
import { PRESET_RULES, presetApplies } from './preset.rules';

export const MAX_FIELDS_PER_FORM = 100;

/** A preset fits some types only. The fault is reported for the preset even when the type is what changes. */
export function presetFaults(type: FieldType, preset: Preset | null, path: string): FieldError[] {
  if (preset === null || presetApplies(preset, type)) return [];
  const types = PRESET_RULES[preset].applicableTypes.join(' or ');
  return [{ path, message: `must fit the type of the field: this preset is for ${types}` }];
}

export const TAKEN_NAME = 'must not be the name of another field of the form';

/** Names of fields are unique within a form; the fault is that of each repetition. A missing name is reported elsewhere. */
export function duplicateNameFaults(names: readonly (string | undefined)[]): FieldError[] {
  const seen = new Set<string>();
  return names.flatMap((name, index) => {
    if (name === undefined) return [];
    const isRepeated = seen.has(name);
    seen.add(name);
    return isRepeated ? [{ path: `fields.${index}.name`, message: TAKEN_NAME }] : [];
  });
}

/** True if a text is a well-formed field id: a positive 64-bit integer without leading zeros. */
export const isFieldId = (text: string): boolean => /^[1-9]\d{0,18}$/.test(text) && BigInt(text) <= MAX_BIGINT;

const MAX_BIGINT = 9_223_372_036_854_775_807n;
