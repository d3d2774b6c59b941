import { linesIn } from '../../elements/form/option.rules';
import { parsed, shown } from '../../elements/form/text.rules';

export interface Operand {
  name: string;
  label: string;
  type: OperandType;
  options?: readonly string[];
}
export type OperandType = 'string' | 'number' | 'date' | 'boolean' | 'array' | 'file' | 'any';

const EMPTY = ['is_empty', 'is_not_empty'];
const LIST = ['in', 'not_in'];
const OF_TYPE: Readonly<Record<OperandType, readonly string[]>> = {
  string: ['eq', 'ne', 'contains', 'not_contains', 'starts_with', 'ends_with', ...LIST, ...EMPTY],
  number: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', ...LIST, ...EMPTY],
  date: ['eq', 'ne', 'before', 'after', ...EMPTY],
  boolean: ['is_true', 'is_false', ...EMPTY],
  array: ['contains', 'not_contains', ...EMPTY],
  file: EMPTY,
  any: [
    ...['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains', 'not_contains', 'starts_with', 'ends_with'],
    ...[...LIST, 'before', 'after', 'is_true', 'is_false', ...EMPTY],
  ],
};

/** The operators that a type admits, including the present one. */
export const operatorsFor = (type: OperandType, present = ''): readonly string[] =>
  present && !OF_TYPE[type].includes(present) ? [...OF_TYPE[type], present] : OF_TYPE[type];

/** The kinds of inputs for values; `none` where the comparison has no value. */
export type ValueKind = 'none' | 'list' | 'choice' | 'date' | 'number' | 'text';

export function valueKind({ type, options }: Operand, op = ''): ValueKind {
  if (op.startsWith('is_')) return 'none';
  if (LIST.includes(op)) return 'list';
  if (options && !/_with$/.test(op) && !(type === 'string' && /contains/.test(op))) return 'choice';
  if (type === 'number' || type === 'date') return type;
  return 'text';
}

/** The value that a text means for an operand. For a text operand it stays a text, whatever it looks like. */
export function valueFor(operand: Operand, op: string, text: string): unknown {
  if (op.startsWith('is_')) return undefined;
  const one = (each: string) => {
    if (operand.type === 'any') return parsed(each);
    if (operand.type !== 'number') return each;
    return each.trim() && Number.isFinite(Number(each)) ? Number(each) : each;
  };
  return LIST.includes(op) ? linesIn(text).map(one) : one(text);
}

/** The error of a typed value; empty for a valid one, and where nothing is typed yet. */
export function valueFault(operand: Operand, op: string, text: string): string {
  const values = [valueFor(operand, op, text)].flat().filter((value) => value !== undefined && value !== '');
  const isNumber = operand.type === 'number' || /^[gl]te?$/.test(op);
  if (isNumber && values.some((value) => typeof value !== 'number')) return 'Not a number: write digits, and a point before decimals.';
  const isDate = op === 'before' || op === 'after';
  return isDate && values.some((value) => !DATE.test(String(value))) ? 'Not a date: write it like 2026-11-20.' : '';
}

/** A date, or a time with its zone. */
const DATE = /^\d{4}-\d\d-\d\d(?:T.+(?:Z|[+-]\d\d:?\d\d))?$/;

export function textFor({ type }: Operand, value: unknown): string {
  const one = (each: unknown) => (type === 'any' || typeof each !== 'string' ? shown(each) : each);
  return Array.isArray(value) ? value.map(one).join('\n') : one(value);
}
