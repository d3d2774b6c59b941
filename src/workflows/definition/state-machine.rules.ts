/** The statuses that may follow each status. A terminal status has none. */
export type Transitions<Status extends string> = Readonly<Record<Status, readonly Status[]>>;

/** A run starts as `pending` or as blocked. A retry is a new run, and a run that another worker takes over stays `running`. */
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

/** `waiting` is a delay or the time before another attempt. A mail to a visitor may be `skipped` when it was about to be sent. `uncertain` means that a request was sent and may not have arrived. */
export const STEP_TRANSITIONS = {
  pending: ['running', 'skipped', 'cancelled'],
  running: ['waiting', 'succeeded', 'failed', 'uncertain', 'skipped', 'cancelled'],
  waiting: ['running', 'succeeded', 'failed', 'skipped', 'cancelled'],
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

/** The statuses of the delivery of a submission to one destination, which follow from its run and its step. */
export const DELIVERY_STATUSES = ['pending', 'retrying', 'delivered', 'failed', 'uncertain', 'skipped', 'cancelled'] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const INITIAL_RUN_STATUSES: readonly RunStatus[] = ['pending', 'blocked_insufficient_compute_points', 'blocked_plan_limits'];

export const INITIAL_STEP_STATUSES: readonly StepStatus[] = ['pending'];

export const isTerminal = <Status extends string>(transitions: Transitions<Status>, status: Status): boolean =>
  transitions[status].length === 0;
