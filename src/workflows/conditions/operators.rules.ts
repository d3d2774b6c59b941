import { parseDateOrTimestamp } from '../../api/validation/date.rules';
import { IS_REQUIRED } from '../../api/validation/messages.rules';

/** The longest text that a comparison may search for, which bounds the time of a search in a long value. */
export const MAX_TEXT = 500;
/** The most entries in the list of `in` and `not_in`. */
export const MAX_LIST = 100;

export type ValueType = 'scalar' | 'number' | 'text' | 'date' | 'list' | 'none';

interface OperatorRule {
  valueType: ValueType;
  /** The end of the sentence "The condition is met when the operand ...", for the documentation. */
  meaning: string;
  whenMissing: boolean;
  /** Returns null for an operand of a type that the operator cannot compare. */
  compare(operand: unknown, value: unknown): boolean | null;
}

/** All operators of conditions, in the order of the documentation, which is generated from this table. */
export const OPERATOR_RULES = {
  eq: rule('scalar', 'equals the value and has its type', equal),
  ne: negated('scalar', 'is missing, or differs from the value and has its type', equal),
  gt: ofNumbers('is a number greater than the value', (left, right) => left > right),
  gte: ofNumbers('is a number greater than or equal to the value', (left, right) => left >= right),
  lt: ofNumbers('is a number less than the value', (left, right) => left < right),
  lte: ofNumbers('is a number less than or equal to the value', (left, right) => left <= right),
  in: rule('list', 'is one of the listed values', isListed),
  not_in: negated('list', 'is missing, or is none of the listed values', isListed),
  contains: rule('scalar', 'is a text that contains the value, or a list with the value as an entry', contains),
  not_contains: negated('scalar', 'is missing, or is a text or a list without the value', contains),
  starts_with: ofTexts('is a text that begins with the value', (text, part) => text.startsWith(part)),
  ends_with: ofTexts('is a text that ends with the value', (text, part) => text.endsWith(part)),
  is_empty: { ...rule('none', 'is missing, null, an empty text or an empty list', isEmpty), whenMissing: true },
  is_not_empty: rule('none', 'is neither missing, null, an empty text nor an empty list', (operand) => !isEmpty(operand)),
  before: ofDates('is a date or timestamp before the value', (left, right) => left < right),
  after: ofDates('is a date or timestamp after the value', (left, right) => left > right),
  is_true: rule('none', 'is true', (operand) => (typeof operand === 'boolean' ? operand : null)),
  is_false: rule('none', 'is false', (operand) => (typeof operand === 'boolean' ? !operand : null)),
} as const satisfies Record<string, OperatorRule>;

export type Operator = keyof typeof OPERATOR_RULES;

export const isOperator = (value: unknown): value is Operator => typeof value === 'string' && Object.hasOwn(OPERATOR_RULES, value);

export function operatorError(value: unknown): string | null {
  if (isOperator(value)) return null;
  return value === undefined ? IS_REQUIRED : `must be one of the comparisons ${Object.keys(OPERATOR_RULES).join(', ')}`;
}

/** The error message for the fixed value of a comparison, which is undefined when absent; null for a valid value. */
export function valueError(operator: Operator, value: unknown): string | null {
  const { valueType } = OPERATOR_RULES[operator];
  if (valueType === 'none') return value === undefined ? null : 'must be left out with this comparison';
  if (ACCEPTS[valueType](value)) return null;
  const expected = `must be ${EXPECTED[valueType]} with this comparison`;
  return value === undefined ? `${IS_REQUIRED}, and ${expected}` : expected;
}

const EXPECTED = {
  scalar: `a text of at most ${MAX_TEXT} characters, a number, true or false`,
  number: 'a number',
  text: `a text of at most ${MAX_TEXT} characters`,
  date: 'a date such as 2026-12-24, or a time with its zone',
  list: `a list of 1 to ${MAX_LIST} texts, numbers, true or false`,
} satisfies Record<Exclude<ValueType, 'none'>, string>;

const ACCEPTS = {
  scalar: isScalar,
  number: (value) => typeof value === 'number',
  text: isText,
  date: (value) => instantOf(value) !== null,
  list: (value) => Array.isArray(value) && value.length > 0 && value.length <= MAX_LIST && value.every(isScalar),
} satisfies Record<Exclude<ValueType, 'none'>, (value: unknown) => boolean>;

type Compare = OperatorRule['compare'];

function rule(valueType: ValueType, meaning: string, compare: Compare): OperatorRule {
  return { valueType, meaning, whenMissing: false, compare };
}

/** The negation of a rule. A missing operand meets it. */
function negated(valueType: ValueType, meaning: string, compare: Compare): OperatorRule {
  const opposite: Compare = (operand, value) => {
    const result = compare(operand, value);
    return result === null ? null : !result;
  };
  return { valueType, meaning, whenMissing: true, compare: opposite };
}

function ofNumbers(meaning: string, compare: (left: number, right: number) => boolean): OperatorRule {
  return rule('number', meaning, (operand, value) => (typeof operand === 'number' ? compare(operand, value as number) : null));
}

function ofTexts(meaning: string, compare: (text: string, part: string) => boolean): OperatorRule {
  return rule('text', meaning, (operand, value) => (typeof operand === 'string' ? compare(operand, value as string) : null));
}

function ofDates(meaning: string, compare: (left: Date, right: Date) => boolean): OperatorRule {
  return rule('date', meaning, (operand, value) => {
    const [left, right] = [instantOf(operand), instantOf(value)];
    return left && right ? compare(left, right) : null;
  });
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_TEXT;
}

function isScalar(value: unknown): boolean {
  return isText(value) || typeof value === 'number' || typeof value === 'boolean';
}

function equal(operand: unknown, value: unknown): boolean | null {
  return typeof operand === typeof value ? operand === value : null;
}

/** An entry of another type differs from the operand, since a list may mix types. Returns null for a list or an object as operand. */
function isListed(operand: unknown, value: unknown): boolean | null {
  return typeof operand === 'object' ? null : (value as unknown[]).includes(operand);
}

function contains(operand: unknown, value: unknown): boolean | null {
  if (Array.isArray(operand)) return operand.includes(value);
  return typeof operand === 'string' && typeof value === 'string' ? operand.includes(value) : null;
}

function isEmpty(operand: unknown): boolean {
  return operand === '' || (Array.isArray(operand) && operand.length === 0);
}

function instantOf(value: unknown): Date | null {
  return typeof value === 'string' ? parseDateOrTimestamp(value) : null;
}

/** A comparison of a value of the run with a fixed value. Either `field` or `path` gives the operand. */
export interface Comparison {
  field?: string;
  path?: string;
  op: Operator;
  value?: unknown;
}

export type Condition = Comparison | { all: Condition[] } | { any: Condition[] } | { not: Condition };
