import type { WorkflowNode } from '../../model/definition.types';
import { execute, renderMasked } from '../../nodes/execution.rules';
import type { LocalType, NodeResult, SendingType } from '../../nodes/node-type.types';
import { typeOf } from '../../nodes/node-types.rules';
import type { RunState } from '../../model/run-state.types';
import type { NodeWork } from '../../templates/render-budget';
import { displayedRequest, type MessageIdentity } from './request-headers.rules';

export type StepResult =
  ({ hasFailed: false } & Required<Pick<NodeResult, 'port' | 'output'>> & Pick<NodeResult, 'changes' | 'wait'>) | FailedStep;

export interface FailedStep {
  hasFailed: true;
  errorCode: string;
  output: unknown;
}

/** Executes a node that sends nothing, or renders the request of a destination without sending it. */
export function resultOf(node: WorkflowNode, state: RunState, message: MessageIdentity, work: NodeWork): Promise<StepResult> {
  const type = typeOf(node);
  return type.channel === 'none' ? decisionOf(type, node, state, work) : dryRunOf(node, state, message, work);
}

export function withWarnings(output: unknown, warnings: readonly string[]): unknown {
  if (warnings.length === 0) return output;
  return typeof output === 'object' && output !== null ? { ...output, warnings } : { value: output, warnings };
}

async function decisionOf(type: LocalType, { config }: WorkflowNode, state: RunState, work: NodeWork): Promise<StepResult> {
  const result = await execute(type, config, state, work);
  if (result.failure) return failedStep(result.failure, result.warnings);
  const { decision, warnings } = result;
  return { hasFailed: false, ...decision, output: withWarnings(decision.output, warnings) };
}

async function dryRunOf(node: WorkflowNode, state: RunState, message: MessageIdentity, work: NodeWork): Promise<StepResult> {
  const result = await renderMasked(typeOf(node) as SendingType, node.config, state, work);
  if (result.failure) return failedStep(result.failure, result.warnings);
  const request = displayedRequest(result.request, node, message);
  return { hasFailed: false, port: 'out', output: withWarnings({ dry_run: true, request }, result.warnings) };
}

const failedStep = ({ code, message }: { code: string; message: string }, warnings: readonly string[]): FailedStep => ({
  hasFailed: true,
  errorCode: code,
  output: withWarnings({ message }, warnings),
});
