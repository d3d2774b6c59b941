import { stringify } from 'csv-stringify/sync';
import { type Chunk, type CsvEscape, FileLinks, type SubmissionPages, type TablePages } from './export.types';
import { UNIVERSAL, type LocalTime } from './local-time.rules';
import { createHash } from 'node:crypto';
import { SubmissionView } from '../submissions/submission-view.dto';

interface CsvOptions {
  bom?: boolean;
  escape?: CsvEscape;
  /** The clock of the written times; UTC by default. */
  time?: LocalTime;
}

export async function* csvOf(
  pages: TablePages,
  header: readonly string[],
  { bom = false, escape = 'none', time = UNIVERSAL }: CsvOptions,
): AsyncGenerator<Chunk, void, undefined> {
  let rows: CsvValue[][] = [[...header]];
  let mark = bom ? '\ufeff' : '';
  for await (const page of pages) {
    for (const row of page) rows.push(row.map((value) => csvValue(value, time)));
    yield mark + recordsOf(rows, escape);
    [rows, mark] = [[], ''];
  }
}

/** Texts are escaped; numbers are written as they are. */
type CsvValue = string | number | null;

/** Writes CSV records that end with CRLF. A record of one empty value is quoted, since readers skip empty lines. */
export const recordsOf = (rows: CsvValue[][], escape: CsvEscape): string =>
  stringify(escape === 'spreadsheet' ? rows.map((row) => row.map(escapedValue)) : rows, {
    record_delimiter: '\r\n',
    quoted_empty: rows[0]?.length === 1,
    quoted_match: LINE_BREAK,
  });

const escapedValue = (value: CsvValue): CsvValue => (typeof value === 'string' ? escaped(value) : value);

/** The library quotes values with a whole CRLF only, but readers also end a record at a single CR or LF. */
const LINE_BREAK = /[\r\n]/;

/** Converts instants to ISO 8601, files to addresses separated by spaces, lists and objects to JSON, and null to an empty cell. */
export function csvValue(value: unknown, time = UNIVERSAL): CsvValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (value instanceof Date) return time.textOf(value);
  return value instanceof FileLinks ? value.links.map(({ url }) => url).join(' ') : JSON.stringify(value);
}

interface NdjsonOptions {
  withState: boolean;
  /** True to append a line with the number and the SHA-256 of the lines before it. */
  summary?: boolean;
}

/** Writes each submission as one line of JSON, in the shape of the API. */
export async function* ndjsonOf(
  pages: SubmissionPages,
  { withState, summary = false }: NdjsonOptions,
): AsyncGenerator<Chunk, void, undefined> {
  const digest = createHash('sha256');
  let count = 0;
  for await (const { submissions, histories } of pages) {
    const lines = submissions.map((submission) => JSON.stringify(SubmissionView.from(submission, histories.get(submission.id), withState)));
    const text = lines.map((line) => `${line}\n`).join('');
    count += lines.length;
    if (summary) digest.update(text);
    yield text;
  }
  if (summary) yield `${JSON.stringify({ summary: { count, sha256: digest.digest('hex') } })}\n`;
}

/** Matches a formula of a spreadsheet, after quotes, white space, control characters and invisible characters, which programs drop. */
const FORMULA = /^'*[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@\t\r\n＝＋－＠]/u;

/** Prefixes a text with `'` if a spreadsheet would run it as a formula. */
export const escaped = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

export const isEscaped = (text: string): boolean => text.startsWith("'") && FORMULA.test(text);

export const unescaped = (text: string): string => (isEscaped(text) ? text.slice(1) : text);
