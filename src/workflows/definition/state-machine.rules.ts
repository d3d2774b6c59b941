/** What a status may change to. A status that may change to nothing is terminal. */
export type Transitions<Status extends string> = Readonly<Record<Status, readonly Status[]>>;

/**
 * The life of a run. It begins as `pending`, or as blocked when points or plan do not suffice, and its last status never
 * changes: a retry is a new run. A takeover by another worker leaves it `running`.
 */
export const RUN_TRANSITIONS = {
  pending: ['running', 'blocked_insufficient_compute_points', 'blocked_plan_limits', 'cancelled'],
  blocked_insufficient_compute_points: ['pending', 'failed', 'cancelled'],
  blocked_plan_limits: ['pending', 'failed', 'cancelled'],
  running: ['succeeded', 'partially_failed', 'failed', 'cancelled'],
  succeeded: [],
  partially_failed: [],
  failed: [],
  cancelled: [],
} as const satisfies Record<string, readonly string[]>;

/**
 * The life of a step, one for each node of the run. `waiting` is a delay or the pause before another attempt, and the step
 * goes on by itself when it is due. `uncertain`: something was sent and nobody knows whether it arrived.
 */
export const STEP_TRANSITIONS = {
  pending: ['running', 'skipped', 'cancelled'],
  running: ['waiting', 'succeeded', 'failed', 'uncertain', 'cancelled'],
  waiting: ['running', 'succeeded', 'failed', 'cancelled'],
  succeeded: [],
  failed: [],
  uncertain: [],
  skipped: [],
  cancelled: [],
} as const satisfies Record<string, readonly string[]>;

export type RunStatus = keyof typeof RUN_TRANSITIONS;
export type StepStatus = keyof typeof STEP_TRANSITIONS;

export const RUN_STATUSES = Object.keys(RUN_TRANSITIONS) as RunStatus[];
export const STEP_STATUSES = Object.keys(STEP_TRANSITIONS) as StepStatus[];

/** Where a new run or step begins. */
export const INITIAL_RUN_STATUSES: readonly RunStatus[] = [
  'pending',
  'blocked_insufficient_compute_points',
  'blocked_plan_limits',
];
export const INITIAL_STEP_STATUSES: readonly StepStatus[] = ['pending'];

export const mayMove = <Status extends string>(transitions: Transitions<Status>, from: Status, to: Status): boolean =>
  transitions[from].includes(to);

export const isTerminal = <Status extends string>(transitions: Transitions<Status>, status: Status): boolean =>
  transitions[status].length === 0;
