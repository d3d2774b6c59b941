export interface ImportedRow {
  id: string;
  fields: Record<string, unknown>;
  /** Values under names that no field of the form has; null for none. */
  otherValues: Record<string, unknown> | null;
  /** The names of other values that had not been kept where the row comes from; null for none. */
  otherValuesDropped: string[] | null;
  /** Null for the time of the import. */
  receivedAt: Date | null;
  /** The id of the submission at its source, which prevents a second import; null when the file has none. */
  sourceId: string | null;
  /** The canonical text of the value under `intake.unique_by`. */
  uniqueValue: string | undefined;
  /** True to refuse the submission unless it is there already, since its form does not keep it as long. */
  isOld: boolean;
  /** True when an earlier row of the file has the same source id. */
  isRepeated: boolean;
}

/** The form that receives imported submissions, and whether they count as read. */
export interface ImportTarget {
  formId: string;
  /** The revision of the form against which the fields were validated. */
  revision: number;
  isRead: boolean;
  /** The import to which the batch belongs, by which it can be undone. */
  importId: string;
  /** The beginning of the import by the clock of the database. */
  startedAt: Date;
}

/**
 * `there`: it was there before the import. `repeated`: an earlier row of the file is the same. `old`: the retention would delete it.
 * `erased`: it was imported before and then erased. `duplicate`: its unique value is taken.
 */
export type ImportOutcome = 'stored' | 'there' | 'repeated' | 'old' | 'erased' | 'duplicate';

/** An import that can be undone. */
export interface StoredImport {
  id: string;
  formId: string;
  /** The number of submissions that it has stored and that were not yet undone. Some may have been deleted since. */
  stored: number;
  importedAt: Date;
  undoUntil: Date;
}
