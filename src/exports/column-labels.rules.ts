/** The columns of every export that are no fields, and what stands above them where labels do. */
export const LABELS = {
  id: 'Id',
  received_at: 'Received at',
  source: 'Source',
  read_at: 'Read at',
  file_count: 'Files',
  state: 'State',
  other_fields: 'Other values',
} as const;

export type OwnColumn = keyof typeof LABELS;

/** Those with which a table begins. */
export const FIRST_COLUMNS: readonly OwnColumn[] = ['id', 'received_at', 'source', 'read_at', 'file_count'];
