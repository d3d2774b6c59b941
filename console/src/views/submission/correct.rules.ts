import type { Field, Submission } from 'form-collection-client';
import type { Kind } from '../../elements/form/option.rules';

type Values = Submission['fields'];

/** A value that can be corrected, with the control that it gets. */
export interface Correctable {
  name: string;
  label: string;
  kind: Kind;
  choices?: Record<string, string>;
  textOf: (value: unknown) => string;
  valueOf: (text: string) => unknown;
}

const YES_OR_NO = { '': '–', true: 'Yes', false: 'No' };

/** The fields of the form but those with files, and then the values that the submission has under other names. */
export function correctables(fields: readonly Field[], values: Values): Correctable[] {
  const names = new Set(fields.map(({ name }) => name));
  const others = Object.keys(values).filter((name) => !names.has(name));
  return [
    ...fields.filter(({ type }) => type !== 'file').map((field) => ofField(field, values[field.name])),
    ...others.map((name) => ({ name, label: name, kind: 'line' as const, ...ofJson })),
  ];
}

function ofField({ name, label, type, options }: Field, value: unknown): Correctable {
  const about = { name, label: label ?? name };
  const isFitting = value === undefined || TYPES[type]?.(value);
  if (!isFitting) return { ...about, kind: 'line', ...ofJson };
  if (type === 'number') return { ...about, kind: 'number', textOf: plain, valueOf: numberOf };
  if (type === 'boolean') return { ...about, kind: 'choice', choices: YES_OR_NO, textOf: plain, valueOf: (text) => text === 'true' };
  if (type === 'array') return { ...about, kind: 'lines', textOf: (list) => (list as string[]).join('\n'), valueOf: linesOf };
  if (type === 'string' && Array.isArray(options) && options.length > 0) {
    const choices = Object.fromEntries(['', ...options].map((option) => [option, option || '–']));
    return { ...about, kind: 'choice', choices, textOf: plain, valueOf: String };
  }
  return { ...about, kind: /\n/.test(plain(value ?? '')) ? 'area' : 'line', textOf: plain, valueOf: String };
}

const isText = (value: unknown): boolean => typeof value === 'string';

const TYPES: Partial<Record<Field['type'], (value: unknown) => boolean>> = {
  string: isText,
  date: isText,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value) && value.every((each) => isText(each) && !(each as string).includes('\n')),
};

const plain = (value: unknown): string => String(value);

/** A text that is no number is sent as it is, so that the service says what is wrong. */
const numberOf = (text: string): unknown => (Number.isFinite(Number(text)) ? Number(text) : text);

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim());

/** A value without a field, or of another type than its field: a text as it is, everything else as JSON. */
const ofJson = {
  textOf: (value: unknown): string => (isText(value) ? (value as string) : JSON.stringify(value)),
  valueOf: (text: string): unknown => {
    try {
      const value: unknown = JSON.parse(text);
      return typeof value === 'string' ? text : value;
    } catch {
      return text;
    }
  },
};

export const textIn = ({ name, textOf }: Correctable, values: Values): string =>
  Object.hasOwn(values, name) && values[name] !== null ? textOf(values[name]) : '';

/** The merge patch of what was typed. A value whose text was emptied is removed. */
export function patchOf(all: readonly Correctable[], values: Values, typed: ReadonlyMap<string, string>): Values {
  const changed = all.filter((each) => typed.has(each.name) && typed.get(each.name) !== textIn(each, values));
  return Object.fromEntries(changed.map(({ name, valueOf }) => [name, typed.get(name) === '' ? null : valueOf(typed.get(name)!)]));
}
