import { typeOf } from '../nodes/node-types.rules';
import type { Definition, WorkflowEdge, WorkflowNode } from '../model/definition.types';
import { incomingEdges, isEnabledTrigger, portOf, topologicalOrder } from './graph.rules';
import { isTerminal, STEP_TRANSITIONS, type StepStatus } from './state-machine.rules';

/** The progress of a node in a run. The port is null while the step is open, and for a step that took no port. */
export interface StepState {
  status: StepStatus;
  port: string | null;
  errorCode?: string | null;
  completedAt?: Date | null;
}

/** The error code of a destination that is skipped because an earlier run of the chain has delivered the submission to it. */
export const ALREADY_DELIVERED = 'already_delivered';

/** The error code of a destination that is skipped because a retry was to leave it out. */
export const LEFT_OUT = 'left_out';

/**
 * True for a destination that an earlier run has delivered to or that is left out, and that the retry has not reached yet. Its step takes `out` once the retry
 * reaches it, and is stored as skipped before, so that a process of an older release neither delivers again nor continues behind it.
 */
const isSkippedAhead = (step: StepState | undefined): boolean => step?.status === 'skipped' && step.completedAt === null;

/** The steps of a run by node ID. A node without a step has not started. */
export type Steps = ReadonlyMap<string, StepState>;

export interface Schedule {
  ready: WorkflowNode[];
  /** Steps that are skipped or cancelled, with their new states. */
  settled: ({ nodeId: string } & StepState)[];
  /** True when no step is ready, running or waiting once the settled steps are recorded. */
  isFinished: boolean;
}

/**
 * Decides which nodes start next. A node is ready when the sources of all its incoming edges are done and at least one of these edges was
 * taken; when none was taken, the node is skipped. A disabled node, and one that was delivered already or is left out, is skipped but takes `out`. After a
 * `stop` no node starts: waiting steps are cancelled, nodes that have not started are skipped, and running steps finish.
 */
export function schedule(definition: Definition, steps: Steps): Schedule {
  const result: Schedule = { ready: [], settled: [], isFinished: false };
  const known = new Map(steps);
  const incoming = incomingEdges(definition);
  const isStopped = hasStopped(definition, steps);
  const order = topologicalOrder(definition);
  for (const node of order) {
    const next = nextStateOf(node, known, incoming.get(node.id) ?? [], isStopped);
    if (next === 'ready') result.ready.push(node);
    if (typeof next !== 'object') continue;
    known.set(node.id, next);
    result.settled.push({ nodeId: node.id, ...next });
  }
  result.isFinished = order.every(({ id }) => isDone(known.get(id)));
  return result;
}

export function portOfFailure(node: WorkflowNode): string | null {
  return typeOf(node).ports(node.config).includes('error') ? 'error' : null;
}

export const isTaken = (edge: WorkflowEdge, steps: Steps): boolean => steps.get(edge.source)?.port === portOf(edge);

function hasStopped({ nodes }: Definition, steps: Steps): boolean {
  return nodes.some((node) => steps.get(node.id)?.status === 'succeeded' && typeOf(node).runOutcome !== undefined);
}

type NextState = StepState | 'ready' | 'unchanged';

function nextStateOf(node: WorkflowNode, steps: Steps, incoming: readonly WorkflowEdge[], isStopped: boolean): NextState {
  const step = steps.get(node.id);
  const status = step?.status ?? 'pending';
  const isAhead = isSkippedAhead(step);
  if (isStopped && status === 'waiting') return { status: 'cancelled', port: null };
  if (status !== 'pending' && !isAhead) return 'unchanged';
  if (isStopped) return { status: 'skipped', port: null };
  if (!isEnabledTrigger(node)) {
    if (!incoming.every(({ source }) => isDone(steps.get(source)))) return 'unchanged';
    if (!incoming.some((edge) => isTaken(edge, steps))) return { status: 'skipped', port: null };
  }
  return node.disabled || isAhead ? { status: 'skipped', port: 'out' } : 'ready';
}

const isDone = (step: StepState | undefined): boolean =>
  step !== undefined && isTerminal(STEP_TRANSITIONS, step.status) && !isSkippedAhead(step);
