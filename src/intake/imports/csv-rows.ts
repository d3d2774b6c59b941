import { type FieldError, validationFailed } from '../../api/errors/api-error';
import { booleanOf } from '../../fields/values/coercion.rules';
import type { FieldType } from '../../forms/definition/field.types';
import { isJsonObject } from '../../platform/json/json.rules';
import type { CompiledForm } from '../compiled-form';
import { csvRecords } from './csv-records';
import type { FileRow, NamedColumns, SentRow } from './import.types';
import { jsonPart } from './ndjson-rows';

/** The submissions of comma-separated text with a header. Throws 422 for a header that names no columns, or one twice. */
export async function* csvRows(parts: AsyncIterable<string>, columns: NamedColumns): AsyncGenerator<FileRow, void, undefined> {
  let header: string[] | null = null;
  for await (const record of csvRecords(parts)) {
    const { line } = record;
    if (!header) {
      if ('error' in record) throw validationFailed([{ path: 'body', message: `The header is broken. ${record.error}` }]);
      header = checkedHeader(record.value, columns);
      continue;
    }
    const names = header;
    yield {
      line,
      read: (form) => ('error' in record ? inBody(record.error) : rowOf(record.value, names, columns, form)),
    };
  }
  if (!header) throw validationFailed([{ path: 'body', message: 'The file needs a header with the names of its columns.' }]);
}

/** The columns that our own exports have beside those of the fields. A field of the same name stands behind them. */
const OF_EXPORTS: ReadonlySet<string> = new Set(['id', 'received_at', 'source', 'read_at', 'file_count', 'state', 'other_fields']);

function checkedHeader(header: string[], { receivedAt, sourceId }: NamedColumns): string[] {
  const twice = header.filter((name, index) => header.indexOf(name) !== index && !OF_EXPORTS.has(name));
  const missing = (path: string, name: string | undefined): FieldError[] =>
    name === undefined || header.includes(name) ? [] : [{ path, message: 'must be the name of a column of the file' }];
  const errors = [
    ...(twice.length > 0 ? [{ path: 'body', message: `The header has the column "${twice[0]!.slice(0, 64)}" twice.` }] : []),
    ...missing('column.received_at', receivedAt),
    ...missing('column.source_id', sourceId),
  ];
  if (errors.length > 0) throw validationFailed(errors);
  return header;
}

const inBody = (message: string): FieldError[] => [{ path: 'body', message }];

function rowOf(cells: string[], header: string[], columns: NamedColumns, form: CompiledForm): SentRow | FieldError[] {
  if (cells.length !== header.length) {
    return inBody(`This line has ${cells.length} values, and the header has ${header.length}.`);
  }
  const types = new Map(form.fields.map(({ name, type }) => [name, type]));
  const special = {
    received_at: specialColumn('received_at', columns.receivedAt),
    source_id: specialColumn('source_id', columns.sourceId),
  };
  const values = Object.create(null) as Record<string, unknown>;
  for (const [index, name] of header.entries()) {
    const cell = cells[index]!;
    if (cell === '' || index === special.received_at || index === special.source_id) continue;
    const type = types.get(name);
    if (type === undefined && OF_EXPORTS.has(name)) {
      const others = name === 'other_fields' ? jsonIn(cell) : { value: null };
      if ('error' in others) return [{ path: name, message: others.error }];
      if (isJsonObject(others.value)) Object.assign(values, others.value);
    } else if (isField(index, name)) {
      const read = valueOf(cell, type);
      if ('error' in read) return [{ path: name, message: read.error }];
      values[name] = read.value;
    }
  }
  return { values, receivedAt: sent(special.received_at), sourceId: sent(special.source_id) };

  function sent(index: number): string | undefined {
    return cells[index] || undefined;
  }

  /** The column that was named, or that of the usual name unless it is a field of the form. */
  function specialColumn(usual: string, named: string | undefined): number {
    if (named !== undefined) return header.indexOf(named);
    const index = header.indexOf(usual);
    return types.has(usual) && header.lastIndexOf(usual) === index ? -1 : index;
  }

  /** Of two columns of a name the last one is that of the field. */
  function isField(index: number, name: string): boolean {
    return header.lastIndexOf(name) === index;
  }
}

/** As it was before an export wrote it. */
function valueOf(cell: string, type: FieldType | undefined): CellValue {
  if (type === 'number') return { value: NUMBER.test(cell) ? Number(cell) : cell };
  if (type === 'boolean') return { value: booleanOf(cell) ?? cell };
  if (type !== 'array') return { value: cell };
  const list = jsonIn(cell);
  return 'error' in list || Array.isArray(list.value) ? list : { value: [cell] };
}

type CellValue = { value: unknown } | { error: string };

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** The list or object in a cell; undefined for any other text. */
function jsonIn(cell: string): CellValue {
  return /^[[{]/.test(cell) && isJson(cell) ? jsonPart(cell, 'value') : { value: undefined };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text); // which does not recurse
    return true;
  } catch {
    return false;
  }
}
