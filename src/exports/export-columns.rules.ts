import { canonicalText } from '../fields/values/coercion.rules';
import { OTHER_VALUES_DROPPED } from '../fields/values/other-values.rules';
import type { FieldEntity } from '../forms/definition/field.entity';
import type { FieldType } from '../forms/definition/field.types';
import type { SubmissionEntity } from '../submissions/submission.entity';
import { FileLinks, type FileLinkOfName } from './export.types';

/** The labels of the columns that do not come from fields. */
export const LABELS = {
  id: 'Id',
  received_at: 'Received at',
  source: 'Source',
  read_at: 'Read at',
  file_count: 'Files',
  state: 'State',
  edited_at: 'Corrected at',
  other_fields: 'Other values',
} as const;

export type OwnColumn = keyof typeof LABELS;

export const FIRST_COLUMNS: readonly OwnColumn[] = ['id', 'received_at', 'source', 'read_at', 'file_count'];

export interface ExportColumn {
  name: string;
  header: string;
  /** Null for a field without a label. */
  label: string | null;
  /** The type of the current field; values of its deleted namesakes may have other types. Null for a column of mixed types. */
  type: FieldType | null;
  isOwn: boolean;
  hasFiles: boolean;
  /** Returns a JSON value, an instant, or files; undefined when the submission has no value. */
  valueOf: (submission: SubmissionEntity, files: readonly FileLinkOfName[]) => unknown;
}

interface AskedColumns {
  withState: boolean;
  withFiles: boolean;
  /** True for the column of the last correction, which no export has unless it is named. */
  withEdits?: boolean;
}

/**
 * Returns the columns of every form, a column for each name of current and deleted fields, and one for values and files under other names.
 * `fields` lists the deleted fields last.
 */
export function exportColumns(fields: readonly FieldEntity[], { withState, withFiles, withEdits = false }: AskedColumns): ExportColumn[] {
  const named = new Map(
    fields
      .filter(({ type }) => withFiles || type !== 'file')
      .toReversed()
      .map((field) => [field.name, field]),
  );
  const ordered = [...new Set(fields.map(({ name }) => name))].flatMap((name) => named.get(name) ?? []);
  const filed = new Set(fields.flatMap(({ name, type }) => (withFiles && type === 'file' ? [name] : [])));
  const ofFields = ordered.map((field) => columnOf(field, filed.has(field.name)));
  const first = [...FIXED, ...(withState ? [STATE] : []), ...(withEdits ? [EDITED] : [])];
  return [...first, ...ofFields, otherFields(new Set(named.keys()), withFiles)];
}

/** Returns the columns with these names, in this order. A name can select two columns: that of every form, and that of a field. */
export const columnsNamed = (columns: readonly ExportColumn[], names: readonly string[]): ExportColumn[] =>
  names.flatMap((name) => columns.filter((column) => column.name === name));

/**
 * Sets the label of each column as its header, or its name when it has no label. A header that equals another header or the name of another
 * column gets the name of its field appended. This is repeated until all headers differ; it ends because each round makes headers longer.
 */
export function labelled(columns: readonly ExportColumn[]): ExportColumn[] {
  const fields = columns.filter(({ isOwn }) => !isOwn);
  const nameOf = new Map([...fields, ...OWN_COLUMNS].map(({ name }) => [canonicalText(name), name]));
  let headers = fields.map(({ name, label }) => label ?? name);
  for (;;) {
    const keys = headers.map((text) => canonicalText(text));
    const counts = new Map<string, number>();
    for (const key of [...keys, ...OWN_LABELS]) counts.set(key, (counts.get(key) ?? 0) + 1);
    const isClear = keys.map((key, index) => counts.get(key) === 1 && (nameOf.get(key) ?? fields[index]!.name) === fields[index]!.name);
    if (!isClear.includes(false)) break;
    headers = headers.map((text, index) => (isClear[index] ? text : withName(text, fields[index]!.name)));
  }
  const headerOf = new Map(fields.map((column, index) => [column, headers[index]!]));
  return columns.map((column) => ({ ...column, header: headerOf.get(column) ?? column.label ?? column.name }));
}

/** The labels of the service's own columns. No field gets one of them as its header, even in a table without these columns. */
const OWN_LABELS = Object.values(LABELS).map((text) => canonicalText(text));
const OWN_COLUMNS = Object.keys(LABELS).map((name) => ({ name }));

/** The header of a field whose label is not unique. Imports recognise this form. */
export const withName = (label: string, name: string): string => `${label} (${name})`;

const own = (name: OwnColumn, type: FieldType | null, valueOf: ExportColumn['valueOf']): ExportColumn => ({
  ...{ name, header: name, label: LABELS[name], type, isOwn: true, hasFiles: false, valueOf },
});

const FIXED: readonly ExportColumn[] = [
  own('id', 'string', ({ id }) => id),
  own('received_at', 'date', ({ receivedAt }) => receivedAt),
  own('source', 'string', ({ source }) => source),
  own('read_at', 'date', ({ readAt }) => readAt),
  own('file_count', 'number', ({ fileCount }) => fileCount),
];

const STATE = own('state', 'string', ({ state, stateBefore }) => stateBefore ?? state);

const EDITED = own('edited_at', 'date', ({ editedAt }) => editedAt);

const columnOf = ({ name, label, type }: FieldEntity, hasFiles: boolean): ExportColumn => ({
  ...{ name, header: name, label: canonicalText(label ?? '') === '' ? null : label, type, isOwn: false, hasFiles },
  valueOf: ({ fields }, files) => {
    if (Object.hasOwn(fields, name)) return fields[name];
    const links = files.filter(({ field }) => field === name);
    return links.length > 0 ? new FileLinks(links) : undefined;
  },
});

function otherFields(named: ReadonlySet<string>, hasFiles: boolean): ExportColumn {
  const unnamed = (entries: [name: string, value: unknown][]) => entries.filter(([name]) => !named.has(name));
  const column = own('other_fields', null, ({ fields, otherValues, otherValuesDropped: dropped }, files) => {
    const others = [
      ...[...unnamed(addressesIn(files)), ...unnamed(Object.entries(fields)), ...Object.entries(otherValues ?? {})],
      ...(dropped ? [[OTHER_VALUES_DROPPED, dropped] as [string, unknown]] : []),
    ];
    return others.length > 0 ? Object.fromEntries(others) : undefined;
  });
  return { ...column, hasFiles };
}

const addressesIn = (files: readonly FileLinkOfName[]): [name: string, addresses: string[]][] =>
  [...new Set(files.map(({ field }) => field))].map((name) => [name, files.flatMap(({ field, url }) => (field === name ? [url] : []))]);
