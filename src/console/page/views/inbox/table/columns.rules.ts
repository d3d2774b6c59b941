import type { FieldView, FormView, SubmissionView } from '../../../../../../client/src/index.js';
import { counted } from '../../../english.rules';
import { inOneLine } from '../../../values.rules';

type Kind = FieldView['type'] | 'other';

/** A column of the table of a form. */
export interface Column {
  /** As in the API: that of a field, `file_count`, or any that values came under. */
  name: string;
  label: string;
  /** `other` for a name that no field has. */
  kind: Kind;
  /** What the field is checked as; undefined where there is none. */
  preset: string | null | undefined;
}

/** What a table shows of a submission. */
export type Values = Pick<SubmissionView, 'fields' | 'other_values' | 'file_count'>;

/** Lists tell how many files a submission has, not in which of its fields they are: there is one column for all. */
const FILES = 'file_count';
const MOST_OTHERS = 50;

/** All columns that a form may have: its fields in their order, its files, and what else has come with these submissions. */
export function columnsOf(form: FormView | undefined, items: readonly Values[]): Column[] {
  const fields = form?.fields ?? [];
  const ofFiles = fields.filter(({ type }) => type === 'file');
  const label = ofFiles.length === 1 ? labelOf(ofFiles[0]!) : 'Files';
  const files: Column = { name: FILES, label, kind: 'file', preset: null };
  const columns = fields.flatMap((field) => (field.type === 'file' ? (field === ofFiles[0] ? [files] : []) : [columnOf(field)]));
  const hasFiles = ofFiles.length === 0 && items.some(({ file_count: count }) => count > 0);
  return [...columns, ...(hasFiles ? [files] : []), ...otherNames(columns, items).map(unknown)];
}

/** Those that are shown: what the address has chosen, or all of the form. A form without fields shows whatever came. */
export function shownColumns(all: readonly Column[], names: readonly string[] | null): Column[] {
  if (names) return names.map((name) => all.find((column) => column.name === name) ?? unknown(name));
  const ofForm = all.filter(({ kind }) => kind !== 'other');
  return ofForm.some(({ name }) => name !== FILES) ? ofForm : [...all];
}

/** The value of a submission in a column; undefined where it has none. */
export function valueIn({ name, kind }: Column, { fields, other_values: others = {}, file_count: files }: Values): unknown {
  if (kind === 'file') return files > 0 ? counted(files, 'file') : undefined;
  return [fields, others].find((values) => Object.hasOwn(values, name))?.[name];
}

/** The same columns, and the time before them, as an export names them: it has the files of each field, and one column for all other names. */
export function exportNames(columns: readonly Column[], form: FormView | undefined): string[] {
  const ofFiles = (form?.fields ?? []).filter(({ type }) => type === 'file').map(({ name }) => name);
  const files = ofFiles.length > 0 ? ofFiles : [FILES];
  const names = columns.flatMap(({ name, kind }) => (kind === 'file' ? files : kind === 'other' ? ['other_fields'] : [name]));
  return [...new Set(['received_at', ...names])];
}

/** By what a row is called: its first value. */
export const nameOf = (columns: readonly Column[], item: Values): string =>
  columns.map((column) => inOneLine(valueIn(column, item))).find(Boolean) ?? 'a submission without values';

/** How wide a column is at least, in pixels; wide ones get more of what is left. */
export function widthOf({ label, kind, preset }: Column): { least: number; share: number } {
  const ofHead = Math.min(label.length * 8 + 24, 220);
  const least = preset === 'email' || preset === 'url' ? 210 : (LEAST[kind] ?? 190);
  return { least: Math.max(least, ofHead), share: kind === 'string' || kind === 'other' ? 2 : 1 };
}

const LEAST: Partial<Record<Kind, number>> = { number: 100, boolean: 80, date: 130, file: 90 };

/** The columns in another order: one goes up or down by a place. */
export function moved<Item>(items: readonly Item[], item: Item, by: number): Item[] {
  const others = items.filter((each) => each !== item);
  others.splice(Math.max(0, items.indexOf(item) + by), 0, item);
  return others;
}

const labelOf = ({ name, label }: FieldView): string => label?.trim() || name;
const columnOf = (field: FieldView): Column => ({
  ...{ name: field.name, label: labelOf(field), kind: field.type },
  preset: field.validation?.preset ?? null,
});
const unknown = (name: string): Column => ({ name, label: name, kind: 'other', preset: undefined });

/** A name with a comma cannot stand in the address. */
function otherNames(columns: readonly Column[], items: readonly Values[]): string[] {
  const known = new Set(columns.map(({ name }) => name));
  const seen = new Set(items.flatMap(({ fields, other_values: others = {} }) => [...Object.keys(fields), ...Object.keys(others)]));
  return [...seen].filter((name) => name && !known.has(name) && !name.includes(',')).slice(0, MOST_OTHERS);
}
