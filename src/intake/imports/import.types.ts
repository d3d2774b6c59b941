import type { FieldError } from '../../api/errors/api-error';
import type { CsvEscape } from '../../exports/export.types';
import type { FieldDefinition } from '../../forms/definition/field.types';
import type { CompiledForm } from '../compiled-form';
import type { TimeOptions } from './dates/imported-time.rules';

export const IMPORT_TYPES = ['text/csv', 'application/x-ndjson'] as const;
export type ImportType = (typeof IMPORT_TYPES)[number];

export const MAX_IMPORT_BYTES = 25 * 1024 * 1024;

/** The encodings of files without a byte order mark. */
export const CHARSETS = ['utf-8', 'windows-1252'] as const;
export type Charset = (typeof CHARSETS)[number];

/** The longest record in UTF-16 code units, which equals the longest submission. */
export const MAX_RECORD_LENGTH = 256 * 1024;
export const TOO_LONG = 'This line has more than 256 KiB.';

/** A record of a file, or what is wrong with it, with the line at which it begins, counted from 1. */
export type FileRecord<Value> = { line: number; value: Value } | { line: number; error: string };

/** A submission as the file contains it, before it is checked. */
export interface SentRow {
  values: Record<string, unknown>;
  /** The values that are stored beside the fields. */
  otherValues: Record<string, unknown>;
  /** The names of values that the source of the file had not kept; undefined for none. */
  otherValuesDropped?: string[] | undefined;
  /** The value in the file; undefined for none. */
  receivedAt: unknown;
  sourceId: unknown;
  /** The values that were not read, which stand in `values` as they were sent. */
  errors: FieldError[];
}

/** True for an id that a submission can have at its source. */
export const isSourceId = (sent: unknown): sent is string => typeof sent === 'string' && sent.length >= 1 && sent.length <= 255;

export type FileRow = { line: number; read: (form: CompiledForm) => SentRow | FieldError[] };

export type FormOfColumns = Pick<CompiledForm, 'fields' | 'validateFields' | 'settings'>;

export type SpecialColumn = 'received_at' | 'source_id';

export type Column =
  | { is: 'field'; field: FieldDefinition }
  | { is: SpecialColumn }
  /** Values under a name that no field has. A form without validation stores them like the values of fields. */
  | { is: 'other'; name: string; isStored: boolean }
  /** The column `_replyto`, in which other services store the address of the visitor, and the field that receives it. */
  | { is: 'reply_to'; field: string }
  /** A column of the service's own exports: the values that no field has, as JSON. */
  | { is: 'other_fields' }
  /** A column of the service's own exports: a value that the service generates. */
  | { is: 'ours' };

/** The treatment of values under names that no field has: `name` lists their names and drops them, `keep` stores them. */
export const UNKNOWN_VALUES = ['name', 'keep'] as const;
export type UnknownHandling = (typeof UNKNOWN_VALUES)[number];

/** A file that can be read from its beginning repeatedly. */
export interface ImportFile {
  read(): AsyncIterable<Uint8Array>;
}

export interface ImportOptions {
  type: ImportType;
  /** For CSV files: the headers of columns by the names of fields, `received_at` and `source_id`. */
  columns: ReadonlyMap<string, string>;
  unknown: UnknownHandling;
  charset: Charset;
  escape: CsvEscape;
  times: TimeOptions;
  /** False when values need only match the type of their field. */
  isValidated: boolean;
  isRead: boolean;
  isDryRun: boolean;
  /** True to refuse submissions that the retention of the form would delete. */
  keepsOld: boolean;
}

/** The kinds of reasons for which a row is refused. */
export const REFUSAL_CODES = ['invalid', 'id_conflict', 'id_repeated', 'older_than_retention', 'erased', 'duplicate'] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

export interface Refusal {
  code: RefusalCode;
  errors: FieldError[];
}

export interface RefusedRow extends Refusal {
  line: number;
}

/** Rows that are refused for the same reason. */
export interface RefusedGroup {
  code: RefusalCode;
  field: string;
  message: string;
  count: number;
  /** The first of their lines. */
  lines: number[];
}

export interface ImportResult {
  imported: number;
  alreadyThere: number;
  /** The first refused rows, ordered by line. */
  refused: RefusedRow[];
  refusedCount: number;
  refusedGroups: RefusedGroup[];
  /** The number of imported rows that the retention of the form deletes. */
  willBeDeleted: number;
  /** The time from which on the retention of the form deletes; null when it does already, which is within the hour. */
  deletedFrom: Date | null;
  /** The id by which the import can be undone; null when nothing was stored. */
  importId: string | null;
  /** The number of imported rows whose values violate rules of the form. */
  notValidated: number;
  /** For CSV files: the names of fields by the headers of their columns. */
  columns: Record<string, string>;
  /** Columns of CSV files, or names in NDJSON, that no field has. */
  unknownColumns: string[];
  warnings: string[];
}
