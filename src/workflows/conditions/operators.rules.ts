import { parseDateOrTimestamp } from '../../api/validation/date.rules';

/** The longest text that a comparison may look for, which bounds the time of a search in a long value. */
export const MAX_TEXT = 500;
/** The most entries that `in` and `not_in` may list. */
export const MAX_LIST = 100;

/** What an operator compares with; `none` means that it takes no value. */
export type Comparand = 'scalar' | 'number' | 'text' | 'date' | 'list' | 'none';

interface OperatorRule {
  takes: Comparand;
  /** Completes the sentence "The condition holds when the operand ...". */
  meaning: string;
  /** What the comparison yields for an operand that is missing or null. */
  whenMissing: boolean;
  /** Null when the operand has a type that cannot be compared like this. */
  compare(operand: unknown, value: unknown): boolean | null;
}

/** Every operator of the condition language, in the order of the documentation that is written from this table. */
export const OPERATOR_RULES = {
  eq: rule('scalar', 'is the value: same type, same content', false, equal),
  ne: rule('scalar', 'is missing or a different value of the same type', true, opposite(equal)),
  gt: rule(
    'number',
    'is a number above the value',
    false,
    ordered((left, right) => left > right),
  ),
  gte: rule(
    'number',
    'is a number not below the value',
    false,
    ordered((left, right) => left >= right),
  ),
  lt: rule(
    'number',
    'is a number below the value',
    false,
    ordered((left, right) => left < right),
  ),
  lte: rule(
    'number',
    'is a number not above the value',
    false,
    ordered((left, right) => left <= right),
  ),
  in: rule('list', 'is one of the listed values', false, isListed),
  not_in: rule('list', 'is missing or none of the listed values', true, opposite(isListed)),
  contains: rule('scalar', 'is a text with the value in it, or a list with the value as an entry', false, contains),
  not_contains: rule('scalar', 'is missing, or a text or list without the value', true, opposite(contains)),
  starts_with: rule(
    'text',
    'is a text that begins with the value',
    false,
    textual((text, part) => text.startsWith(part)),
  ),
  ends_with: rule(
    'text',
    'is a text that ends with the value',
    false,
    textual((text, part) => text.endsWith(part)),
  ),
  is_empty: rule('none', 'is missing, null, an empty text or an empty list', true, isEmpty),
  is_not_empty: rule('none', 'is anything else', false, opposite(isEmpty)),
  before: rule(
    'date',
    'is a date or timestamp before the value',
    false,
    dated((left, right) => left < right),
  ),
  after: rule(
    'date',
    'is a date or timestamp after the value',
    false,
    dated((left, right) => left > right),
  ),
  is_true: rule('none', 'is true', false, (operand) => (typeof operand === 'boolean' ? operand : null)),
  is_false: rule('none', 'is false', false, (operand) => (typeof operand === 'boolean' ? !operand : null)),
} as const satisfies Record<string, OperatorRule>;

export type Operator = keyof typeof OPERATOR_RULES;

export const isOperator = (value: unknown): value is Operator =>
  typeof value === 'string' && Object.hasOwn(OPERATOR_RULES, value);

/** What is wrong with the fixed value of a comparison, or null. An absent value is undefined. */
export function valueError(operator: Operator, value: unknown): string | null {
  const { takes } = OPERATOR_RULES[operator];
  if (takes === 'none') return value === undefined ? null : 'This operator takes no value.';
  return ACCEPTS[takes](value) ? null : `This operator needs ${NEEDS[takes]}.`;
}

const NEEDS = {
  scalar: `a text of at most ${MAX_TEXT} characters, a number, true or false as its value`,
  number: 'a number as its value',
  text: `a text of at most ${MAX_TEXT} characters as its value`,
  date: 'a date (YYYY-MM-DD) or a timestamp with zone as its value',
  list: `a list of 1 to ${MAX_LIST} texts, numbers, true or false as its value`,
} satisfies Record<Exclude<Comparand, 'none'>, string>;

const ACCEPTS = {
  scalar: isScalar,
  number: (value) => typeof value === 'number',
  text: isText,
  date: (value) => instantOf(value) !== null,
  list: (value) => Array.isArray(value) && value.length > 0 && value.length <= MAX_LIST && value.every(isScalar),
} satisfies Record<Exclude<Comparand, 'none'>, (value: unknown) => boolean>;

function rule(takes: Comparand, meaning: string, whenMissing: boolean, compare: OperatorRule['compare']): OperatorRule {
  return { takes, meaning, whenMissing, compare };
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

/** An entry of another type is simply another value, so a list may mix types; only lists and objects cannot be listed. */
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

function opposite(compare: OperatorRule['compare']): OperatorRule['compare'] {
  return (operand, value) => {
    const result = compare(operand, value);
    return result === null ? null : !result;
  };
}

function ordered(compare: (left: number, right: number) => boolean): OperatorRule['compare'] {
  return (operand, value) => (typeof operand === 'number' ? compare(operand, value as number) : null);
}

function textual(compare: (text: string, part: string) => boolean): OperatorRule['compare'] {
  return (operand, value) => (typeof operand === 'string' ? compare(operand, value as string) : null);
}

function dated(compare: (left: Date, right: Date) => boolean): OperatorRule['compare'] {
  return (operand, value) => {
    const [left, right] = [instantOf(operand), instantOf(value)];
    return left && right ? compare(left, right) : null;
  };
}

function instantOf(value: unknown): Date | null {
  return typeof value === 'string' ? parseDateOrTimestamp(value) : null;
}
