import type { FieldError } from '../../api/errors/api-error';
import type { CompiledForm } from '../compiled-form';

export const IMPORT_TYPES = ['text/csv', 'application/x-ndjson'] as const;
export type ImportType = (typeof IMPORT_TYPES)[number];

/** The largest file that is imported, in bytes. */
export const MAX_IMPORT_BYTES = 25 * 1024 * 1024;

/** The longest record, as long as a submission can be. In UTF-16 units. */
export const MAX_RECORD_LENGTH = 256 * 1024;
export const TOO_LONG = 'This line has more than 256 KiB.';

/** A record of a file with the physical line at which it begins, counted from 1; or what is wrong with it. */
export type FileRecord<Value> = { line: number; value: Value } | { line: number; error: string };

/** A submission as it stands in a file. */
export interface SentRow {
  /** By the names of fields. */
  values: Readonly<Record<string, unknown>>;
  /** As sent; undefined for none. */
  receivedAt: unknown;
  sourceId: unknown;
}

/** A submission of a file. What its values mean depends on the form. */
export type FileRow = { line: number; read: (form: CompiledForm) => SentRow | FieldError[] };

/** Names of columns of a csv that are no fields; undefined for their usual names. */
export interface NamedColumns {
  receivedAt?: string;
  sourceId?: string;
}

export interface ImportOptions {
  type: ImportType;
  columns: NamedColumns;
  isRead: boolean;
  /** Store nothing. */
  isDryRun: boolean;
}

export interface RefusedRow {
  line: number;
  errors: FieldError[];
}

/** What an import did. */
export interface ImportResult {
  imported: number;
  /** Rows whose source was imported before. */
  alreadyThere: number;
  /** The first of them, by their lines. */
  refused: RefusedRow[];
  refusedCount: number;
}
