export interface ImportedRow {
  id: string;
  fields: Record<string, unknown>;
  /** Values under names that no field of the form has; null for none. */
  otherValues: Record<string, unknown> | null;
  /** Null for the present time. */
  receivedAt: Date | null;
  /** The id that it has at its source, by which it is stored once; null without one. */
  sourceId: string | null;
  /** The canonical text of the value under `intake.unique_by`. */
  uniqueValue: string | undefined;
}

/** The form that submissions are imported into, and whether they count as read. */
export interface ImportTarget {
  formId: string;
  /** The revision of the form against which the fields were validated. */
  revision: number;
  isRead: boolean;
}

/** `there`: it was imported before. `erased`: it was, and has been erased. `duplicate`: its value is taken. */
export type ImportOutcome = 'stored' | 'there' | 'erased' | 'duplicate';
