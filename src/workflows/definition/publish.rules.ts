import { members } from '../nodes/config.rules';
import { optionsOf, typeOf } from '../nodes/node-types.rules';
import type { NodeContext, ConfigError, PublishCode, PublishContext, PublishError } from './publish-error.types';
import type { Definition, WorkflowEdge, WorkflowNode } from './definition.types';
import { descendantsOf, outgoingEdges, isEnabledTrigger, portOf, ancestorsOf } from './graph.rules';

const MAX_ITEMS = 100;

/**
 * Why a definition of sound structure cannot be published or tested: everything at once, at most a hundred items. A disabled node
 * may have an unfinished config, since nobody reads it.
 */
export function publishErrors(definition: Definition, context: PublishContext): PublishError[] {
  const items = [
    ...triggerFaults(definition),
    ...unreachableNodes(definition),
    ...loopFaults(definition),
    ...portFaults(definition),
    ...definition.nodes.flatMap((node) => configItems(node, definition, context)),
    ...destinationFaults(definition),
  ];
  return items.slice(0, MAX_ITEMS);
}

function triggerFaults({ nodes }: Definition): PublishError[] {
  const [first, ...others] = nodes.filter(isEnabledTrigger);
  if (!first) return [item('no_trigger', 'The workflow needs a trigger that is not disabled.')];
  return others.map(({ id }) => item('multiple_triggers', 'A workflow has exactly one trigger.', { node_id: id }));
}

function destinationFaults({ nodes }: Definition): PublishError[] {
  const hasOne = nodes.some((node) => typeOf(node).kind === 'destination' && !node.disabled);
  return hasOne ? [] : [item('no_destination', 'The workflow needs a destination that is not disabled.')];
}

/** Without a trigger nothing can be reached, and saying so for each node would help nobody. */
function unreachableNodes(definition: Definition): PublishError[] {
  const starts = definition.nodes.filter(isEnabledTrigger).map(({ id }) => id);
  if (starts.length === 0) return [];
  const reached = new Set([...starts, ...descendantsOf(definition, starts)]);
  const lost = definition.nodes.filter(({ id }) => !reached.has(id));
  return lost.map(({ id }) => item('unreachable_node', 'No way leads from the trigger to this node.', { node_id: id }));
}

/** One item for each edge that closes a loop on a walk in the definition's order: without these edges there is no loop left. */
function loopFaults(definition: Definition): PublishError[] {
  const outgoing = outgoingEdges(definition);
  const closing: WorkflowEdge[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const visit = (id: string): void => {
    state.set(id, 'open');
    for (const edge of outgoing.get(id) ?? []) {
      if (state.get(edge.target) === 'open') closing.push(edge);
      if (!state.has(edge.target)) visit(edge.target);
    }
    state.set(id, 'done');
  };
  for (const { id } of definition.nodes) if (!state.has(id)) visit(id);
  return closing.map(({ id, source }) => item('cycle', 'This edge closes a loop.', { node_id: source, edge_id: id }));
}

function portFaults({ nodes, edges }: Definition): PublishError[] {
  const ports = new Map(nodes.map((node) => [node.id, portsOf(node)]));
  const astray = edges.filter((edge) => !ports.get(edge.source)?.includes(portOf(edge)));
  return astray.map(({ id, source }) =>
    item('unknown_port', 'The node that this edge leaves has no such port.', {
      node_id: source,
      edge_id: id,
      path: 'source_port',
    }),
  );
}

/** A disabled node lets the run pass on `out`; the edges of its own ports may wait until it is enabled again. */
function portsOf(node: WorkflowNode): readonly string[] {
  const ports = typeOf(node).ports(node.config);
  return node.disabled ? [...ports, 'out'] : ports;
}

function configItems(node: WorkflowNode, definition: Definition, context: PublishContext): PublishError[] {
  if (node.disabled) return [];
  const faults = configErrors(node, checkContext(node, definition, context));
  return faults.map(({ code, message, path }) => item(code, message, { node_id: node.id, path }));
}

/** What is wrong with the config of one node, by the table of its type. */
export function configErrors(node: WorkflowNode, context: NodeContext): ConfigError[] {
  const type = typeOf(node);
  return [...members(optionsOf(type))(node.config, 'config', context), ...(type.crossFieldErrors?.(node.config) ?? [])];
}

/** A node may use the fields of the form, those that nodes before it set, and the outputs of nodes before it. */
function checkContext({ id }: WorkflowNode, definition: Definition, context: PublishContext): NodeContext {
  const upstreamIds = ancestorsOf(definition, id);
  const before = definition.nodes.filter((node) => upstreamIds.has(node.id) && !node.disabled);
  const set = before.flatMap((node) => typeOf(node).fieldsSet?.(node.config) ?? []);
  return { ...context, upstreamIds, fieldNames: new Set([...context.fieldNames, ...set]) };
}

function item(code: PublishCode, message: string, at: Partial<PublishError> = {}): PublishError {
  return { code, message, node_id: null, edge_id: null, path: null, ...at };
}
