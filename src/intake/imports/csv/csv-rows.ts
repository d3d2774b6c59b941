import type { FieldError } from '../../../api/errors/api-error';
import { unescaped } from '../../../exports/csv-escape.rules';
import { REPLY_TO } from '../../../fields/values/reply-to.rules';
import { isJsonObject } from '../../../platform/json/json.rules';
import type { CompiledForm } from '../../compiled-form';
import type { FileRecord, FileRow, ImportOptions, SentRow } from '../import.types';
import { jsonIn, valueOf } from './cells';
import type { Column } from './column.types';
import { inBody, planOf } from './csv-header';

/** The submissions of a csv that was looked through. */
export async function* csvRows(
  records: AsyncIterable<FileRecord<string[]>>,
  options: ImportOptions,
): AsyncGenerator<FileRow, void, undefined> {
  let columnsOf: ((form: CompiledForm) => Column[]) | undefined;
  for await (const record of records) {
    const { line } = record;
    if ('error' in record) yield { line, read: () => inBody(record.error) };
    else if (columnsOf) {
      const planned = columnsOf;
      yield { line, read: (form) => rowOf(record.value, planned(form), options) };
    } else columnsOf = planner(record.value, options);
  }
}

/** Another form is one that was edited meanwhile. */
function planner(header: string[], options: ImportOptions): (form: CompiledForm) => Column[] {
  let last: { form: CompiledForm; columns: Column[] } | undefined;
  return (form) => {
    if (last?.form !== form) last = { form, columns: planOf(header, options, form).columns };
    return last.columns;
  };
}

function rowOf(sent: readonly string[], columns: readonly Column[], { escape, unknown }: ImportOptions): SentRow | FieldError[] {
  const cells = escape === 'spreadsheet' ? sent.map(unescaped) : sent;
  if (cells.slice(columns.length).some((cell) => cell !== '')) {
    return inBody(`This line has ${cells.length} values, and the header has ${columns.length}.`);
  }
  const row: SentRow = { values: emptyMap(), otherValues: emptyMap(), receivedAt: undefined, sourceId: undefined };
  const errors: FieldError[] = [];
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (cell !== '') errors.push(...read(cell, column, row, unknown === 'keep'));
  }
  return errors.length > 0 ? errors : row;
}

const emptyMap = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>;

/** Adds a cell to the row. */
function read(cell: string, column: Column, row: SentRow, isKept: boolean): FieldError[] {
  switch (column.is) {
    case 'field': {
      const found = valueOf(cell, column.field);
      if ('message' in found) return [found];
      if (found.value !== undefined) row.values[column.field.name] = found.value;
      return [];
    }
    case 'other_fields': {
      const found = jsonIn(cell, 'other_fields');
      if ('message' in found) return [found];
      if (isJsonObject(found.value)) Object.assign(row.otherValues, found.value);
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
