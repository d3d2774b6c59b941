import type { Fault } from '../platform/errors/fault.types';
import type { FieldType, Preset } from './field.types';
import { PRESET_RULES, presetApplies } from './preset.rules';

export const MAX_FIELDS_PER_FORM = 100;

/** A preset belongs to some types only; the fault is always that of the preset, also when it is the type that changes. */
export function presetFaults(type: FieldType, preset: Preset | null, path: string): Fault[] {
  if (preset === null || presetApplies(preset, type)) return [];
  const types = PRESET_RULES[preset].applicableTypes.join(' or ');
  return [{ path, message: `must fit the type of the field: this preset is for ${types}` }];
}

export const TAKEN_NAME = 'must not be the name of another field of the form';

/** Two fields of a form never share a name; each repetition is at fault, the first use is not. A missing name is another fault. */
export function duplicateNameFaults(names: readonly (string | undefined)[]): Fault[] {
  const seen = new Set<string>();
  return names.flatMap((name, index) => {
    if (name === undefined) return [];
    const isRepeated = seen.has(name);
    seen.add(name);
    return isRepeated ? [{ path: `fields.${index}.name`, message: TAKEN_NAME }] : [];
  });
}
