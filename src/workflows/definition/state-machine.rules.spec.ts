import {
  INITIAL_RUN_STATUSES,
  INITIAL_STEP_STATUSES,
  isTerminal,
  RUN_STATUSES,
  RUN_TRANSITIONS,
  STEP_STATUSES,
  STEP_TRANSITIONS,
  type Transitions,
} from './state-machine.rules';

const mayChange = <Status extends string>(transitions: Transitions<Status>, from: Status, to: Status): boolean =>
  transitions[from].includes(to);

function reachable<Status extends string>(transitions: Transitions<Status>, from: readonly Status[]): Set<Status> {
  const found = new Set(from);
  for (const status of found) for (const next of transitions[status]) found.add(next);
  return found;
}

describe.each<[string, Transitions<string>, readonly string[], readonly string[]]>([
  ['run', RUN_TRANSITIONS, RUN_STATUSES, INITIAL_RUN_STATUSES],
  ['step', STEP_TRANSITIONS, STEP_STATUSES, INITIAL_STEP_STATUSES],
])('the transitions of a %s', (_name, transitions, statuses, initial) => {
  it('reach every status', () => {
    expect(reachable(transitions, initial)).toEqual(new Set(statuses));
  });

  it('lead from every status to a terminal one', () => {
    for (const status of statuses) {
      expect([...reachable(transitions, [status])].some((end) => isTerminal(transitions, end))).toBe(true);
    }
  });

  it('lead to known statuses only, and never to the same status', () => {
    for (const status of statuses) {
      for (const next of transitions[status] ?? []) expect(statuses).toContain(next);
      expect(mayChange(transitions, status, status)).toBe(false);
    }
  });
});

describe('the statuses of a run', () => {
  it('include four terminal ones', () => {
    expect(RUN_STATUSES.filter((status) => isTerminal(RUN_TRANSITIONS, status))).toEqual([
      'succeeded',
      'partially_failed',
      'failed',
      'cancelled',
    ]);
  });

  it('allow cancelling in every open one', () => {
    expect(RUN_STATUSES.filter((status) => mayChange(RUN_TRANSITIONS, status, 'cancelled'))).toEqual(
      RUN_STATUSES.filter((status) => !isTerminal(RUN_TRANSITIONS, status)),
    );
  });

  it('let a blocked run start only through pending', () => {
    expect(mayChange(RUN_TRANSITIONS, 'blocked_plan_limits', 'pending')).toBe(true);
    expect(mayChange(RUN_TRANSITIONS, 'blocked_plan_limits', 'running')).toBe(false);
    expect(RUN_STATUSES.filter((status) => mayChange(RUN_TRANSITIONS, status, 'succeeded'))).toEqual(['running']);
  });
});
