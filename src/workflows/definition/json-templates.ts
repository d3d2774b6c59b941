import { setImmediate } from 'node:timers/promises';
import type { Definition, WorkflowNode } from '../model/definition.types';
import type { WorkflowVersionEntity } from '../workflow.entity';
import type { RunState } from '../model/run-state.types';
import { execute } from '../nodes/execution.rules';
import { typeOf } from '../nodes/node-types.rules';
import { jsonTemplateOf } from '../nodes/webhook.node';
import { InvalidOutput, refuseNoJson } from '../templates/json-body';
import { RunBudget, TemplateFailure, type NodeWork } from '../templates/render-budget';
import { TemplateRenderer } from '../templates/template-renderer';
import { ancestorsOf, topologicalOrder } from './graph.rules';
import { type HardSample, hardSamples } from './hard-samples.rules';
import type { SampledField } from './sample.rules';
import { applyChanges } from './state-at.rules';

/** A webhook whose template renders to invalid JSON, or lets a submitted value name a member. */
export interface BrokenTemplate {
  node: WorkflowNode;
  /** The sample with which the template fails, and the place, without the name of the node. */
  message: string;
}

/**
 * Renders the JSON templates of a valid definition with hard samples, all within the budget of one run. A template that exceeds the budget
 * is not refused, since it sends nothing.
 * @param escapesJson false for a version that was published before values were escaped
 */
export async function brokenTemplates(
  definition: Definition,
  samples: readonly HardSample[],
  escapesJson: boolean,
): Promise<BrokenTemplate[]> {
  const broken = new Map<WorkflowNode, string>();
  const names = new Map<WorkflowNode, string>();
  const budget = new RunBudget();
  const nodes = definition.nodes.filter(hasJsonTemplate);
  for (const { name, start, hasHardTexts } of samples) {
    for (const node of nodes.filter((each) => !broken.has(each))) {
      const work = budget.begin(`${node.id} ${name}`, setImmediate);
      const body = await bodyOf(node, await stateBefore(node, definition, start, work), work, escapesJson);
      if (body instanceof InvalidOutput) broken.set(node, `With ${name}: ${body.message}`);
      if (typeof body !== 'string' || !hasHardTexts) continue;
      const found = namesIn(body);
      if (found !== (names.get(node) ?? found)) broken.set(node, NAMED_BY_VALUE);
      names.set(node, found);
    }
  }
  return [...broken].map(([node, message]) => ({ node, message }));
}

export type CheckedVersion = Pick<WorkflowVersionEntity, 'version' | 'definition' | 'escapesJson'>;

/** A warning for each webhook of an older version whose template can render to invalid JSON, since its values are not escaped. */
export async function olderTemplateWarnings(
  { version, definition, escapesJson }: CheckedVersion,
  fields: readonly Pick<SampledField, 'name' | 'type'>[],
): Promise<string[]> {
  if (escapesJson) return [];
  const broken = await brokenTemplates(definition, hardSamples(fields, true, []), false);
  return broken.map(
    ({ node, message }) => `Version ${version} does not escape the values in the body of ${node.name ?? node.id}. ${message} ${REMEDY}`,
  );
}

const REMEDY = 'Test the draft and publish it: from then on they are escaped.';

const NAMED_BY_VALUE = 'A submitted text is in the name of a member. Put it into the value, so that nobody can choose the names.';

const hasJsonTemplate = ({ type, config, disabled }: WorkflowNode): boolean =>
  type === 'webhook' && !disabled && jsonTemplateOf(config) !== null;

/** The rendered body; an error when the body is not JSON; null when the template cannot be rendered. */
async function bodyOf(
  { config }: WorkflowNode,
  state: RunState,
  work: NodeWork,
  escapesJson: boolean,
): Promise<string | InvalidOutput | null> {
  try {
    const body = await new TemplateRenderer(state, work, null, escapesJson).renderJson(jsonTemplateOf(config)!);
    refuseNoJson(body);
    return body;
  } catch (error) {
    if (error instanceof InvalidOutput) return error;
    if (error instanceof TemplateFailure) return null;
    throw error;
  }
}

/** The state after the execution of all ancestors of the node that send nothing, whichever ports they take. */
async function stateBefore({ id }: WorkflowNode, definition: Definition, start: HardSample['start'], work: NodeWork): Promise<RunState> {
  const ancestors = ancestorsOf(definition, id);
  let state: RunState = { ...start, nodes: {} };
  for (const node of topologicalOrder(definition)) {
    const type = typeOf(node);
    if (!ancestors.has(node.id) || node.disabled || type.channel !== 'none') continue;
    const result = await execute(type, node.config, state, work);
    if (result.failure) continue;
    const { changes, output } = result.decision;
    const fields = changes ? applyChanges(state.fields, changes) : state.fields;
    state = { ...state, fields, nodes: { ...state.nodes, [node.id]: { output } } };
  }
  return state;
}

function namesIn(body: string): string {
  const names = new Set<string>();
  JSON.parse(body, (name, value: unknown) => {
    names.add(name);
    return value;
  });
  return JSON.stringify([...names].filter((name) => !/^\d*$/.test(name)).sort());
}
