import { ApiError, type FieldError, validationFailed } from '../../../api/errors/api-error';
import { isListOfNames, OTHER_VALUES_DROPPED } from '../../../fields/values/other-values.rules';
import { isEscaped, unescaped } from '../../../exports/csv-ndjson.rules';
import { REPLY_TO } from '../../../fields/values/reply-to.rules';
import { isJsonObject } from '../../../platform/json/json.rules';
import type { CompiledForm } from '../../compiled-form';
import type { Column, FileRow, FormOfColumns, ImportOptions, ImportResult, SentRow } from '../import.types';
import { csvRecords } from './csv-records';
import { jsonIn, valueOf } from './cells';
import { type ColumnMapping, listed, mapColumns } from './columns.rules';
import { type DecimalMark, markIn, type NumberStyle } from './numbers.rules';
import { isOwnHeader } from './own-columns.rules';

export interface InspectedCsv extends Pick<ImportResult, 'columns' | 'unknownColumns' | 'warnings'> {
  style: NumberStyle;
}

/** Reads all records before any row is stored. Throws 422 for an invalid header. */
export async function inspectCsv(text: AsyncIterable<string>, options: ImportOptions, form: FormOfColumns): Promise<InspectedCsv> {
  let header: string[] | undefined;
  let columns: Column[] = [];
  let hasDecimalComma = false;
  const found = { isEscaped: false, filled: new Set<number>(), marks: new Set<DecimalMark>() };
  for await (const record of csvRecords(text, (delimiter) => (hasDecimalComma = delimiter !== ','))) {
    if (!header) {
      if ('error' in record) throw validationFailed([{ path: 'body', message: `The header is broken. ${record.error}` }]);
      header = record.value;
      if (header.length > MAX_COLUMNS) throw validationFailed([{ path: 'header', message: tooMany(header.length) }]);
      if (header.some((text) => text.includes('\0'))) throw new ApiError('malformed_request', { message: WITHOUT_MARK });
      columns = checkedColumns(header, options, form);
    } else if ('value' in record) {
      const cells = record.value;
      found.isEscaped ||= cells.some(isEscaped);
      for (const [index, cell] of cells.entries()) {
        if (cell !== '') found.filled.add(index);
        const column = columns[index];
        const mark = column?.is === 'field' && column.field.type === 'number' ? markIn(cell) : null;
        if (mark) found.marks.add(mark);
      }
    }
  }
  if (!header) throw validationFailed([{ path: 'body', message: 'The file needs a header with the names of its columns.' }]);
  const isLeftEscaped = found.isEscaped && options.escape === 'none' && isOwnHeader(header);
  const style = { hasDecimalComma, marks: found.marks };
  return { ...describe(header, columns, found.filled), warnings: isLeftEscaped ? [LEFT_ESCAPED] : [], style };
}

/** Exceeds the number of fields that a form can have. */
const MAX_COLUMNS = 1_000;

const tooMany = (count: number): string => `must have at most ${MAX_COLUMNS} columns, and has ${count}`;
const WITHOUT_MARK = 'The header has the character U+0000. A file in UTF-16 needs a byte order mark; save it as "CSV UTF-8".';
const LEFT_ESCAPED =
  `Texts in this file begin with a ' before a character such as = or +, which stays part of them. ` +
  'If it was exported with escape=spreadsheet, import it with escape=spreadsheet.';

function mappingOf(header: readonly string[], { columns: named, escape }: ImportOptions, form: FormOfColumns): ColumnMapping {
  const read = escape === 'spreadsheet' ? unescaped : (text: string) => text;
  return mapColumns(header.map(read), new Map([...named].map(([target, text]) => [target, read(text)])), form);
}

function checkedColumns(header: string[], options: ImportOptions, form: FormOfColumns): Column[] {
  const { columns, errors } = mappingOf(header, options, form);
  if (errors.length > 0) throw validationFailed(errors);
  const isStored = columns.some((column) =>
    column.is === 'other' ? column.isStored || options.unknown === 'keep' : ['field', 'reply_to', 'other_fields'].includes(column.is),
  );
  if (!isStored) throw validationFailed([{ path: 'header', message: noField(header, form) }]);
  return columns;
}

