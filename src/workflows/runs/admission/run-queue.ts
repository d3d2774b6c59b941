/** Tells workers that runs are worth a look. It may forget or repeat itself: the rows decide, and a sweeper finds what was forgotten. */
export abstract class RunQueue {
  /** At once, or after a while. Never throws for a queue that is away. */
  abstract enqueue(runIds: readonly string[], inMs?: number): Promise<void>;

  /** Runs that were found to be due although nobody looked after them. */
  abstract enqueueOrphaned(runs: readonly OrphanedRun[]): Promise<void>;
}

export interface OrphanedRun {
  id: string;
  /** How often workers have taken it so far. */
  leaseNumber: number;
}
