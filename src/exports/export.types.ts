import type { ReadSubmissions } from '../submissions/submission-reader';

export const EXPORT_FORMATS = ['csv', 'ndjson', 'xlsx', 'zip'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const CSV_ESCAPES = ['none', 'spreadsheet'] as const;
export type CsvEscape = (typeof CSV_ESCAPES)[number];

/** Submissions in pages, as they are read. */
export type SubmissionPages = AsyncIterable<ReadSubmissions>;

/** A part of a file that is being written. */
export type Chunk = string | Buffer;

/** A file that is written while it is read. */
export interface RunningExport {
  chunks: AsyncGenerator<Chunk, void, undefined>;
  /** Throws as soon as it may not be read any more. */
  check: () => Promise<void>;
}

export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';
