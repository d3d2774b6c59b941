import type { Field, NameUse } from 'form-collection-client';
import { counted, plural } from '../../english.rules';

/** The edited members of a field; `list` has its choices. */
export interface FieldChange {
  name?: string;
  label?: string | null;
  type?: string;
  required?: boolean;
  validation?: unknown;
  list?: readonly string[];
}

type Before = Pick<Field, 'name' | 'label' | 'required' | 'options'>;

/** Sentences about submissions of the last 30 days that the changed field would have refused; null if there are none. */
export function changeText(before: Before | undefined, change: FieldChange, use: NameUse): string | null {
  if (use.submissions === 0) return null;
  const name = change.label ?? before?.label ?? before?.name ?? change.name ?? '';
  const missing = use.submissions - use.with_value;
  const sent = `${use.with_value} of ${counted(use.submissions, 'submission')} in the last 30 days sent ${name}`;
  const reasons = [
    ...(change.required && !before?.required && missing > 0 ? [`the other ${missing} would have been refused`] : []),
    ...(before && use.with_value > 0 ? [...checkReasons(change), ...choiceReasons(before, change, use)] : []),
  ];
  return reasons.length > 0 ? `${sent}: ${reasons.join('; ')}.` : null;
}

function checkReasons({ name, type, validation }: FieldChange): string[] {
  return [
    ...(name === undefined ? [] : ['what pages send under the former name is then no field']),
    ...(type === undefined && !validation ? [] : ['values that do not fit the new check are then refused']),
  ];
}

function choiceReasons({ options }: Before, { list }: FieldChange, use: NameUse): string[] {
  if (!list || list.length === 0) return [];
  if (!Array.isArray(options)) return ['values that are none of its choices are then refused'];
  const gone = use.options.filter(({ option }) => options.includes(option) && !list.includes(option));
  return gone.map(({ option, count }) => `${option} was chosen ${count} ${plural(count, 'time')}, and is then refused`);
}
