import type { FieldError } from '../../api/errors/api-error';
import type { CsvEscape } from '../../exports/export.types';
import type { FieldDefinition } from '../../forms/definition/field.types';
import type { CompiledForm } from '../compiled-form';
import type { TimeOptions } from './imported-time.rules';

export const IMPORT_TYPES = ['text/csv', 'application/x-ndjson'] as const;
export type ImportType = (typeof IMPORT_TYPES)[number];

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
  values: Record<string, unknown>;
  /** Those that are kept beside the fields. */
  otherValues: Record<string, unknown>;
  /** As sent; undefined for none. */
  receivedAt: unknown;
  sourceId: unknown;
}

export type FileRow = { line: number; read: (form: CompiledForm) => SentRow | FieldError[] };

export type FormOfColumns = Pick<CompiledForm, 'fields' | 'validateFields' | 'settings'>;

export type SpecialColumn = 'received_at' | 'source_id';

export type Column =
  | { is: 'field'; field: FieldDefinition }
  | { is: SpecialColumn }
  /** Values under a name that no field has. A form that does not validate stores them like those of its fields. */
  | { is: 'other'; name: string; isStored: boolean }
  /** `_replyto`, by which pages of other services send the address of the visitor, and the field that it is for. */
  | { is: 'reply_to'; field: string }
  /** In our own exports: the values that no field has, as JSON. */
  | { is: 'other_fields' }
  /** In our own exports: a value that the service gives to each submission. */
  | { is: 'ours' };

/** The handling of values under names that no field has: they are named and left out, or kept beside those of the fields. */
export const UNKNOWN_VALUES = ['name', 'keep'] as const;
export type UnknownHandling = (typeof UNKNOWN_VALUES)[number];

/** A file that can be read from its beginning again and again. */
export interface ImportFile {
  read(): AsyncIterable<Uint8Array>;
}

export interface ImportOptions {
  type: ImportType;
  /** Of csv: the headers of columns by the names of fields, `received_at` and `source_id`. */
  columns: ReadonlyMap<string, string>;
  unknown: UnknownHandling;
  charset: Charset;
  escape: CsvEscape;
  times: TimeOptions;
  /** False: values need only have the type of their field. */
  isValidated: boolean;
  isRead: boolean;
  isDryRun: boolean;
}

export interface RefusedRow {
  line: number;
  errors: FieldError[];
}

export interface ImportResult {
  imported: number;
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
  warnings: string[];
}