function noField(header: readonly string[], { fields }: FormOfColumns): string {
  const ofFile = `must name a field of the form in one of its columns, which are ${listed(header)}`;
  if (fields.length === 0) return `${ofFile}. The form has no fields: create them, or keep the values with unknown=keep`;
  return `${ofFile}. The fields are ${listed(fields.map(({ name }) => name))}; column.${fields[0]!.name} tells the header of a column`;
}

function describe(header: readonly string[], columns: readonly Column[], filled: ReadonlySet<number>) {
  const known: [string, string][] = [];
  const unknown = new Set<string>();
  for (const [index, column] of columns.entries()) {
    const text = header[index]!;
    if (column.is === 'field') known.push([text, column.field.name]);
    else if (column.is === 'reply_to') known.push([text, column.field]);
    else if (column.is === 'received_at' || column.is === 'source_id') known.push([text, column.is]);
    else if (column.is === 'other' && column.isStored) known.push([text, column.name]);
    else if (column.is === 'other' && (text.trim() !== '' || filled.has(index))) unknown.add(text.trim() || column.name);
  }
  return { columns: Object.fromEntries(known), unknownColumns: [...unknown] };
}

const inBody = (message: string): FieldError[] => [{ path: 'body', message }];

export async function* csvRows(
  text: AsyncIterable<string>,
  options: ImportOptions,
  style: NumberStyle,
): AsyncGenerator<FileRow, void, undefined> {
  let header: string[] | undefined;
  let mapped: { form: CompiledForm; columns: Column[] } | undefined;
  const columnsOf = (form: CompiledForm): Column[] => {
    if (mapped?.form !== form) mapped = { form, columns: mappingOf(header!, options, form).columns }; // the form was edited
    return mapped.columns;
  };
  for await (const record of csvRecords(text)) {
    const { line } = record;
    if ('error' in record) yield { line, read: () => inBody(record.error) };
    else if (header) yield { line, read: (form) => rowOf(record.value, columnsOf(form), options, style) };
    else header = record.value;
  }
}

function rowOf(
  sent: readonly string[],
  columns: readonly Column[],
  { escape, unknown }: ImportOptions,
  style: NumberStyle,
): SentRow | FieldError[] {
  const cells = escape === 'spreadsheet' ? sent.map(unescaped) : sent;
  if (cells.slice(columns.length).some((cell) => cell !== '')) {
    return inBody(`This line has ${cells.length} values, and the header has ${columns.length}.`);
  }
  const row: SentRow = { values: emptyMap(), otherValues: emptyMap(), receivedAt: undefined, sourceId: undefined, errors: [] };
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (cell !== '') row.errors.push(...read(cell, column, row, { isKept: unknown === 'keep', style }));
  }
  return row;
}

const emptyMap = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>;

interface Reading {
  isKept: boolean;
  style: NumberStyle;
}

function read(cell: string, column: Column, row: SentRow, { isKept, style }: Reading): FieldError[] {
  switch (column.is) {
    case 'field': {
      const found = valueOf(cell, column.field, style);
      if ('message' in found) row.values[column.field.name] = cell;
      if ('message' in found) return [found];
      if (found.value !== undefined) row.values[column.field.name] = found.value;
      return [];
    }
    case 'other_fields': {
      const found = jsonIn(cell, 'other_fields');
      if ('message' in found) return [found];
      if (!isJsonObject(found.value)) return [];
      const { [OTHER_VALUES_DROPPED]: dropped, ...kept } = found.value;
      if (isListOfNames(dropped)) row.otherValuesDropped = dropped;
      Object.assign(row.otherValues, row.otherValuesDropped ? kept : found.value);
      return [];
    }
    case 'other':
      if (column.isStored) row.values[column.name] = cell;
      else if (isKept) row.otherValues[column.name] = cell;
      return [];
    case 'reply_to':
      row.values[REPLY_TO] = cell;
      return [];
    case 'received_at':
      row.receivedAt = cell;
      return [];
    case 'source_id':
      row.sourceId = cell;
      return [];
    case 'ours':
      return [];
  }
}
