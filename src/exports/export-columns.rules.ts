import type { FieldEntity } from '../forms/definition/field.entity';
import type { SubmissionEntity } from '../submissions/submission.entity';

/** A column of a table of submissions. */
export interface ExportColumn {
  name: string;
  /** The column has dates, as texts or as instants. */
  isDate: boolean;
  /** A value of JSON, or an instant. Undefined where a submission has none. */
  valueOf: (submission: SubmissionEntity) => unknown;
}

/**
 * The columns of a form's submissions: those that every form has, its fields, its deleted fields, and one for values under all other
 * names, of forms with and without validation. A name has one column, also when several fields had it one after the other. The values
 * of a `file` field are files, which stand in no table. `fields` has the deleted ones last.
 */
export function exportColumns(fields: readonly FieldEntity[], withState: boolean): ExportColumn[] {
  const named = new Map(
    fields
      .filter(({ type }) => type !== 'file')
      .toReversed()
      .map((field) => [field.name, field]),
  );
  const ordered = [...new Set(fields.map(({ name }) => name))].flatMap((name) => named.get(name) ?? []);
  return [...FIXED, ...(withState ? [STATE] : []), ...ordered.map(columnOf), otherFields(new Set(named.keys()))];
}

/** The columns with these names, in this order. A field with the name of a column that every form has comes along with it. */
export const columnsNamed = (columns: readonly ExportColumn[], names: readonly string[]): ExportColumn[] =>
  names.flatMap((name) => columns.filter((column) => column.name === name));

const FIXED: readonly ExportColumn[] = [
  { name: 'id', isDate: false, valueOf: ({ id }) => id },
  { name: 'received_at', isDate: true, valueOf: ({ receivedAt }) => receivedAt },
  { name: 'source', isDate: false, valueOf: ({ source }) => source },
  { name: 'read_at', isDate: true, valueOf: ({ readAt }) => readAt },
  { name: 'file_count', isDate: false, valueOf: ({ fileCount }) => fileCount },
];

const STATE: ExportColumn = { name: 'state', isDate: false, valueOf: ({ state }) => state };

const columnOf = ({ name, type }: FieldEntity): ExportColumn => ({
  name,
  isDate: type === 'date',
  valueOf: ({ fields }) => (Object.hasOwn(fields, name) ? fields[name] : undefined),
});

const otherFields = (named: ReadonlySet<string>): ExportColumn => ({
  name: 'other_fields',
  isDate: false,
  valueOf: ({ fields, otherValues }) => {
    const unnamed = Object.entries(fields).filter(([name]) => !named.has(name));
    const others = [...unnamed, ...Object.entries(otherValues ?? {})];
    return others.length > 0 ? Object.fromEntries(others) : undefined;
  },
});
