import type { ReadSubmissions } from '../submissions/submission-reader';

export const EXPORT_FORMATS = ['csv', 'ndjson', 'xlsx', 'zip'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const CSV_ESCAPES = ['none', 'spreadsheet'] as const;
export type CsvEscape = (typeof CSV_ESCAPES)[number];

export const HEADERS = ['name', 'label'] as const;
export type Header = (typeof HEADERS)[number];

/** The columns of a table, its header and its time zone. Absent members have their defaults. */
export interface TableOptions {
  columns?: readonly string[] | null;
  header?: Header;
  /** The IANA zone of written times; UTC by default. */
  timeZone?: string;
}

/** The rows of a table in pages. Each row has one value per column: a JSON value, an instant, files, or undefined. */
export type TablePages = AsyncIterable<unknown[][]>;

export class FileLinks {
  constructor(readonly links: readonly FileLinkOfName[]) {}
}

/** A file with an address that serves it without an API key. */
export interface FileLinkOfName {
  field: string;
  filename: string;
  url: string;
}

export type SubmissionPages = AsyncIterable<ReadSubmissions>;

export type Chunk = string | Buffer;

export interface RunningExport {
  chunks: AsyncGenerator<Chunk, void, undefined>;
  /** Throws once the caller may not read the export any more. */
  check: () => Promise<void>;
}

export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';
