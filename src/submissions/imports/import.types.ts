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
}

/** The form that receives imported submissions, and whether they count as read. */
export interface ImportTarget {
  formId: string;
  /** The revision of the form against which the fields were validated. */
  revision: number;
  isRead: boolean;
}

/** `there`: it was imported before. `erased`: it was imported before and then erased. `duplicate`: its unique value is taken. */
export type ImportOutcome = 'stored' | 'there' | 'erased' | 'duplicate';
