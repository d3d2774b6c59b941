import { optionKey } from '../../forms/definition/field-options.rules';
import type { FieldDefinition } from '../../forms/definition/field.types';
import { repairFor } from '../../forms/definition/preset-repair.rules';
import { allowedOptions } from './field-value.rules';

/** Repairs a value of any type before it is validated and stored. A value that cannot be repaired stays as it is. */
export type ValueRepair = (value: unknown) => unknown;

/** Compiles the repair of a field's values: by its preset, and to its options as they were defined. Null for most fields. */
export function compileValueRepair(field: FieldDefinition): ValueRepair | null {
  const ofText = field.type === 'string' ? repairFor(field.validation) : null;
  const toOption = optionRepair(field);
  if (!ofText) return toOption;
  const repairText: ValueRepair = (value) => (typeof value === 'string' ? ofText(value) : value);
  return toOption ? (value) => toOption(repairText(value)) : repairText;
}

/** Pages send options with white space of their markup, or in another Unicode form than the one in which they were defined. */
function optionRepair(field: FieldDefinition): ValueRepair | null {
  const options = allowedOptions(field);
  if (!options) return null;
  const known = new Set<unknown>(options);
  const byKey = new Map(options.toReversed().map((option) => [optionKey(option), option])); // the first of two counts
  const repaired: ValueRepair = (entry) => (known.has(entry) || typeof entry !== 'string' ? entry : (byKey.get(optionKey(entry)) ?? entry));
  return (value) => (Array.isArray(value) ? value.map(repaired) : repaired(value));
}
