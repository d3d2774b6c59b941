import type { Field, FormLabels, Submission } from 'form-collection-client';
import { inOneLine } from '../../../values.rules';

type Kind = Field['type'] | 'other';

export interface Column {
  /** The name in the API: of a field, or of other values or files. */
  name: string;
  label: string;
  kind: Kind;
  /** The validation preset of the field; undefined where there is no field. */
  preset: string | null | undefined;
}

export type Values = Pick<Submission, 'fields' | 'other_values' | 'files'>;

/** The former column for all files, which saved addresses may name. It stands for the columns of the file fields. */
const FORMER_FILES = 'file_count';
const MOST_OTHERS = 50;

/** All columns that a form may have: its fields in their order, then the other names in these submissions. */
export function columnsOf(form: FormLabels | undefined, items: readonly Values[]): Column[] {
  const columns = (form?.fields ?? []).map(columnOf);
  return [...columns, ...otherNames(columns, items).map(unknown)];
}

/** The columns that are shown: those in the address, or all fields of the form. A form without fields shows every name that was sent. */
export function shownColumns(all: readonly Column[], names: readonly string[] | null): Column[] {
  const ofForm = all.filter(({ kind }) => kind !== 'other');
  if (!names) return ofForm.length > 0 ? ofForm : [...all];
  const known = new Map(all.map((column) => [column.name, column]));
  const ofFiles = all.filter(({ kind }) => kind === 'file');
  return [...new Set(names.flatMap((name) => known.get(name) ?? (name === FORMER_FILES && ofFiles.length > 0 ? ofFiles : unknown(name))))];
}

export const valueIn = ({ name }: Column, { fields, other_values: others = {} }: Values): unknown =>
  [fields, others].find((values) => Object.hasOwn(values, name))?.[name];

export const filesIn = ({ name }: Column, { files = [] }: Values) => files.filter(({ field }) => field === name);

/** The names of the time and these columns for an export, which has one column for all other values. */
export const exportNames = (columns: readonly Column[]): string[] => [
  ...new Set(['received_at', ...columns.map(({ name, kind }) => (kind === 'other' ? 'other_fields' : name))]),
];

/** The name of a row: its first value. */
export const nameOf = (columns: readonly Column[], item: Values): string =>
  columns.flatMap((column) => [inOneLine(valueIn(column, item)), filesIn(column, item)[0]?.filename]).find(Boolean) ??
  'a submission without values';

/** The minimum width of a column in pixels, and its share of the remaining width. */
export function widthOf({ label, kind, preset }: Column): { least: number; share: number } {
  const ofHead = Math.min(label.length * 8 + 24, 220);
  const least = preset === 'email' || preset === 'url' ? 210 : (LEAST[kind] ?? 190);
  return { least: Math.max(least, ofHead), share: kind === 'string' || kind === 'other' ? 2 : 1 };
}

const LEAST: Partial<Record<Kind, number>> = { number: 100, boolean: 80, date: 130, file: 150 };

export function moved<Item>(items: readonly Item[], item: Item, by: number): Item[] {
  const others = items.filter((each) => each !== item);
  others.splice(Math.max(0, items.indexOf(item) + by), 0, item);
  return others;
}

const labelOf = ({ name, label }: Field): string => label?.trim() || name;
const columnOf = (field: Field): Column => ({
  ...{ name: field.name, label: labelOf(field), kind: field.type },
  preset: field.validation?.preset ?? null,
});
const unknown = (name: string): Column => ({ name, label: name, kind: 'other', preset: undefined });

/** Names with a comma are left out, since the address separates names with commas. */
function otherNames(columns: readonly Column[], items: readonly Values[]): string[] {
  const known = new Set(columns.map(({ name }) => name));
  const namesIn = ({ fields, other_values: others = {}, files = [] }: Values) => [
    ...[...Object.keys(fields), ...Object.keys(others)],
    ...files.map(({ field }) => field),
  ];
  const seen = new Set(items.flatMap(namesIn));
  return [...seen].filter((name) => name && !known.has(name) && !name.includes(',')).slice(0, MOST_OTHERS);
}
