import type { RunStatus, StepStatus, Transitions } from '../../../src/workflows/definition/state-machine.rules';
import {
  INITIAL_RUN_STATUSES,
  INITIAL_STEP_STATUSES,
  isTerminal,
  RUN_STATUSES,
  RUN_TRANSITIONS,
  STEP_STATUSES,
  STEP_TRANSITIONS,
} from '../../../src/workflows/definition/state-machine.rules';
import { code, fenced, paragraphs, table } from '../markdown';

/** The statuses of runs and steps, from the tables of transitions that the service and its database enforce. */
export const statesSection = (): string =>
  paragraphs(
    '## Runs',
    'Each accepted submission of a form with a published workflow creates one run, in the transaction that stores the submission. The run executes the version that is published at that time, even if another version is published later. A quarantined submission gets its run when it is released, and an imported one gets none. Where the trigger does not accept the source of the submission, the run succeeds with every other step skipped. A terminal status never changes; a retry is a new run.',
    diagram(RUN_TRANSITIONS, INITIAL_RUN_STATUSES),
    table(
      ['run', 'meaning'],
      RUN_STATUSES.map((status) => [code(status), RUN_MEANINGS[status]]),
    ),
    '## Steps',
    'A run has one step for each node of its definition. A node starts when all nodes before it are done and at least one edge to it was taken. When none was taken, the node is skipped, and the same rule applies to the nodes after it. Branches run concurrently, and no node runs twice. A waiting step has a due time in the database and does not occupy a worker.',
    diagram(STEP_TRANSITIONS, INITIAL_STEP_STATUSES),
    table(
      ['step', 'meaning'],
      STEP_STATUSES.map((status) => [code(status), STEP_MEANINGS[status]]),
    ),
  );

const RUN_MEANINGS: Record<RunStatus, string> = {
  pending: 'Created, and waiting for a worker.',
  blocked_insufficient_compute_points:
    'Waiting for compute points. Blocked runs continue automatically, the oldest first, and fail with `expired_blocked` after 7 days.',
  blocked_plan_limits: 'A test that waits until the account has fewer open tests, also for up to 7 days.',
  running: 'A worker executes it, or a step is due later.',
  succeeded: 'Every step succeeded, was skipped, or failed with an edge from its `error` port.',
  partially_failed: 'A failure was not handled, or a step is uncertain, but at least one destination succeeded.',
  failed:
    'A failure was not handled, or a step is uncertain, and no destination succeeded; or a `stop` failed the run; or the run took more than ten minutes of continuous work or 45 days in all (`run_expired`).',
  cancelled: 'Cancelled by a request. Nothing was sent afterwards.',
};

const STEP_MEANINGS: Record<StepStatus, string> = {
  pending: 'Not started yet.',
  running: 'An attempt is in progress. It is recorded before anything is sent.',
  waiting: 'A delay, the backoff before another attempt, or a busy destination. The step continues at `due_at`.',
  succeeded: 'Completed.',
  failed: 'Failed for good. Takes the port `error` if the node has it.',
  uncertain: 'A request was sent and its delivery is unknown. The step takes no port, so the branch ends.',
  skipped:
    'No edge to the node was taken, the node is disabled, a `stop` ended the run first, or [a mail to a visitor](#mails-to-visitors) was not sent or could not arrive.',
  cancelled: 'Cancelled together with the run, or by a `stop`.',
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
