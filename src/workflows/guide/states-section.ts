import type { RunStatus, StepStatus, Transitions } from '../definition/state-machine.rules';
import {
  INITIAL_RUN_STATUSES,
  INITIAL_STEP_STATUSES,
  isTerminal,
  RUN_STATUSES,
  RUN_TRANSITIONS,
  STEP_STATUSES,
  STEP_TRANSITIONS,
} from '../definition/state-machine.rules';
import { code, fenced, paragraphs, table } from './markdown';

/** How runs and steps come from one status to the next, drawn from the tables that the service and its database enforce. */
export const statesSection = (): string =>
  paragraphs(
    '## Runs',
    'Each accepted submission of a form with a published workflow makes one run, in the transaction that stores the submission. The run keeps to the version that was published at that moment. A run never leaves its last status; a retry is a new run.',
    diagram(RUN_TRANSITIONS, INITIAL_RUN_STATUSES),
    table(
      ['run', 'meaning'],
      RUN_STATUSES.map((status) => [code(status), RUN_MEANINGS[status]]),
    ),
    '## Steps',
    'A run has one step for each node of its definition. A node waits until it is certain of each edge to it whether it is taken. It starts if one is, and is skipped if none is; the same then holds for what follows. Branches run beside each other, and no node runs twice. A step that waits is a row with a due time and keeps no worker busy.',
    diagram(STEP_TRANSITIONS, INITIAL_STEP_STATUSES),
    table(
      ['step', 'meaning'],
      STEP_STATUSES.map((status) => [code(status), STEP_MEANINGS[status]]),
    ),
  );

const RUN_MEANINGS: Record<RunStatus, string> = {
  pending: 'Made, and waiting for a worker.',
  blocked_insufficient_compute_points:
    'Waiting for compute points; goes on by itself, the oldest first, and fails with `expired_blocked` after 7 days.',
  blocked_plan_limits: 'A test that waits until the account has fewer open ones; also for 7 days at most.',
  running: 'A worker has it, or it waits for a step that is due later.',
  succeeded: 'Every step succeeded or was skipped, or its failure was handled by an edge from its `error` port.',
  partially_failed: 'Something went wrong that nothing handled, but at least one destination got the submission.',
  failed:
    'Something went wrong that nothing handled, and no destination got it; or a `stop` said so; or it took more than ten minutes of work at a stretch or 45 days in all (`run_expired`).',
  cancelled: 'Somebody ended it; nothing was sent after that.',
};

const STEP_MEANINGS: Record<StepStatus, string> = {
  pending: 'Not started yet.',
  running: 'An attempt is under way. It is written down before anything is sent.',
  waiting: 'A delay, the pause before another attempt, or a destination that is too busy; goes on at `due_at`.',
  succeeded: 'Done.',
  failed: 'Finally failed. The port `error` is taken, where the node has one.',
  uncertain: 'Something was sent and nobody knows whether it arrived. No port is taken, so the branch ends.',
  skipped: 'No way that was taken leads here, the node is disabled, or a `stop` came first.',
  cancelled: 'Ended with the run before it was done.',
};

function diagram<Status extends string>(transitions: Transitions<Status>, first: readonly Status[]): string {
  const statuses = Object.keys(transitions) as Status[];
  return fenced(
    'mermaid',
    [
      'stateDiagram-v2',
      ...first.map((status) => `  [*] --> ${status}`),
      ...statuses.flatMap((from) => transitions[from].map((to) => `  ${from} --> ${to}`)),
      ...statuses.filter((status) => isTerminal(transitions, status)).map((status) => `  ${status} --> [*]`),
    ].join('\n'),
  );
}
