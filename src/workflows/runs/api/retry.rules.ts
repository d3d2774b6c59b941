import { estimateCost, priceOf, testPriceOf } from '../../definition/cost.rules';
import { ALREADY_DELIVERED } from '../../definition/schedule.rules';
import type { Definition } from '../../model/definition.types';
import { typeOf } from '../../nodes/node-types.rules';
import type { WorkflowVersionEntity } from '../../workflow.entity';
import type { NewRun } from '../store/run.types';
import type { WorkflowRunEntity, WorkflowRunStepEntity } from '../store/workflow-run.entity';

/** `same` repeats a run with its own version, `published` with the published version. */
export const RETRIED_WORKFLOWS = ['same', 'published'] as const;
export type RetriedWorkflow = (typeof RETRIED_WORKFLOWS)[number];

export function sameAgain(run: WorkflowRunEntity, definition: Definition, steps: readonly WorkflowRunStepEntity[]): NewRun {
  return {
    ...retryOf(run, definition),
    version: run.workflowVersionId ? { id: run.workflowVersionId, version: run.workflowVersion! } : null,
    draft: run.definition ? { revision: run.draftRevision!, definition: run.definition } : null,
    steps: steps.flatMap((step) => copyOf(step, definition) ?? []),
  };
}

/** @param delivered the steps of destinations that a run of the chain has delivered to, which are skipped */
export function withVersion(
  run: WorkflowRunEntity,
  { id, version, definition }: WorkflowVersionEntity,
  delivered: readonly WorkflowRunStepEntity[],
): NewRun {
  const steps = definition.nodes.flatMap((node) => {
    const type = typeOf(node);
    const before = type.kind === 'destination' && delivered.find(({ nodeId }) => nodeId === node.id);
    return before
      ? [{ ...NOTHING_DONE, ...SKIPPED, nodeId: node.id, nodeType: node.type, nodeKind: type.kind, output: before.output }]
      : [];
  });
  return { ...retryOf(run, definition), version: { id, version }, draft: null, steps };
}

const NOTHING_DONE = { changes: null, billedPoints: 0, attemptCount: 0, attempts: null, dueAt: null, startedAt: null };

/** The step has no port and no end yet, since the retry may never reach its node. */
const SKIPPED = { status: 'skipped', errorCode: ALREADY_DELIVERED, port: null, completedAt: null } as const;

function retryOf(run: WorkflowRunEntity, definition: Definition) {
  const { id, accountId, formId, workflowId, submissionId, runKind, originRunId } = run;
  const input = run.input && { ...run.input, mail: undefined }; // a retry of a test does not repeat its mail
  const maxCost = estimateCost(definition, runKind === 'test' ? testPriceOf : priceOf).max;
  return { accountId, formId, workflowId, submissionId, input, runKind, maxCost, retryOf: { id, originRunId: originRunId ?? id } };
}

/** Null for a step that is executed again. A succeeded `stop` is one of them, since its copy would end the retry at once. */
function copyOf(step: WorkflowRunStepEntity, { nodes }: Definition): NonNullable<NewRun['steps']>[number] | null {
  if (step.errorCode === ALREADY_DELIVERED) return { ...step, ...SKIPPED };
  const node = nodes.find(({ id }) => id === step.nodeId)!;
  const isCopied = step.status === 'succeeded' && typeOf(node).runOutcome === undefined;
  return isCopied ? { ...step, billedPoints: 0 } : null;
}
