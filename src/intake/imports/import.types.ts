import type { FieldError } from '../../api/errors/api-error';
import type { CsvEscape } from '../../exports/export.types';
import type { CompiledForm } from '../compiled-form';
import type { TimeOptions } from './times/imported-time.rules';

export const IMPORT_TYPES = ['text/csv', 'application/x-ndjson'] as const;
export type ImportType = (typeof IMPORT_TYPES)[number];

/** The largest file that is imported, in bytes. */
export const MAX_IMPORT_BYTES = 25 * 1024 * 1024;

/** Encodings of files without a byte order mark. */
export const CHARSETS = ['utf-8', 'windows-1252'] as const;
export type Charset = (typeof CHARSETS)[number];

/** The longest record, as long as a submission can be. In UTF-16 units. */
export const MAX_RECORD_LENGTH = 256 * 1024;
export const TOO_LONG = 'This line has more than 256 KiB.';

/** A record of a file with the physical line at which it begins, counted from 1; or what is wrong with it. */
export type FileRecord<Value> = { line: number; value: Value } | { line: number; error: string };

/** A submission as it stands in a file. */
export interface SentRow {
  /** By the names of fields, and of what may be none. */
  values: Record<string, unknown>;
  /** Those that are kept beside the fields. */
  otherValues: Record<string, unknown>;
  /** As sent; undefined for none. */
  receivedAt: unknown;
  sourceId: unknown;
}

/** A submission of a file. What its values mean depends on the form. */
export type FileRow = { line: number; read: (form: CompiledForm) => SentRow | FieldError[] };

/** What becomes of values under names that no field has: they are kept beside those of the fields, or named and left out. */
export const UNKNOWN_VALUES = ['name', 'keep'] as const;
export type UnknownHandling = (typeof UNKNOWN_VALUES)[number];

/** A file that can be read from its beginning again and again. */
export interface ImportFile {
  read(): AsyncIterable<Uint8Array>;
}

export interface ImportOptions {
  type: ImportType;
  /** Of csv: columns by the name of the field that they have the values of, or `received_at` or `source_id`. */
  columns: ReadonlyMap<string, string>;
  unknown: UnknownHandling;
  charset: Charset;
  /** Of csv: how its cells are written. */
  escape: CsvEscape;
  times: TimeOptions;
  /** False: values need only have the type of their field. */
  isValidated: boolean;
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
  /** Imported rows with values that the rules of the form refuse. */
  notValidated: number;
  /** Of csv: the name of the field that each column has the values of, by its header. */
  columns: Record<string, string>;
  /** Columns, or names of ndjson, that no field has. */
  unknownColumns: string[];
  /** Sentences about what the owner should look at. */
  warnings: string[];
}
