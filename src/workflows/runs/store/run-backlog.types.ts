import type { WorkflowRunEntity } from './workflow-run.entity';

/** The open runs of the whole installation. */
export interface Backlog {
  /** Counted up to 10,000 each. */
  counts: {
    /** Due, and not yet taken by a worker. */
    due: number;
    /** Being executed by a worker. */
    leased: number;
    /** Waiting until a step is due. */
    scheduled: number;
    /** Waiting for compute points. */
    blocked_points: number;
    /** Waiting for room in the plan. */
    blocked_plan: number;
  };
  /** The age of the oldest due run; 0 without one. */
  oldestDueSeconds: number;
}

/** A worker that executes runs now. */
export interface BusyWorker {
  name: string;
  runs: number;
}

/** Due for a minute without a worker; left by workers that crashed; or blocked for an hour. */
export type StuckReason = 'no_worker' | 'workers_lost' | 'blocked';

type StuckColumns = 'id' | 'accountId' | 'formId' | 'status' | 'dueAt' | 'leaseOwner' | 'lostLeases' | 'createdAt';

export interface StuckRun extends Pick<WorkflowRunEntity, StuckColumns> {
  reason: StuckReason;
}

export interface QueueStatus extends Backlog {
  workers: BusyWorker[];
}
