import type { RunState } from '../model/run-state.types';
import { searchUnits } from '../templates/output.rules';
import { type Comparison, type Condition, type Operator, OPERATOR_RULES } from './operators.rules';

/**
 * Evaluates a valid condition. A missing operand is not an error, and an operand of the wrong type compares as false.
 * @param warnings gets a sentence for each operand of a type that its operator cannot compare
 * @param spend called before each comparison with its units of work; the comparison waits until it resolves
 */
export async function evaluate(
  condition: Condition,
  state: RunState,
  warnings: string[],
  spend: (units: number) => Promise<void>,
): Promise<boolean> {
  if ('not' in condition) return !(await evaluate(condition.not, state, warnings, spend));
  if ('all' in condition || 'any' in condition) {
    const [members, decisive] = 'all' in condition ? [condition.all, false] : [condition.any, true];
    for (const member of members) if ((await evaluate(member, state, warnings, spend)) === decisive) return decisive;
    return !decisive;
  }
  const path = pathOf(condition);
  const operand = valueAt(path, state);
  await spend(comparisonUnits(operand, condition.value));
  return compare(operand, condition.op, condition.value, path.join('.'), warnings);
}

export function comparisonUnits(operand: unknown, value: unknown): number {
  const size = typeof operand === 'string' || Array.isArray(operand) ? operand.length : 0;
  return COMPARISON_UNITS + size + searchUnits(operand, value);
}

const COMPARISON_UNITS = 50;

/** Compares one value. Adds a warning with the `name` of the value when the operator cannot compare its type. */
export function compare(operand: unknown, op: Operator, value: unknown, name: string, warnings: string[]): boolean {
  const rule = OPERATOR_RULES[op];
  if (operand === undefined || operand === null) return rule.whenMissing;
  const result = rule.compare(operand, value);
  if (result === null) warnings.push(`${name} has a type that ${op} cannot compare.`);
  return result ?? false;
}

/** The names of the files of a field; undefined without files, so that `is_empty` is met. */
function fileNamesAt(name: string, { files }: RunState): string[] | undefined {
  const names = files.filter(({ field }) => field === name).map(({ filename }) => filename);
  return names.length > 0 ? names : undefined;
}

const pathOf = ({ field, path }: Comparison): string[] => (field === undefined ? (path ?? '').split('.') : ['fields', field]);

/** Reads own members only, so that no path reaches a prototype. */
function valueAt(path: string[], state: RunState): unknown {
  const name = path.slice(1).join('.');
  if (path[0] === 'fields' && path.length === 2 && !Object.hasOwn(state.fields, name)) return fileNamesAt(name, state);
  if (path[0] === 'other' && Object.hasOwn(state.other, name)) return state.other[name]; // the name may have dots
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? value[key as keyof typeof value] : undefined,
    state,
  );
}
