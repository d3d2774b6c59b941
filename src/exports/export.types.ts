import type { ReadSubmissions } from '../submissions/submission-reader';

export const EXPORT_FORMATS = ['csv', 'ndjson', 'xlsx', 'zip'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const CSV_ESCAPES = ['none', 'spreadsheet'] as const;
export type CsvEscape = (typeof CSV_ESCAPES)[number];

export const HEADERS = ['name', 'label'] as const;
/** What stands above the columns of a table. */
export type Header = (typeof HEADERS)[number];

/** How a table is written; what is left out is as ever. */
export interface TableLayout {
  /** The names of the columns in their order. */
  columns?: readonly string[] | null;
  header?: Header;
  /** The IANA zone in which times are written; UTC by default. */
  timeZone?: string;
}

/** The rows of a table in pages, each with a value for each column: one of JSON, an instant, files, or undefined. */
export type TablePages = AsyncIterable<unknown[][]>;

/** The files that a submission has under one name. */
export class FileLinks {
  constructor(readonly links: readonly FileLinkOfName[]) {}
}

/** A file with an address that serves it without a key. */
export interface FileLinkOfName {
  /** The name of its field. */
  field: string;
  filename: string;
  url: string;
}

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
