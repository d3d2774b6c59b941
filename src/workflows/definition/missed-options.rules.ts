import { isJsonObject } from '../../platform/json/json.rules';
import type { Definition, WorkflowNode } from '../model/definition.types';
import type { FieldOptionsOf } from '../model/publish-error.types';
import { typeOf } from '../nodes/node-types.rules';
import { ancestorsOf } from './graph.rules';

/** An option that a step expects a field of the form to have: it is looked up, or a template compares it. */
export interface ExpectedOption {
  step: string;
  field: string;
  option: string;
  isMapped: boolean;
}

/** The options that steps expect of fields which no step before them changes. Conditions are left out, since publishing checks them. */
export function expectedOptions(definition: Definition): ExpectedOption[] {
  return definition.nodes
    .filter(({ disabled }) => !disabled)
    .flatMap((node) => {
      const changed = changedBefore(node, definition);
      const found = [...mappedBy(node), ...textsIn(node.config).flatMap(comparedIn)].filter(({ field }) => !changed.has(field));
      return found.map((each) => ({ step: node.name ?? node.id, ...each }));
    });
}

/** A sentence for each expected option that its field does not have. */
export function missedOptions(expected: readonly ExpectedOption[], options: ReadonlyMap<string, FieldOptionsOf>): string[] {
  const missed = expected.filter(({ field, option }) => options.get(field)?.values.has(option) === false);
  return [...new Set(missed.map(sentence))].slice(0, MAX_TOLD);
}

/** The fields that steps before this one set or map to other values. */
export function changedBefore({ id }: WorkflowNode, definition: Definition): Set<unknown> {
  const before = ancestorsOf(definition, id);
  const ancestors = definition.nodes.filter((node) => before.has(node.id) && !node.disabled);
  return new Set(ancestors.flatMap((node) => [...(typeOf(node).fieldsSet?.(node.config) ?? []), ...mappedField(node)]));
}

type Named = Omit<ExpectedOption, 'step'>;

const mappedField = ({ type, config }: WorkflowNode): unknown[] => (type === 'map_values' ? [(config as { field?: unknown }).field] : []);

function mappedBy(node: WorkflowNode): Named[] {
  const { map } = node.config as { map?: unknown };
  const [field] = mappedField(node);
  if (typeof field !== 'string' || !isJsonObject(map)) return [];
  return Object.keys(map).map((option) => ({ field, option, isMapped: true }));
}

const textsIn = (part: unknown): string[] =>
  typeof part === 'string' ? [part] : typeof part === 'object' && part !== null ? Object.values(part).flatMap(textsIn) : [];

const COMPARISON = /\bfields\.(\w+)\s*(?:==|!=)\s*(?:"([^"]*)"|'([^']*)')/g;

const comparedIn = (text: string): Named[] =>
  [...text.matchAll(COMPARISON)].flatMap(([, field = '', double, single = '']) => {
    const option = double ?? single;
    return option === '' ? [] : [{ field, option, isMapped: false }];
  });

const sentence = ({ step, field, option, isMapped }: ExpectedOption): string =>
  `The step "${step}" ${isMapped ? `maps "${option}" of ${field}` : `compares ${field} with "${option}" in a template`}, which is no option of this field. Correct the step, or add the option.`;

const MAX_TOLD = 20;
