import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CsvError, parse, type Parser } from 'csv-parse';
import { type FileRecord, MAX_RECORD_LENGTH, TOO_LONG } from '../import.types';

/**
 * Yields the records of delimited text (RFC 4180) without empty lines. Lines end with CRLF, LF or CR. A broken quotation ends the text with
 * an error at the first line of its record, since nothing shows where the record ends.
 * @param tell learns the delimiter before the first record
 */
export async function* csvRecords(
  parts: AsyncIterable<string>,
  tell: (delimiter: string) => void = () => undefined,
): AsyncGenerator<FileRecord<string[]>, void, undefined> {
  const records: FileRecord<string[]>[] = [];
  let linesBefore = 0; // lines of earlier records; the parser counts a CRLF within quotes twice
  let parser: Parser | undefined;
  const onRecord = (cells: string[], { empty_lines: emptyLines }: { empty_lines: number }): null => {
    const line = 1 + linesBefore + emptyLines;
    if (lengthOf(cells) > MAX_RECORD_LENGTH) records.push({ line, error: TOO_LONG });
    else if (!isSeparatorLine(cells, line)) records.push({ line, value: cells });
    linesBefore += 1 + cells.reduce((sum, cell) => sum + (cell.match(/\r\n?|\n/g)?.length ?? 0), 0);
    Object.assign(parser!.info, { records: 0 }); // otherwise records of another length than the first cause costly errors
    return null;
  };
  for await (const { part, delimiter } of withDelimiter(parts)) {
    if (!parser) tell(delimiter);
    parser ??= parse({ ...OPTIONS, delimiter, on_record: onRecord }).on('error', () => undefined); // errorOf returns the error
    const error = await errorOf(parser, part);
    yield* records.splice(0);
    await nextTurn(); // lets other requests run, since a part may contain many records
    if (error) return yield { line: 1 + linesBefore + parser.info.empty_lines, error: BROKEN[error.code] ?? error.message };
  }
}

const OPTIONS = {
  record_delimiter: ['\r\n', '\n', '\r'],
  skip_empty_lines: true,
  relax_column_count: true,
  max_record_size: 4 * MAX_RECORD_LENGTH, // bounds the memory; a longer record also ends the file
};

const lengthOf = (cells: string[]): number => cells.reduce((sum, cell) => sum + cell.length + 1, -1);

interface Part {
  /** Null for the end. */
  part: string | null;
  delimiter: string;
}

/** Yields a first part that contains the whole header, unless the header is longer than a record may be. */
async function* withDelimiter(parts: AsyncIterable<string>): AsyncGenerator<Part> {
  let beginning = '';
  let delimiter: string | null = null;
  for await (const part of parts) {
    if (delimiter === null) {
      beginning += part;
      delimiter = delimiterOf(beginning, beginning.length > MAX_RECORD_LENGTH);
      if (delimiter !== null) yield { part: beginning, delimiter };
    } else yield { part, delimiter };
  }
  if (delimiter === null) yield { part: beginning, delimiter: (delimiter = delimiterOf(beginning, true)!) };
  yield { part: null, delimiter };
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

const DELIMITERS = ['\t', ';', ','];

/** Returns the delimiter of a line `sep=;`, else the most frequent one outside quotes. Null while the header is incomplete. */
export function delimiterOf(beginning: string, isWhole = false): string | null {
  const told = SEPARATOR_LINE.exec(beginning)?.[1];
  if (told !== undefined) return told;
  const counts = new Map(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  let isEmpty = true;
  let isComplete = isWhole;
  for (const character of beginning) {
    const isLineBreak = !isQuoted && (character === '\n' || character === '\r');
    if (isLineBreak && isEmpty) continue;
    isComplete ||= isLineBreak;
    if (isLineBreak) break;
    isEmpty = false;
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && counts.has(character)) counts.set(character, counts.get(character)! + 1);
  }
  if (!isComplete) return null;
  const most = Math.max(...counts.values());
  return most === 0 ? ',' : DELIMITERS.find((delimiter) => counts.get(delimiter) === most)!;
}

/** Excel reads the delimiter from such a line and does not show the line. */
const SEPARATOR_LINE = /^"?sep=([^"\r\n])"?[\r\n]/i;

/** True for the record of a line such as `sep=;`, after it was split. */
const isSeparatorLine = (cells: readonly string[], line: number): boolean =>
  line === 1 && cells.length <= 2 && /^sep=.?$/is.test(cells[0]!) && (cells[1] ?? '') === '';
