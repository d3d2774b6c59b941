import type { FormLabels, Submission } from 'form-collection-client';

export interface ShownValue {
  name: string;
  label: string;
  value: unknown;
  /** False for values under names that no field has. */
  isOfField: boolean;
  /** The validation preset of the field; null for none, and undefined without a field. */
  preset?: string | null | undefined;
}

export type SentValues = Pick<Submission, 'fields' | 'other_values'>;

/** The values in the order of the form's fields, then all others. Without the form, the values as they were sent. */
export function shownValues({ fields: values, other_values: beside = {} }: SentValues, form: FormLabels | undefined): ShownValue[] {
  const fields = form?.fields ?? [];
  const inOrder = fields
    .filter(({ name }) => Object.hasOwn(values, name))
    .map(({ name, label, validation }) => ({
      ...{ name, label: label ?? name, value: values[name], isOfField: true },
      preset: validation?.preset ?? null,
    }));
  const names = new Set(fields.map(({ name }) => name));
  const others = [...Object.entries(values).filter(([name]) => !names.has(name)), ...Object.entries(beside)];
  return [...inOrder, ...others.map(([name, value]) => ({ name, label: name, value, isOfField: false }))];
}

/** A value in one line: text as it is, true and false as words, lists with commas, everything else as JSON; nothing for null. */
export function inOneLine(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value.replace(/\s+/g, ' ').trim();
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.map(inOneLine).join(', ');
  return JSON.stringify(value);
}
