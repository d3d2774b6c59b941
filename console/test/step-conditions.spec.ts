import { OPERATOR_RULES } from '../../src/workflows/conditions/operators.rules';
import {
  operatorsFor,
  textFor,
  valueFault,
  valueFor,
  valueKind,
  type Operand,
  type OperandType,
} from '../src/views/workflow/condition.rules';
import { OPERATORS } from '../src/views/workflow/outline.rules';

const operand = (type: OperandType, options?: string[]): Operand => ({ name: 'f', label: 'F', type, ...(options ? { options } : {}) });

describe('comparisons', () => {
  it('are all there for what has no type, and have words', () => {
    expect([...operatorsFor('any')].sort()).toEqual(Object.keys(OPERATOR_RULES).sort());
    expect(Object.keys(OPERATORS).sort()).toEqual(Object.keys(OPERATOR_RULES).sort());
  });

  it('are those that a type admits, and the one that is there', () => {
    expect(operatorsFor('boolean')).not.toContain('gt');
    expect(operatorsFor('boolean', 'gt')).toContain('gt');
  });

  it.each<[OperandType, string, string, unknown]>([
    ['string', 'eq', '10', '10'],
    ['string', 'in', '10\n\n Ada ', ['10', 'Ada']],
    ['number', 'gt', '12.5', 12.5],
    ['number', 'in', '1\n2', [1, 2]],
    ['number', 'eq', 'ten', 'ten'],
    ['date', 'before', '2026-11-20', '2026-11-20'],
    ['any', 'eq', '10', 10],
    ['any', 'eq', '"10"', '10'],
    ['boolean', 'is_true', 'x', undefined],
  ])('of a %s by %s have the text %j as %j', (type, op, text, value) => {
    expect(valueFor(operand(type), op, text)).toEqual(value);
    if (value !== undefined) expect(valueFor(operand(type), op, textFor(operand(type), value))).toEqual(value);
  });

  it.each<[OperandType, string, string, string]>([
    ['number', 'gt', '12.5', ''],
    ['number', 'eq', '', ''],
    ['number', 'eq', ' ', 'number'],
    ['number', 'eq', 'ten', 'number'],
    ['number', 'gte', '1,5', 'number'],
    ['number', 'in', '1\n2', ''],
    ['number', 'not_in', '1\ntwo', 'number'],
    ['number', 'is_empty', 'ten', ''],
    ['any', 'lt', 'ten', 'number'],
    ['any', 'eq', 'ten', ''],
    ['any', 'before', 'tomorrow', 'date'],
    ['any', 'after', '2026-11-20T10:00:00Z', ''],
    ['date', 'before', '2026-11-20', ''],
    ['string', 'in', 'ten', ''],
  ])('of a %s by %s say of the text %j at once what it is not: %j', (type, op, text, what) => {
    expect(valueFault(operand(type), op, text)).toMatch(what ? new RegExp(`^Not a ${what}: `) : /^$/);
  });

  it('have a control of their type', () => {
    const kinds = (each: Operand, ...ops: string[]) => ops.map((op) => valueKind(each, op));
    expect(kinds(operand('string', ['A']), 'eq', 'contains', 'starts_with', 'in', 'is_empty')).toEqual([
      'choice',
      'text',
      'text',
      'list',
      'none',
    ]);
    expect([kinds(operand('array', ['A']), 'contains'), kinds(operand('date'), 'after'), kinds(operand('number'), 'gt')].flat()).toEqual([
      ...['choice', 'date', 'number'],
    ]);
  });
});
