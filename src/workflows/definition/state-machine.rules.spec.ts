import {
  INITIAL_RUN_STATUSES,
  INITIAL_STEP_STATUSES,
  isTerminal,
  mayMove,
  RUN_STATUSES,
  RUN_TRANSITIONS,
  STEP_STATUSES,
  STEP_TRANSITIONS,
  type Transitions,
} from './state-machine.rules';

/** Everything that can be reached from these statuses, themselves included. */
function reachable<Status extends string>(transitions: Transitions<Status>, from: readonly Status[]): Set<Status> {
  const found = new Set(from);
  for (const status of found) for (const next of transitions[status]) found.add(next);
  return found;
}

describe.each<[string, Transitions<string>, readonly string[], readonly string[]]>([
  ['run', RUN_TRANSITIONS, RUN_STATUSES, INITIAL_RUN_STATUSES],
  ['step', STEP_TRANSITIONS, STEP_STATUSES, INITIAL_STEP_STATUSES],
])('the life of a %s', (_name, transitions, statuses, first) => {
  it('has no status that cannot be reached', () => {
    expect(reachable(transitions, first)).toEqual(new Set(statuses));
  });

  it('has no status from which no end can be reached', () => {
    for (const status of statuses) {
      expect([...reachable(transitions, [status])].some((end) => isTerminal(transitions, end))).toBe(true);
    }
  });

  it('moves between statuses of its own only, and never to the status it has', () => {
    for (const status of statuses) {
      for (const next of transitions[status] ?? []) expect(statuses).toContain(next);
      expect(mayMove(transitions, status, status)).toBe(false);
    }
  });
});

describe('the statuses of a run', () => {
  it('end in four ways and never change after that', () => {
    expect(RUN_STATUSES.filter((status) => isTerminal(RUN_TRANSITIONS, status))).toEqual([
      'succeeded',
      'partially_failed',
      'failed',
      'cancelled',
    ]);
  });

  it('can be cancelled from every open one', () => {
    expect(RUN_STATUSES.filter((status) => mayMove(RUN_TRANSITIONS, status, 'cancelled'))).toEqual(
      RUN_STATUSES.filter((status) => !isTerminal(RUN_TRANSITIONS, status)),
    );
  });

  it('let a blocked run start only by way of pending', () => {
    expect(mayMove(RUN_TRANSITIONS, 'blocked_plan_limits', 'pending')).toBe(true);
    expect(mayMove(RUN_TRANSITIONS, 'blocked_plan_limits', 'running')).toBe(false);
    expect(RUN_STATUSES.filter((status) => mayMove(RUN_TRANSITIONS, status, 'succeeded'))).toEqual(['running']);
  });
});
