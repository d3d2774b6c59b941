import type { FieldError } from '../../api/errors/api-error';
import { FIELD_TYPES, type FieldType, type Preset, PRESET_VALUES } from './field.types';
import { presetApplies } from './preset.rules';

export const MAX_FIELDS_PER_FORM = 100;

/** The error is that of the preset even when only the type changes. Unknown types and presets are reported elsewhere. */
export function presetErrors(type: FieldType, preset: Preset | null | undefined, path: string): FieldError[] {
  const areKnown = FIELD_TYPES.includes(type) && preset != null && PRESET_VALUES.includes(preset);
  if (!areKnown || presetApplies(preset, type)) return [];
  const values = presetApplies(preset, 'number') ? 'texts or numbers' : 'texts';
  return [{ path, message: `must fit the type of the field: this preset is for ${values}` }];
}

export const TAKEN_NAME = 'must not be the name of another field of the form';

/** The names of fields are unique within a form. Each repetition is an error; a missing name is reported elsewhere. */
export function duplicateNameErrors(names: readonly (string | undefined)[]): FieldError[] {
  const seen = new Set<string>();
  return names.flatMap((name, index) => {
    if (name === undefined) return [];
    const isRepeated = seen.has(name);
    seen.add(name);
    return isRepeated ? [{ path: `fields.${index}.name`, message: TAKEN_NAME }] : [];
  });
}

/** True for a positive 64-bit integer without leading zeros. */
export const isFieldId = (text: string): boolean => /^[1-9]\d{0,18}$/.test(text) && BigInt(text) <= MAX_BIGINT;

const MAX_BIGINT = 9_223_372_036_854_775_807n;

/** The label that people see. A field without a label shows its name as words: `first_name` becomes "First name". */
export function shownLabel({ label, name }: { label: string | null; name: string }): string {
  if (label !== null && label.trim() !== '') return label;
  const words = name.replaceAll('_', ' ').trim();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}
