import type { WorkflowRunEntity } from './workflow-run.entity';

/** The open runs of the whole installation. */
export interface Backlog {
  /** Each count stops at 10,000. */
  counts: {
    /** Runs that are due, and that no worker has taken yet. */
    due: number;
    leased: number;
    /** Runs that wait until a step is due. */
    scheduled: number;
    blocked_points: number;
    blocked_plan: number;
  };
  /** Zero when no run is due. */
  oldestDueSeconds: number;
}

export interface BusyWorker {
  name: string;
  runs: number;
}

/** The run has been due for a minute without a worker, was left by a worker that crashed, or has been blocked for an hour. */
export type StuckReason = 'no_worker' | 'workers_lost' | 'blocked';

type StuckColumns = 'id' | 'accountId' | 'formId' | 'status' | 'dueAt' | 'leaseOwner' | 'lostLeases' | 'createdAt';

export interface StuckRun extends Pick<WorkflowRunEntity, StuckColumns> {
  reason: StuckReason;
}

export interface QueueStatus extends Backlog {
  workers: BusyWorker[];
}
