/** The numbers of rows that an erasure has found and, except in a dry run, deleted. */
export interface ErasureCounts {
  forms: number;
  submissions: number;
  files: number;
  runs: number;
  mails: number;
}

/** A receiver of erased data: a host, the domain of a mail address, or the reader of an export link. */
export interface DataReceiver {
  /** The type of the destination, `notification` for mails of a form, or `export_link`. */
  channelType: string;
  /** The host, with a port that differs from the default of the scheme; null if unknown. */
  host: string | null;
  formId: string;
  /** The node of the workflow or the id of the export link; null for notifications. */
  nodeId: string | null;
  deliveries: number;
  /** A time in RFC 3339. */
  lastDeliveredAt: string;
}

export const ERASURE_STATUSES = ['pending', 'running', 'done', 'failed'] as const;
export type ErasureStatus = (typeof ERASURE_STATUSES)[number];

/** Lists that no erasure touches. */
export const LEFT_BY_ERASURES = ['visitor_stops'] as const;

/** The parts of a form, in the order of the search. */
export const ERASURE_PARTS = ['submissions', 'tests', 'links'] as const;
export type ErasurePart = (typeof ERASURE_PARTS)[number];

/** The ids of the rows that one batch of an erasure deletes from a form. They do not identify a person. */
export interface ErasedBatch {
  erasureId: string;
  accountId: string;
  formId: string;
  submissionIds: string[];
  /** Test runs whose input was entered by hand. */
  testRunIds: string[];
  linkIds: string[];
}

export const idsIn = ({ submissionIds, testRunIds, linkIds }: ErasedBatch): string[] => [...submissionIds, ...testRunIds, ...linkIds];
