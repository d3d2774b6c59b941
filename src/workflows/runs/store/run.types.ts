import type { Definition } from '../../definition/definition.types';
import type { RunStatus, StepStatus } from '../../definition/state-machine.rules';
import type { FieldChanges, RunState } from '../../nodes/run-state.types';
import type { RunKind } from './workflow-run.entity';

/** A run that this worker holds, as it was when the lease was taken. */
export interface LeasedRun {
  id: string;
  originRunId: string | null;
  accountId: string;
  workflowId: string;
  runKind: RunKind;
  definition: Definition;
  /** What nodes see, but for the outputs of others. */
  start: Omit<RunState, 'nodes'>;
  steps: StepRow[];
  reservedPoints: number;
  leaseNumber: number;
  /** How often in a row a worker vanished with it. */
  lostLeases: number;
  createdAt: Date;
  /** The database's clock when the lease was taken. */
  now: Date;
  /** Destinations that are switched off, and those that have been failing. */
  channels: ChannelState[];
}

export interface ChannelState {
  nodeId: string;
  isDisabled: boolean;
}

/** A step as it is written. */
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

/** How one attempt to send has ended. */
export type AttemptEnd =
  | { kind: 'succeeded'; output: unknown }
  | { kind: 'failed' | 'uncertain'; errorCode: string; output: unknown }
  | { kind: 'again'; errorCode: string; output: unknown; at: Date };

/** What a worker has found out since it last wrote, and how the run goes on. */
export interface Progress {
  steps: StepRow[];
  /** Points of the steps that were billed now; those that cost nothing are not among them. */
  billed: { nodeId: string; points: number }[];
  next: NextMove;
}

/** Held on to, since something is under way; let go until a step is due; or over. */
export type NextMove =
  | { kind: 'hold' }
  | { kind: 'wait'; until: Date }
  | { kind: 'finish'; status: RunStatus; errorCode: string | null; released: number };
