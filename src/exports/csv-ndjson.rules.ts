import { stringify } from 'csv-stringify/sync';
import type { ExportColumn } from './export-columns.rules';
import { escaped } from './csv-escape.rules';
import type { Chunk, CsvEscape, SubmissionPages } from './export.types';
import { createHash } from 'node:crypto';
import { SubmissionView } from '../submissions/submission-view.dto';

interface CsvOptions {
  /** Begin with a byte order mark. */
  bom?: boolean;
  escape?: CsvEscape;
}

/** Submissions as RFC 4180 has it: a header, and a record for each. */
export async function* csvOf(
  pages: SubmissionPages,
  columns: readonly ExportColumn[],
  { bom = false, escape = 'none' }: CsvOptions,
): AsyncGenerator<Chunk, void, undefined> {
  const header = columns.map(({ name }) => name);
  let rows: CsvValue[][] = [header];
  let mark = bom ? '\ufeff' : '';
  for await (const { submissions } of pages) {
    for (const submission of submissions) rows.push(columns.map(({ valueOf }) => csvValue(valueOf(submission))));
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

/** A value in a cell: an instant as ISO 8601, lists and objects as JSON, nothing for null. */
export function csvValue(value: unknown): CsvValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number') return value;
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}

interface NdjsonOptions {
  /** Whether each submission has its state, even if it is simply accepted. */
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
