import { estimateCost, priceOf, testPriceOf } from '../../definition/cost.rules';
import { ALREADY_DELIVERED, LEFT_OUT } from '../../definition/schedule.rules';
import type { Definition, WorkflowNode } from '../../model/definition.types';
import { typeOf } from '../../nodes/node-types.rules';
import type { WorkflowVersionEntity } from '../../workflow.entity';
import type { NewRun } from '../store/run.types';
import type { WorkflowRunEntity, WorkflowRunStepEntity } from '../store/workflow-run.entity';

/** `same` repeats a run with its own version, `published` with the published version. */
export const RETRIED_WORKFLOWS = ['same', 'published'] as const;
export type RetriedWorkflow = (typeof RETRIED_WORKFLOWS)[number];

/** @param leftOut the nodes of destinations that are skipped, so that what stands behind them is executed */
export function sameAgain(
  run: WorkflowRunEntity,
  definition: Definition,
  steps: readonly WorkflowRunStepEntity[],
  leftOut: readonly string[],
): NewRun {
  return {
    ...retryOf(run, definition),
    version: run.workflowVersionId ? { id: run.workflowVersionId, version: run.workflowVersion! } : null,
    draft: run.definition ? { revision: run.draftRevision!, definition: run.definition } : null,
    steps: [
      ...steps.filter(({ nodeId }) => !leftOut.includes(nodeId)).flatMap((step) => copyOf(step, definition) ?? []),
      ...stepsOfLeftOut(definition, leftOut),
    ],
  };
}

/** @param delivered the steps of destinations that a run of the chain has delivered to, which are skipped */
export function withVersion(
  run: WorkflowRunEntity,
  { id, version, definition }: WorkflowVersionEntity,
  delivered: readonly WorkflowRunStepEntity[],
  leftOut: readonly string[],
): NewRun {
  const steps = definition.nodes.flatMap((node) => {
    const before = isDestination(node) && delivered.find(({ nodeId }) => nodeId === node.id);
    return before ? [{ ...skippedStep(node, ALREADY_DELIVERED), output: before.output }] : [];
  });
  return { ...retryOf(run, definition), version: { id, version }, draft: null, steps: [...steps, ...stepsOfLeftOut(definition, leftOut)] };
}

/** The nodes among these that no retry may leave out: what is no destination of the definition, or was delivered. */
export function notToLeaveOut(
  leftOut: readonly string[],
  { nodes }: Definition,
  steps: readonly Pick<WorkflowRunStepEntity, 'nodeId' | 'status' | 'errorCode'>[],
): string[] {
  return leftOut.filter((id) => {
    const node = nodes.find((each) => each.id === id);
    const isDelivered = steps.some(
      ({ nodeId, status, errorCode }) => nodeId === id && (status === 'succeeded' || errorCode === ALREADY_DELIVERED),
    );
    return !node || !isDestination(node) || isDelivered;
  });
}

const isDestination = (node: WorkflowNode): boolean => typeOf(node).kind === 'destination';

const stepsOfLeftOut = ({ nodes }: Definition, leftOut: readonly string[]) =>
  nodes.filter(({ id }) => leftOut.includes(id)).map((node) => ({ ...skippedStep(node, LEFT_OUT), output: null }));

const NOTHING_DONE = { changes: null, billedPoints: 0, attemptCount: 0, attempts: null, dueAt: null, startedAt: null };

/** The step has no port and no end yet, since the retry may never reach its node. */
const SKIPPED = { status: 'skipped', port: null, completedAt: null } as const;

const skippedStep = (node: WorkflowNode, errorCode: string) => ({
  ...NOTHING_DONE,
  ...SKIPPED,
  ...{ errorCode, nodeId: node.id, nodeType: node.type, nodeKind: typeOf(node).kind },
});

function retryOf(run: WorkflowRunEntity, definition: Definition) {
  const { id, accountId, formId, workflowId, submissionId, runKind, originRunId } = run;
  const input = run.input && { ...run.input, mail: undefined }; // a retry of a test does not repeat its mail
  const maxCost = estimateCost(definition, runKind === 'test' ? testPriceOf : priceOf).max;
  return { accountId, formId, workflowId, submissionId, input, runKind, maxCost, retryOf: { id, originRunId: originRunId ?? id } };
}

/** Null for a step that is executed again. A succeeded `stop` is one of them, since its copy would end the retry at once. */
function copyOf(step: WorkflowRunStepEntity, { nodes }: Definition): NonNullable<NewRun['steps']>[number] | null {
  if (step.errorCode === ALREADY_DELIVERED || step.errorCode === LEFT_OUT) return { ...step, ...SKIPPED };
  const node = nodes.find(({ id }) => id === step.nodeId)!;
  const isCopied = step.status === 'succeeded' && typeOf(node).runOutcome === undefined;
  return isCopied ? { ...step, billedPoints: 0 } : null;
}
