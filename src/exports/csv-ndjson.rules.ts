import { stringify } from 'csv-stringify/sync';
import { type Chunk, type CsvEscape, FileLinks, type SubmissionPages, type TablePages } from './export.types';
import { UNIVERSAL, type LocalTime } from './local-time.rules';
import { createHash } from 'node:crypto';
import { SubmissionView } from '../submissions/submission-view.dto';

interface CsvOptions {
  bom?: boolean;
  escape?: CsvEscape;
  /** UTC by default. */
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

/** Numbers stay numbers, which are never escaped. */
type CsvValue = string | number | null;

/** Records with their line breaks. An empty record of one column is quoted, since readers skip empty lines. */
export const recordsOf = (rows: CsvValue[][], escape: CsvEscape): string =>
  stringify(escape === 'spreadsheet' ? rows.map((row) => row.map(escapedValue)) : rows, {
    record_delimiter: '\r\n',
    quoted_empty: rows[0]?.length === 1,
    quoted_match: LINE_BREAK,
  });

const escapedValue = (value: CsvValue): CsvValue => (typeof value === 'string' ? escaped(value) : value);

/** By itself the library quotes only the whole record delimiter; a single one of its characters ends a record for readers, too. */
const LINE_BREAK = /[\r\n]/;

/** The value in a cell: an instant as ISO 8601, the addresses of files with blanks between them, lists and objects as JSON, nothing for null. */
export function csvValue(value: unknown, time = UNIVERSAL): CsvValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (value instanceof Date) return time.textOf(value);
  return value instanceof FileLinks ? value.links.map(({ url }) => url).join(' ') : JSON.stringify(value);
}

interface NdjsonOptions {
  /** True to write the state of each submission, even if it is simply accepted. */
  withState: boolean;
  /** End with a line about the lines before it. */
  summary?: boolean;
}

/** Submissions in the shape of the API, one on each line. */
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

/**
 * A text that a spreadsheet would take for a formula, also behind quotes that stand before it already, and behind what programs leave out or
 * nobody sees: blanks, line breaks, byte order marks, and characters of control and format without a width.
 */
const FORMULA = /^'*[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@\t\r\n＝＋－＠]/u;

/** Writes a `'` before a text that a spreadsheet would take for a formula. */
export const escaped = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** True for what `escaped` may have made. */
export const isEscaped = (text: string): boolean => text.startsWith("'") && FORMULA.test(text);

/** Without the `'` of `escaped`. */
export const unescaped = (text: string): string => (isEscaped(text) ? text.slice(1) : text);
