import type { Definition } from '../../definition/definition.types';
import type { RunStatus, StepStatus } from '../../definition/state-machine.rules';
import type { FieldChanges, RunState } from '../../nodes/run-state.types';
import type { WorkflowRunStepEntity } from './workflow-run-step.entity';
import type { RunKind, TestInput } from './workflow-run.entity';

/** A run to insert. It has either a published version or a copy of the draft. */
export interface NewRun {
  accountId: string;
  formId: string;
  workflowId: string;
  version: { id: string; version: number } | null;
  draft: { revision: number; definition: Definition } | null;
  submissionId: string | null;
  /** The input of a test; a production run reads its submission. */
  input: TestInput | null;
  runKind: RunKind;
  /** Points to reserve. */
  maxCost: number;
  /** True while the account has as many open tests as its plan allows. */
  isPlanLimited?: boolean;
  retryOf?: { id: string; originRunId: string };
  /** Succeeded steps that a retry copies from the original run. */
  steps?: Omit<WorkflowRunStepEntity, 'id' | 'runId' | 'formId'>[];
}

export interface StartedRun {
  id: string;
  status: RunStatus;
  reservedPoints: number;
}

/** The lease of a run. Its number is the fencing token. */
export interface Lease {
  id: string;
  leaseNumber: number;
}

/** A run that this worker holds, as it was when the lease was taken. */
export interface LeasedRun extends Lease {
  originRunId: string | null;
  accountId: string;
  workflowId: string;
  runKind: RunKind;
  definition: Definition;
  /** The state that nodes read, without the outputs of other nodes. The links to its files are masked. */
  start: Omit<RunState, 'nodes'>;
  steps: StepRow[];
  reservedPoints: number;
  /** The number of workers in a row that crashed while they held the run. */
  lostLeases: number;
  createdAt: Date;
  /** The time of the database when the lease was taken. */
  now: Date;
  /** The destinations whose last delivery failed. */
  failingDestinations: FailingDestination[];
}

/** A node during which this many workers in a row have crashed is not executed again. */
export const MAX_LOST_WORKERS = 3;

export interface FailingDestination {
  nodeId: string;
  isDisabled: boolean;
}

/** A step as it is stored. */
export interface StepRow {
  nodeId: string;
  status: StepStatus;
  port: string | null;
  output: unknown;
  changes: FieldChanges | null;
  billedPoints: number;
  attemptCount: number;
  errorCode: string | null;
  dueAt: Date | null;
  startedAt: Date | null;
  completedAt: Date | null;
}

/** The end of a step that a cancelled run leaves behind. */
export interface StepEnd {
  id: string;
  status: 'cancelled' | 'uncertain';
  errorCode: string | null;
  billedPoints: number;
}

/** The outcome of one delivery attempt. */
export type AttemptOutcome =
  | { kind: 'succeeded'; output: unknown }
  | { kind: 'failed' | 'uncertain'; errorCode: string; output: unknown }
  | { kind: 'retry'; errorCode: string; output: unknown; at: Date };

/** The changes since the last write, and how the run continues. */
export interface Progress {
  steps: StepRow[];
  /** Points of the steps that were billed since then, without those that cost nothing. */
  billed: { nodeId: string; points: number }[];
  next: NextMove;
}

/** The lease is kept, because deliveries are in flight; the run is released until a step is due; or the run has ended. */
export type NextMove =
  | { kind: 'hold' }
  | { kind: 'wait'; until: Date }
  | { kind: 'finish'; status: RunStatus; errorCode: string | null; released: number };
