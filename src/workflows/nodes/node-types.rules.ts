import type { WorkflowNode } from '../model/definition.types';
import { condition } from './condition.node';
import { schemaOf, type ConfigOption, type ConfigSchema } from './config.rules';
import { database } from './database.node';
import { delay } from './delay.node';
import { discord } from './discord.node';
import { email } from './email.node';
import { filter } from './filter.node';
import { mapValues } from './map-values.node';
import type { NodeType } from './node-type.types';
import { setFields } from './set-fields.node';
import { slack } from './slack.node';
import { stop } from './stop.node';
import { submissionReceived } from './submission-received.node';
import { switchNode } from './switch.node';
import { webhook } from './webhook.node';

/** All node types, in the order of the documentation, which is generated from this list. */
export const NODE_TYPES: readonly NodeType[] = [
  submissionReceived,
  filter,
  condition,
  switchNode,
  setFields,
  mapValues,
  delay,
  stop,
  database,
  webhook,
  email,
  slack,
  discord,
];

export const optionsOf = (type: NodeType): Readonly<Record<string, ConfigOption>> => type.config as Record<string, ConfigOption>;

/** The config schemas of all types for editors. `x-ports` has the ports of a node with an empty config. */
export const editorSchemas = (): Record<string, ConfigSchema> =>
  Object.fromEntries(
    NODE_TYPES.map((type): [string, ConfigSchema] => {
      const { kind, summary } = type;
      return [type.type, { ...schemaOf(optionsOf(type)), description: summary, 'x-kind': kind, 'x-ports': type.ports({}) }];
    }),
  );

const BY_NAME: ReadonlyMap<string, NodeType> = new Map(NODE_TYPES.map((type) => [type.type, type]));

export const isNodeType = (name: unknown): boolean => BY_NAME.has(name as string);

/** Throws for an unknown type, which `structureErrors` must have refused before. */
export function typeOf(node: WorkflowNode): NodeType {
  const type = BY_NAME.get(node.type);
  if (!type) throw new Error('The structure of the definition has not been validated.');
  return type;
}
