import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CsvError, parse, type Parser } from 'csv-parse';
import { type FileRecord, MAX_RECORD_LENGTH, TOO_LONG } from '../import.types';

/**
 * The records of delimited text (RFC 4180) that comes in parts. Lines end with CRLF, LF or CR; empty ones are left out. A broken
 * quotation ends the text with an error at the line of its record, since nobody can know where that ends.
 */
export async function* csvRecords(parts: AsyncIterable<string>): AsyncGenerator<FileRecord<string[]>, void, undefined> {
  const records: FileRecord<string[]>[] = [];
  let linesBefore = 0; // of earlier records; the parser itself counts a CRLF within a quotation twice
  let parser: Parser | undefined;
  const onRecord = (cells: string[], { empty_lines: emptyLines }: { empty_lines: number }): null => {
    const line = 1 + linesBefore + emptyLines;
    if (lengthOf(cells) > MAX_RECORD_LENGTH) records.push({ line, error: TOO_LONG });
    else if (!isSeparatorLine(cells, line)) records.push({ line, value: cells });
    linesBefore += 1 + cells.reduce((sum, cell) => sum + (cell.match(/\r\n?|\n/g)?.length ?? 0), 0);
    Object.assign(parser!.info, { records: 0 }); // or it makes a costly error of each record that is not as long as the first
    return null;
  };
  for await (const { part, delimiter } of withDelimiter(parts)) {
    parser ??= parse({ ...OPTIONS, delimiter, on_record: onRecord }).on('error', () => undefined); // which whoever writes is told
    const error = await errorOf(parser, part);
    yield* records.splice(0);
    await nextTurn(); // many records may come in one part
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

interface Part {
  /** Null for the end. */
  part: string | null;
  delimiter: string;
}

/** The first part has the whole header, as far as its length is bounded. */
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

/** The most frequent delimiter of a header outside of quotations, or that of a line `sep=;`. Null until the whole header is there. */
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

/** Excel reads the delimiter from such a line and does not show it. */
const SEPARATOR_LINE = /^"?sep=([^"\r\n])"?[\r\n]/i;

/** True for the record of a line such as `sep=;`. */
const isSeparatorLine = (cells: readonly string[], line: number): boolean =>
  line === 1 && cells.length <= 2 && /^sep=.?$/is.test(cells[0]!) && (cells[1] ?? '') === '';
