import type { RunState } from '../nodes/run-state.types';
import type { Comparison, Condition } from './condition.types';
import { OPERATOR_RULES, type Operator } from './operators.rules';

export interface Evaluation {
  result: boolean;
  /** One sentence for each operand whose type does not fit its operator. */
  warnings: string[];
}

/** Evaluates a condition that has passed its check. What is missing is not an error; what has the wrong type compares to false. */
export function evaluate(condition: Condition, state: RunState): Evaluation {
  const warnings: string[] = [];
  return { result: holds(condition, state, warnings), warnings };
}

/** Compares one value, wherever it comes from; a value of the wrong type leaves a warning that calls it by `name`. */
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

/** Follows own members only, so that no path reaches a prototype. */
function valueAt(path: string[], state: RunState): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? value[step as keyof typeof value]
        : undefined,
    state,
  );
}
