import { type FieldError, validationFailed } from '../../api/errors/api-error';
import { booleanOf } from '../../fields/values/coercion.rules';
import type { FieldType } from '../../forms/definition/field.types';
import { isJsonObject } from '../../platform/json/json.rules';
import type { CompiledForm } from '../compiled-form';
import { type FileRow, type NamedColumns, type SentRow, type FileRecord, MAX_RECORD_LENGTH, TOO_LONG } from './import.types';
import { jsonPart } from './ndjson-rows';
import { type CsvError, parse, type Parser } from 'csv-parse';

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
    yield { line, read: (form) => ('error' in record ? inBody(record.error) : rowOf(record.value, names, columns, form)) };
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

/**
 * The records of comma-separated text (RFC 4180) that comes in parts. Lines end with CRLF, LF or CR; empty ones are left out. A broken
 * quotation ends the text with an error at the line of its record, since nobody can know where that ends.
 */
async function* csvRecords(parts: AsyncIterable<string>): AsyncGenerator<FileRecord<string[]>, void, undefined> {
  const records: FileRecord<string[]>[] = [];
  let linesBefore = 0; // of earlier records; the parser itself counts a CRLF within a quotation twice
  const parser = parse({
    ...OPTIONS,
    on_record: (cells: string[], { empty_lines: emptyLines }) => {
      const line = 1 + linesBefore + emptyLines;
      records.push(lengthOf(cells) > MAX_RECORD_LENGTH ? { line, error: TOO_LONG } : { line, value: cells });
      linesBefore += 1 + cells.reduce((sum, cell) => sum + (cell.match(/\r\n?|\n/g)?.length ?? 0), 0);
      Object.assign(parser.info, { records: 0 }); // or it makes a costly error of each record that is not as long as the first
      return null;
    },
  });
  parser.on('error', () => undefined); // which whoever writes is told
  for await (const part of withEnd(parts)) {
    const error = await errorOf(parser, part);
    yield* records.splice(0);
    if (error) return yield { line: 1 + linesBefore + parser.info.empty_lines, error: BROKEN[error.code] ?? error.message };
  }
}

const OPTIONS = {
  record_delimiter: ['\r\n', '\n', '\r'],
  skip_empty_lines: true,
  relax_column_count: true,
  max_record_size: 4 * MAX_RECORD_LENGTH, // bounds the memory; what is longer ends the file as well
};

const lengthOf = (cells: string[]): number => cells.reduce((sum, cell) => sum + cell.length + 1, -1);

async function* withEnd(parts: AsyncIterable<string>): AsyncGenerator<string | null> {
  yield* parts;
  yield null;
}

const errorOf = (parser: Parser, part: string | null): Promise<CsvError | null | undefined> =>
  new Promise((resolve) => {
    const done = (error?: Error | null): void => resolve(error as CsvError | null | undefined);
    if (part === null) parser.end(done);
    else parser.write(part, done);
  });

const NOTHING_AFTER = 'Nothing after it was read.';

const BROKEN: Partial<Record<string, string>> = {
  CSV_INVALID_CLOSING_QUOTE: `This line has text after a quotation. ${NOTHING_AFTER}`,
  INVALID_OPENING_QUOTE: `This line has a quotation mark within a value that is not quoted. ${NOTHING_AFTER}`,
  CSV_QUOTE_NOT_CLOSED: 'This line opens a quotation that never ends.',
  CSV_MAX_RECORD_SIZE: `${TOO_LONG} ${NOTHING_AFTER}`,
};
