import type { NodeContext, ConfigError } from '../definition/publish-error.types';
import { compare } from '../conditions/evaluate.rules';
import { valueError, isOperator, type Operator } from '../conditions/operators.rules';
import { invalid, listOf, members, optional, required, template } from './config.rules';
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

export const switchNode: LocalType<SwitchConfig> = {
  type: 'switch',
  kind: 'condition',
  channel: 'none',
  points: 0,
  summary: 'Takes the way of the first case that matches a value, or `default`.',
  config: {
    value: required(
      template,
      'The value to look at; a template that is one value, such as {{ fields.plan }}, keeps its type.',
    ),
    cases: required(
      listOf(caseFaults, 1, MAX_CASES),
      'Up to 20 things to compare the value with: a key that names the port `case:<key>`, an operator of conditions, and its value.',
    ),
  },
  crossFieldErrors: ({ cases }) =>
    keysOf(cases).flatMap((key, index, keys) =>
      key !== null && keys.indexOf(key) < index
        ? [invalid(`config.cases.${index}.key`, 'Another case has this key.')]
        : [],
    ),
  ports: ({ cases }) => [...new Set(keysOf(cases).flatMap((key) => (key === null ? [] : `case:${key}`))), 'default'],
  execute({ value, cases }, { fill }) {
    const operand = fill.value(value);
    const warnings: string[] = [];
    const match = cases.find(({ op, value: expected }) => compare(operand, op, expected, 'The value', warnings));
    for (const warning of warnings) fill.warn(warning);
    return {
      port: match ? `case:${match.key}` : 'default',
      output: { value: operand ?? null, case: match?.key ?? null },
    };
  },
};

function caseFaults(value: unknown, path: string, context: NodeContext): ConfigError[] {
  const faults = CASE(value, path, context);
  const { op, value: expected } = (value ?? {}) as Partial<SwitchCase>;
  const message = isOperator(op) ? valueError(op, expected) : null;
  return message === null ? faults : [...faults, invalid(`${path}.value`, message)];
}

const CASE = members({
  key: required(
    (key, path) => (isKey(key) ? [] : [invalid(path, 'A key has 1 to 64 letters, digits, hyphens and underscores.')]),
    'Names the port.',
  ),
  op: required(
    (op, path) => (isOperator(op) ? [] : [invalid(path, 'This must be one of the documented operators.')]),
    'An operator of conditions.',
  ),
  value: optional(() => [], 'What the operator compares with.'),
});

const isKey = (key: unknown): key is string => typeof key === 'string' && KEY.test(key);

/** The keys of a draft's cases; null for what is no key yet. */
const keysOf = (cases: unknown): (string | null)[] =>
  Array.isArray(cases) ? cases.map((entry: Partial<SwitchCase> | null) => (isKey(entry?.key) ? entry.key : null)) : [];
