import { hasAttemptLeft, nextAttemptDelayMs, type Outcome } from '../../../platform/outbound/delivery-outcome.rules';
import type { WorkflowNode } from '../../model/definition.types';
import type { SendingType } from '../../nodes/node-type.types';
import { typeOf } from '../../nodes/node-types.rules';
import { MAX_LOST_WORKERS, type EndedAttempt, type StepRow } from '../store/run.types';

/**
 * The delay before the next attempt; null when no attempt is left, or when the request may have arrived and must not arrive twice.
 * @param attempts the number of attempts that were made
 * @param random between 0 and 1, for the jitter of the delay
 */
export function retryDelayMs({ node, outcome }: EndedAttempt, attempts: number, random: () => number): number | null {
  if (outcome.kind === 'retry') return nextAttemptDelayMs(attempts, random, outcome.retryAfterSeconds);
  const isRepeated = outcome.kind === 'uncertain' && mayArriveTwice(node);
  return isRepeated ? nextAttemptDelayMs(attempts, random, null) : null;
}

/** Ends an attempt whose worker crashed before writing its outcome. It is repeated soon, since its receiver did not refuse it. */
export function interruptedAttempt(
  node: WorkflowNode,
  step: StepRow,
  isPoison: boolean,
): { attempt: EndedAttempt; delayMs: number | null } {
  const lostWorkers = lostWorkersIn(step.output) + 1;
  const output = { lost_workers: lostWorkers };
  if (isPoison || lostWorkers >= MAX_LOST_WORKERS) return { attempt: { node, outcome: WORKER_LOST, output, ...UNKNOWN }, delayMs: null };
  const isRetried = mayArriveTwice(node) && hasAttemptLeft(step.attemptCount);
  return { attempt: { node, outcome: NO_RESPONSE, output, ...UNKNOWN }, delayMs: isRetried ? INTERRUPTED_RETRY_MS : null };
}

const UNKNOWN = { endedAt: null, httpStatus: null };
const WORKER_LOST: Outcome = { kind: 'failed', errorCode: 'worker_lost', isGone: false };
const NO_RESPONSE: Outcome = { kind: 'uncertain', errorCode: 'no_response' };
const INTERRUPTED_RETRY_MS = 5_000;

/** The number of workers in a row that crashed during this attempt. */
function lostWorkersIn(output: unknown): number {
  const isCounted = typeof output === 'object' && output !== null && 'lost_workers' in output;
  return isCounted ? Number(output.lost_workers) : 0;
}

const mayArriveTwice = (node: WorkflowNode): boolean => (typeOf(node) as SendingType).settings(node.config).mayArriveTwice;
