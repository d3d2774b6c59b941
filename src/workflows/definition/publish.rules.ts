import { IS_REQUIRED } from '../../api/validation/messages.rules';
import { members } from '../nodes/config.rules';
import type { NodeType } from '../nodes/node-type.types';
import { NODE_TYPES, optionsOf, typeOf } from '../nodes/node-types.rules';
import type { Definition, WorkflowEdge, WorkflowNode } from '../model/definition.types';
import { ancestorsOf, descendantsOf, isEnabledTrigger, outgoingEdges, passableEdges, portOf } from './graph.rules';
import { changedBefore } from './missed-options.rules';
import type { ConfigError, NodeContext, PublishCode, PublishContext, PublishError } from '../model/publish-error.types';

export const MAX_ERRORS = 100;

/** The errors of a definition whose structure is valid. A disabled node may be unfinished. */
export function publishErrors(definition: Definition, context: PublishContext): PublishError[] {
  const errors = [
    ...triggerErrors(definition),
    ...unreachableNodes(definition),
    ...cycleErrors(definition),
    ...portErrors(definition),
    ...definition.nodes.flatMap((node) => nodeErrors(node, definition, context)),
    ...destinationErrors(definition),
  ];
  return errors.slice(0, MAX_ERRORS);
}

function triggerErrors({ nodes }: Definition): PublishError[] {
  const [first, ...others] = nodes.filter(isEnabledTrigger);
  if (!first) return [error('no_trigger', `the workflow needs a beginning: a step of the type ${typesOf('trigger')} that is not off`)];
  return others.map(({ id }) => error('multiple_triggers', 'the workflow must have only one beginning that is not off', { node_id: id }));
}

function destinationErrors({ nodes }: Definition): PublishError[] {
  const hasOne = nodes.some((node) => typeOf(node).kind === 'destination' && !node.disabled);
  return hasOne
    ? []
    : [
        error(
          'no_destination',
          `the workflow needs a step that sends or stores: one of the type ${typesOf('destination')} that is not off`,
        ),
      ];
}

function typesOf(kind: NodeType['kind']): string {
  const types = NODE_TYPES.filter((type) => type.kind === kind).map(({ type }) => type);
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(types);
}

/** Without a trigger every node is unreachable, so only the missing trigger is reported. */
function unreachableNodes(definition: Definition): PublishError[] {
  const triggers = definition.nodes.filter(isEnabledTrigger).map(({ id }) => id);
  if (triggers.length === 0) return [];
  const passable = { ...definition, edges: passableEdges(definition) };
  const reachable = new Set([...triggers, ...descendantsOf(passable, triggers)]);
  const unreachable = definition.nodes.filter(({ id }) => !reachable.has(id));
  return unreachable.map(({ id }) => error('unreachable_node', UNREACHABLE, { node_id: id }));
}

const UNREACHABLE = 'the step must be reachable from the beginning, also past steps that are off, which take only the way "out"';

/** One error for each back edge of a depth-first search in the order of the definition; without these edges the graph is acyclic. */
function cycleErrors(definition: Definition): PublishError[] {
  const outgoing = outgoingEdges(definition);
  const backEdges: WorkflowEdge[] = [];
  const visited = new Map<string, 'on_stack' | 'done'>();
  const visit = (id: string): void => {
    visited.set(id, 'on_stack');
    for (const edge of outgoing.get(id) ?? []) {
      if (visited.get(edge.target) === 'on_stack') backEdges.push(edge);
      if (!visited.has(edge.target)) visit(edge.target);
    }
    visited.set(id, 'done');
  };
  for (const { id } of definition.nodes) if (!visited.has(id)) visit(id);
  return backEdges.map(({ id, source }) => error('cycle', 'the connection must not close a circle', { node_id: source, edge_id: id }));
}

function portErrors({ nodes, edges }: Definition): PublishError[] {
  const ports = new Map(nodes.map((node) => [node.id, portsOf(node)]));
  return edges.flatMap((edge) => {
    const known = ports.get(edge.source) ?? [];
    const at = { node_id: edge.source, edge_id: edge.id, path: 'source_port' };
    return known.includes(portOf(edge)) ? [] : [error('unknown_port', portMessage(edge, known), at)];
  });
}

function portMessage(edge: WorkflowEdge, known: readonly string[]): string {
  if (known.length === 0) return 'must not be used, since nothing follows the step that it leaves';
  const message = `must be a way out of the step that it leaves: ${known.join(', ')}`;
  return edge.source_port === undefined ? `${IS_REQUIRED} here, and ${message}` : message;
}

/** A disabled node takes `out`; edges from its own ports may remain until it is enabled again. */
function portsOf(node: WorkflowNode): readonly string[] {
  const ports = typeOf(node).ports(node.config);
  return node.disabled ? [...ports, 'out'] : ports;
}

function nodeErrors(node: WorkflowNode, definition: Definition, context: PublishContext): PublishError[] {
  if (node.disabled) return [];
  const errors = configErrors(node, nodeContext(node, definition, context));
  return errors.map(({ code, message, path }) => error(code, message, { node_id: node.id, path }));
}

export function configErrors(node: WorkflowNode, context: NodeContext): ConfigError[] {
  const type = typeOf(node);
  return [...members(optionsOf(type))(node.config, 'config', context), ...(type.crossFieldErrors?.(node.config, context) ?? [])];
}

/** A node may refer to the fields of the form, to fields that its ancestors set, and to the outputs of its ancestors. */
function nodeContext(of: WorkflowNode, definition: Definition, context: PublishContext): NodeContext {
  const upstreamIds = ancestorsOf(definition, of.id);
  const ancestors = definition.nodes.filter((node) => upstreamIds.has(node.id) && !node.disabled);
  const fieldsSet = new Set(ancestors.flatMap((node) => typeOf(node).fieldsSet?.(node.config) ?? []));
  const changed = changedBefore(of, definition);
  return {
    ...context,
    ...(context.options && { options: new Map([...context.options].filter(([name]) => !changed.has(name))) }),
    upstreamIds,
    fieldNames: new Set([...context.fieldNames, ...fieldsSet]),
    fileFieldNames: new Set([...context.fileFieldNames].filter((name) => !fieldsSet.has(name))),
    emailFieldNames: new Set([...(context.emailFieldNames ?? [])].filter((name) => !changed.has(name))),
  };
}

function error(code: PublishCode, message: string, at: Partial<PublishError> = {}): PublishError {
  return { code, message, node_id: null, edge_id: null, path: null, ...at };
}
