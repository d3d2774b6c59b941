import { hasAttemptLeft, nextAttemptDelayMs } from '../../../platform/outbound/retry-schedule.rules';
import type { WorkflowNode } from '../../definition/definition.types';
import type { SendingType } from '../../nodes/node-type.types';
import { typeOf } from '../../nodes/node-types.rules';
import type { RunSession } from '../engine/run-session';
import type { AttemptOutcome } from '../store/run.types';
import { MAX_LOST_WORKERS } from '../store/run.types';
import type { AttemptVerdict } from './destination-sender';

/** An attempt that has ended, with the output of its step. */
export interface Attempt {
  verdict: AttemptVerdict;
  output: unknown;
}

/** @param random between 0 and 1, for the jitter of the delay */
export function attemptOutcome(
  session: RunSession,
  node: WorkflowNode,
  { verdict, output }: Attempt,
  random: () => number,
): AttemptOutcome {
  if (verdict.kind === 'delivered') return { kind: 'succeeded', output };
  const { errorCode } = verdict;
  if (verdict.kind === 'failed') return { kind: 'failed', errorCode, output };
  const delayMs = retryDelayMs(session, node, verdict, random);
  if (delayMs !== null) return { kind: 'retry', errorCode, output, at: later(session, delayMs) };
  return { kind: verdict.kind === 'uncertain' ? 'uncertain' : 'failed', errorCode, output };
}

/**
 * The outcome of an attempt whose worker crashed between the intent and the outcome, so that the request may or may not have been sent.
 * The destination has not refused it, so it is retried soon, however many attempts there were.
 */
export function interruptedOutcome(session: RunSession, node: WorkflowNode): AttemptOutcome {
  const lostWorkers = lostWorkersIn(session.steps.of(node).output) + 1;
  const output = { lost_workers: lostWorkers };
  const isPoison = session.isPoison(node) || lostWorkers >= MAX_LOST_WORKERS;
  if (isPoison) return { kind: 'failed', errorCode: 'worker_lost', output };
  const isRetried = mayArriveTwice(node) && hasAttemptLeft(session.steps.of(node).attemptCount);
  if (!isRetried) return { kind: 'uncertain', errorCode: 'no_response', output };
  return { kind: 'retry', errorCode: 'no_response', output, at: later(session, INTERRUPTED_RETRY_MS) };
}

const INTERRUPTED_RETRY_MS = 5_000;

/** The number of workers in a row that crashed during this attempt. */
function lostWorkersIn(output: unknown): number {
  const isCounted = typeof output === 'object' && output !== null && 'lost_workers' in output;
  return isCounted ? Number(output.lost_workers) : 0;
}

/** Null when no attempt is left, or when the request may have arrived and must not arrive twice. */
function retryDelayMs(
  session: RunSession,
  node: WorkflowNode,
  verdict: AttemptVerdict & { kind: 'retry' | 'uncertain' },
  random: () => number,
): number | null {
  const { attemptCount } = session.steps.of(node);
  if (verdict.kind === 'retry') return nextAttemptDelayMs(attemptCount, random, verdict.retryAfterSeconds);
  return mayArriveTwice(node) ? nextAttemptDelayMs(attemptCount, random, null) : null;
}

const mayArriveTwice = (node: WorkflowNode): boolean =>
  (typeOf(node) as SendingType).settings(node.config).retryUncertain;

const later = (session: RunSession, delayMs: number): Date => new Date(session.now().getTime() + delayMs);
