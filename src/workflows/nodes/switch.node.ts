import type { NodeContext, ConfigError } from '../model/publish-error.types';
import { fieldInOperand, optionErrors } from '../conditions/option.rules';
import { compare, comparisonUnits } from '../conditions/evaluate.rules';
import { OPERATOR_RULES, valueError, isOperator, operatorError, type Operator } from '../conditions/operators.rules';
import { described, invalid, listOf, members, optional, required, template } from './config.rules';
import type { LocalType } from './node-type.types';

const MAX_CASES = 20;
const KEY = /^[A-Za-z0-9_-]{1,64}$/;

interface SwitchCase {
  key: string;
  op: Operator;
  value?: unknown;
}

interface SwitchConfig {
  value: string;
  cases: SwitchCase[];
}

const isKey = (key: unknown): key is string => typeof key === 'string' && KEY.test(key);

const CASE = members({
  key: required(
    described({ type: 'string', maxLength: 64 }, (key, path) =>
      isKey(key) ? [] : [invalid(path, 'must have 1 to 64 letters, digits, hyphens and underscores')],
    ),
    'The name of the port.',
  ),
  op: required(
    described({ type: 'string', enum: Object.keys(OPERATOR_RULES) }, (op, path) => {
      const message = operatorError(op);
      return message === null ? [] : [invalid(path, message)];
    }),
    'An operator of conditions.',
  ),
  value: optional(() => [], 'The fixed value of the operator.'),
});

export const switchNode: LocalType<SwitchConfig> = {
  type: 'switch',
  kind: 'condition',
  channel: 'none',
  points: 0,
  summary: 'Takes the port of the first case that matches a value, or `default`.',
  config: {
    value: required(
      template,
      'The value to compare, a template. A template of a single value, such as `{{ fields.plan }}`, keeps its type.',
    ),
    cases: required(
      listOf(described(CASE.schema!, caseErrors), 1, MAX_CASES),
      'Up to 20 cases. A case has a `key`, which names the port `case:<key>`, an operator of conditions as `op`, and its `value`.',
    ),
  },
  crossFieldErrors({ value, cases }, context) {
    const known = new Set<string>();
    const field = fieldInOperand(value);
    const unknown = (index: number): ConfigError[] => {
      const { op, value: compared } = cases[index] ?? {};
      return field === null ? [] : optionErrors(field, op, compared, `config.cases.${index}.value`, context);
    };
    const repeated = keysOf(cases).flatMap((key, index) => {
      if (key === null) return [];
      return known.size < known.add(key).size ? [] : [invalid(`config.cases.${index}.key`, 'must be unique among the cases')];
    });
    return [...repeated, ...keysOf(cases).flatMap((_, index) => unknown(index))];
  },
  ports: ({ cases }) => [...new Set(keysOf(cases).flatMap((key) => (key === null ? [] : `case:${key}`))), 'default'],
  async execute({ value, cases }, { renderer }) {
    const operand = await renderer.renderValue(value);
    const warnings: string[] = [];
    let match: SwitchCase | undefined;
    for (const each of cases) {
      await renderer.spend(comparisonUnits(operand, each.value));
      if (!compare(operand, each.op, each.value, 'The value', warnings)) continue;
      match = each;
      break;
    }
    for (const warning of warnings) renderer.warn(warning);
    return {
      port: match ? `case:${match.key}` : 'default',
      output: { value: operand ?? null, case: match?.key ?? null },
    };
  },
};

function caseErrors(value: unknown, path: string, context: NodeContext): ConfigError[] {
  const errors = CASE(value, path, context);
  const { op, value: expected } = (value ?? {}) as Partial<SwitchCase>;
  const message = isOperator(op) ? valueError(op, expected) : null;
  return message === null ? errors : [...errors, invalid(`${path}.value`, message)];
}

const keysOf = (cases: unknown): (string | null)[] =>
  Array.isArray(cases) ? cases.map((entry: Partial<SwitchCase> | null) => (isKey(entry?.key) ? entry.key : null)) : [];
