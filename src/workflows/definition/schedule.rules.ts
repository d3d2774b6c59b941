import { typeOf } from '../nodes/node-types.rules';
import type { Definition, WorkflowEdge, WorkflowNode } from './definition.types';
import { incomingEdges, topologicalOrder, isEnabledTrigger, portOf } from './graph.rules';
import { isTerminal, STEP_TRANSITIONS, type StepStatus } from './state-machine.rules';

/** How far a node has come. The port is the one it took: null while it is open and when it let nothing pass. */
export interface StepState {
  status: StepStatus;
  port: string | null;
}

/** The steps of a run by node ID. A node without one has not started. */
export type Steps = ReadonlyMap<string, StepState>;

/** What a run has to do next. */
export interface Plan {
  /** Nodes to start now, all at once. */
  ready: WorkflowNode[];
  /** Steps that end without having done anything, to be recorded as they are here. */
  settled: ({ nodeId: string } & StepState)[];
  /** Nothing is ready, under way or waiting, once the settled steps are recorded. */
  isFinished: boolean;
}

/**
 * A node is ready when every edge to it is resolved and at least one was taken; when none was, it is skipped, and so on
 * downstream. A disabled node is skipped too, but takes `out`. After a `stop` nothing starts: what waits is cancelled, what has not
 * started is skipped, and what is under way ends by itself.
 */
export function schedule(definition: Definition, steps: Steps): Plan {
  const plan: Plan = { ready: [], settled: [], isFinished: false };
  const known = new Map(steps);
  const incoming = incomingEdges(definition);
  const isOver = hasStopped(definition, steps);
  const order = topologicalOrder(definition);
  for (const node of order) {
    const step = settlement(node, known, incoming.get(node.id) ?? [], isOver);
    if (step === 'ready') plan.ready.push(node);
    if (typeof step !== 'object') continue;
    known.set(node.id, step);
    plan.settled.push({ nodeId: node.id, ...step });
  }
  plan.isFinished = order.every(({ id }) => isDone(known.get(id)));
  return plan;
}

/** The port of a step that has finally failed: `error`, if its type has one. An uncertain step takes none. */
export function portOfFailure(node: WorkflowNode): string | null {
  return typeOf(node).ports(node.config).includes('error') ? 'error' : null;
}

/** Whether an edge was taken: its source took the port that it leaves from. */
export const isTaken = (edge: WorkflowEdge, steps: Steps): boolean => steps.get(edge.source)?.port === portOf(edge);

function hasStopped({ nodes }: Definition, steps: Steps): boolean {
  return nodes.some((node) => steps.get(node.id)?.status === 'succeeded' && typeOf(node).runOutcome !== undefined);
}

type Settlement = StepState | 'ready' | 'open';

function settlement(node: WorkflowNode, steps: Steps, incoming: WorkflowEdge[], isOver: boolean): Settlement {
  const { status } = steps.get(node.id) ?? { status: 'pending' };
  if (isOver && status === 'waiting') return { status: 'cancelled', port: null };
  if (status !== 'pending') return 'open';
  if (isOver) return { status: 'skipped', port: null };
  if (!isEnabledTrigger(node)) {
    if (!incoming.every(({ source }) => isDone(steps.get(source)))) return 'open';
    if (!incoming.some((edge) => isTaken(edge, steps))) return { status: 'skipped', port: null };
  }
  return node.disabled ? { status: 'skipped', port: 'out' } : 'ready';
}

const isDone = (step: StepState | undefined): boolean =>
  step !== undefined && isTerminal(STEP_TRANSITIONS, step.status);
