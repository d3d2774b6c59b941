/** Every kind of job, and the queue in which it waits. */
export const JOBS = {
  'workflow-run': { queue: 'runs' },
} as const satisfies Record<string, { queue: string }>;

export type JobName = keyof typeof JOBS;

export type QueueName = (typeof JOBS)[JobName]['queue'];

export const QUEUES: readonly QueueName[] = [...new Set(Object.values(JOBS).map(({ queue }) => queue))];
