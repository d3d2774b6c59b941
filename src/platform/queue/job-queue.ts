import type { JobName, QueueName } from './job-catalogue';

/** A request to look at a run. What is to be done, and whether it is done already, stands in the rows of the run. */
export interface Job {
  /**
   * One job of an id at a time: adding it again while it waits or runs does nothing, so a job that follows another one needs an
   * id of its own. BullMQ takes neither an id of digits alone nor one with a colon.
   */
  id: `${string}-${string}`;
  name: JobName;
  runId: string;
  /** How long from now it must not start. */
  dueInMs?: number;
}

/** All that a job carries. */
export type JobPayload = Pick<Job, 'runId'>;

/** What does the jobs of each kind. One that rejects has only ended: the rows decide whether there is another try. */
export type JobHandlers = Record<JobName, (payload: JobPayload) => Promise<void>>;

export interface WorkOptions {
  /** Jobs of a queue that are done at the same time. */
  concurrency: number;
  /** How long a job is left alone after its worker was last heard of. */
  lockMs?: number;
  /** How often a queue is searched for jobs whose worker is gone. */
  rescueEveryMs?: number;
  /** How long `close` waits for running jobs. */
  closeWithinMs?: number;
}

export interface Consumer {
  /** Takes no more jobs and waits for the running ones. Those that take too long are left to other workers. */
  close(): Promise<void>;
}

/** How many jobs of a queue are in each state. */
export interface QueueDepth {
  waiting: number;
  delayed: number;
  active: number;
}

/**
 * Wakes workers. It may lose everything it holds at any moment, and may run a job twice: the truth is in the database, from which
 * a sweeper adds again what has been forgotten.
 */
export abstract class JobQueue {
  /** Resolves when the jobs have been handed over, and rejects when the queue does not take them within a second. */
  abstract add(jobs: readonly Job[]): Promise<void>;

  /** Does jobs until the consumer is closed, also those that come after the queue's server was away. */
  abstract work(handlers: JobHandlers, options: WorkOptions): Consumer;

  /** Rejects when the queue does not answer within a second. */
  abstract depth(): Promise<Record<QueueName, QueueDepth>>;

  /** Lets go of the connections for adding. Consumers are closed before, each by itself. */
  abstract close(): Promise<void>;
}
