import type { RunState } from '../nodes/run-state.types';
import type { Comparison, Condition } from './condition.types';
import { OPERATOR_RULES, type Operator } from './operators.rules';

export interface Evaluation {
  result: boolean;
  /** One sentence for each operand of a type that its operator cannot compare. */
  warnings: string[];
}

/** Evaluates a valid condition. A missing operand is not an error, and an operand of the wrong type compares as false. */
export function evaluate(condition: Condition, state: RunState): Evaluation {
  const warnings: string[] = [];
  return { result: holds(condition, state, warnings), warnings };
}

/** Compares one value. A value of a type that the operator cannot compare adds a warning that refers to it by `name`. */
export function compare(operand: unknown, op: Operator, value: unknown, name: string, warnings: string[]): boolean {
  const rule = OPERATOR_RULES[op];
  if (operand === undefined || operand === null) return rule.whenMissing;
  const result = rule.compare(operand, value);
  if (result === null) warnings.push(`${name} has a type that ${op} cannot compare.`);
  return result ?? false;
}

function holds(condition: Condition, state: RunState, warnings: string[]): boolean {
  if ('all' in condition) return condition.all.every((member) => holds(member, state, warnings));
  if ('any' in condition) return condition.any.some((member) => holds(member, state, warnings));
  if ('not' in condition) return !holds(condition.not, state, warnings);
  const path = pathOf(condition);
  return compare(valueAt(path, state), condition.op, condition.value, path.join('.'), warnings);
}

const pathOf = ({ field, path }: Comparison): string[] =>
  field === undefined ? (path ?? '').split('.') : ['fields', field];

/** Reads own members only, so that no path reaches a prototype. */
function valueAt(path: string[], state: RunState): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? value[key as keyof typeof value]
        : undefined,
    state,
  );
}
