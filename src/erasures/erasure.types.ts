/** The numbers of rows that an erasure has found, and deleted unless it was a dry run. */
export interface ErasureCounts {
  forms: number;
  submissions: number;
  files: number;
  runs: number;
  mails: number;
}

/** Somebody who has got erased data: a host, the domain of a mail address, or whoever reads an export link. */
export interface DataReceiver {
  /** The type of the destination; `email` as well for the notifications of a form, `export_link` for a link. */
  channelType: string;
  /** With its port, if that is not the one of the scheme; null where it is not known. */
  host: string | null;
  formId: string;
  /** The node of the workflow, or the id of the link; null for notifications. */
  nodeId: string | null;
  deliveries: number;
  /** RFC 3339. */
  lastDeliveredAt: string;
}

export const ERASURE_STATUSES = ['pending', 'running', 'done', 'failed'] as const;
export type ErasureStatus = (typeof ERASURE_STATUSES)[number];

/** The parts of a form that are searched, in this order. */
export const ERASURE_PARTS = ['submissions', 'tests', 'links'] as const;
export type ErasurePart = (typeof ERASURE_PARTS)[number];

/** The ids of the rows that a batch of an erasure deletes from one form. Nothing in it tells of a person. */
export interface ErasedBatch {
  erasureId: string;
  accountId: string;
  formId: string;
  submissionIds: string[];
  /** Runs of workflows with values that were typed in for a test. */
  testRunIds: string[];
  linkIds: string[];
}

export const idsIn = ({ submissionIds, testRunIds, linkIds }: ErasedBatch): string[] => [...submissionIds, ...testRunIds, ...linkIds];
