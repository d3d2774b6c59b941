import type { StepAttempt } from '../workflows/runs/store/workflow-run.entity';
import type { NamedFile } from './searched-value.rules';

export interface Submission {
  id: string;
  fields: Record<string, unknown>;
  otherValues: Record<string, unknown> | null;
  otherValuesDropped: string[] | null;
  receivedAt: Date;
  /** The values that corrections have replaced; null for none. With the present ones they are those of every version. */
  formerValues: Record<string, unknown>[] | null;
  files: NamedFile[] | null;
}

/** A test run whose input is not a stored submission. */
export interface Test {
  id: string;
  fields: Record<string, unknown>;
  otherValues: Record<string, unknown> | null;
  /** The names of other values beyond the limits, which clients choose. */
  otherValuesDropped: string[] | null;
}

export interface DeliveredStep {
  submissionId: string;
  nodeId: string;
  nodeType: string;
  status: string;
  /** Null in rows from versions that did not store attempts. */
  attempts: StepAttempt[] | null;
  attemptCount: number;
  output: unknown;
  startedAt: Date | null;
  completedAt: Date | null;
  config: object | null;
}

/** The mails that notified of submissions of a form. */
export interface NotifiedForm {
  /** Null or empty when mails go to the address of the account. */
  recipients: string[] | null;
  notifyEmail: string | null;
  mails: number;
  lastAt: Date | null;
}

export interface ReadLink {
  id: string;
  lastReadAt: Date;
  reads: number;
}
