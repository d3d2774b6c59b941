import type { Outcome } from '../../../platform/outbound/delivery-outcome.rules';
import type { Definition, WorkflowNode } from '../../model/definition.types';
import type { VisitorMailSkip } from '../../model/visitor-mail.types';
import type { RunStatus } from '../../definition/state-machine.rules';
import type { RunState } from '../../model/run-state.types';
import type { TestMail, WorkflowRunEntity, WorkflowRunStepEntity } from './workflow-run.entity';

/** A run to insert. It has either a published version or a copy of the draft. */
export interface NewRun extends Pick<WorkflowRunEntity, 'accountId' | 'formId' | 'workflowId' | 'submissionId' | 'input' | 'runKind'> {
  version: { id: string; version: number } | null;
  draft: { revision: number; definition: Definition } | null;
  maxCost: number;
  /** True while the account has as many open tests as its plan allows. */
  isPlanLimited?: boolean;
  retryOf?: { id: string; originRunId: string };
  /** The steps with which a retry begins: those that succeeded before, and deliveries that it skips. */
  steps?: Omit<WorkflowRunStepEntity, 'id' | 'runId' | 'formId'>[];
}

export type StartedRun = Pick<WorkflowRunEntity, 'id' | 'status' | 'reservedPoints'>;

/** The lease of a run. Its number is the fencing token. */
export type Lease = Pick<WorkflowRunEntity, 'id' | 'leaseNumber'>;

type LeasedColumns = 'originRunId' | 'accountId' | 'workflowId' | 'runKind' | 'reservedPoints' | 'lostLeases' | 'createdAt';

/** A run that this worker holds, as it was when the lease was taken. */
export interface LeasedRun extends Lease, Pick<WorkflowRunEntity, LeasedColumns> {
  /** Null in production, and for a test that sends nothing. */
  testMail: TestMail | null;
  /** The signed numbers of deliveries that have led to its submission; null for most. */
  hops: string | null;
  definition: Definition;
  /** True for a submission that was imported; false in a test. */
  isImported: boolean;
  /** True when the submission was held, and released so late that its visitor expects no mail any more; false in a test. */
  isReleasedLate: boolean;
  /** False for a version that was published before values were escaped in templates of JSON. */
  escapesJson: boolean;
  /** The state that nodes read, without the outputs of other nodes. The links to its files are masked. */
  start: Omit<RunState, 'nodes'>;
  steps: StepRow[];
  /** The time of the database when the lease was taken. */
  now: Date;
  failingDestinations: FailingDestination[];
}

/** A node during which this many workers in a row have crashed is not executed again. */
export const MAX_LOST_WORKERS = 3;

export interface FailingDestination {
  nodeId: string;
  isDisabled: boolean;
}

export type StepRow = Omit<WorkflowRunStepEntity, 'id' | 'runId' | 'formId' | 'nodeType' | 'nodeKind'>;

/** The end of an open step when its run is cancelled. */
export interface StepEnd extends Pick<WorkflowRunStepEntity, 'id' | 'errorCode' | 'billedPoints'> {
  status: 'cancelled' | 'uncertain';
}

/** A skipped mail was not sent, or its address does not exist: the run goes on as if it had been sent. */
export type StepOutcome = Outcome | { kind: 'skipped'; errorCode: VisitorMailSkip };

export interface EndedAttempt {
  node: WorkflowNode;
  outcome: StepOutcome;
  output: unknown;
  /** Null when the worker crashed, so that the time is unknown. */
  endedAt: Date | null;
  /** The status of the answer; null unless a receiver answered by HTTP. */
  httpStatus: number | null;
  /** The hosts that may have received bytes of a body; undefined when the worker crashed. */
  hosts?: string[];
  responseExcerpt?: string;
}

/** The changes of a run since its last write, and how it continues. */
export interface Progress {
  run: LeasedRun;
  steps: StepRow[];
  /** The points of the steps that were billed since the last write, without steps that cost nothing. */
  billed: { nodeId: string; points: number }[];
  next: NextMove;
}

/** `hold` keeps the lease while deliveries are in flight, `wait` releases the run until a step is due, and `finish` ends the run. */
export type NextMove =
  { kind: 'hold' } | { kind: 'wait'; until: Date } | { kind: 'finish'; status: RunStatus; errorCode: string | null; released: number };

export const RETRYABLE_STATUSES = ['failed', 'partially_failed', 'cancelled'] as const;
export type RetryableStatus = (typeof RETRYABLE_STATUSES)[number];

export interface RetryFilter {
  statuses: readonly RetryableStatus[];
  createdSince: Date;
  /** Null for all forms. */
  formId: string | null;
}

/** `hasUncertain` is true when a delivery of the run may have arrived. */
export type RetryableRun = Pick<WorkflowRunEntity, 'id' | 'accountId' | 'formId' | 'hasUncertain'>;
