import type { NodeContext } from '../model/publish-error.types';
import { conditionErrors } from './condition.rules';
import { fieldInOperand } from './option.rules';

const context: NodeContext = {
  fieldNames: new Set(['plan', 'tags', 'name']),
  fileFieldNames: new Set(),
  secretNames: new Set(),
  upstreamIds: new Set(),
  blockedUrlReason: () => null,
  options: new Map([
    ['plan', { values: new Set(['Gold', 'Silver']), isList: false }],
    ['tags', { values: new Set(['a', 'b']), isList: true }],
  ]),
};

describe('a comparison with what is no option', () => {
  it.each<[object, string[]]>([
    [{ field: 'plan', op: 'eq', value: 'Bronze' }, ['where.value']],
    [{ field: 'plan', op: 'ne', value: 'gold' }, ['where.value']],
    [{ path: 'fields.plan', op: 'eq', value: 'Bronze' }, ['where.value']],
    [{ field: 'plan', op: 'in', value: ['Gold', 'Bronze'] }, ['where.value.1']],
    [{ field: 'plan', op: 'not_in', value: ['Bronze'] }, ['where.value.0']],
    [{ field: 'tags', op: 'contains', value: 'c' }, ['where.value']],
    [{ all: [{ field: 'plan', op: 'eq', value: 'Gold' }, { not: { field: 'plan', op: 'eq', value: 'x' } }] }, ['where.all.1.not.value']],
  ])('is refused: %j', (condition, paths) => {
    const errors = conditionErrors(condition, 'where', context);
    expect(errors.map(({ code, path }) => [code, path])).toEqual(paths.map((path) => ['unknown_option', path]));
  });

  it.each<object>([
    { field: 'plan', op: 'eq', value: 'Gold' },
    { field: 'plan', op: 'eq', value: '' },
    { field: 'plan', op: 'contains', value: 'ol' },
    { field: 'plan', op: 'starts_with', value: 'B' },
    { field: 'plan', op: 'is_empty' },
    { field: 'tags', op: 'not_contains', value: 'a' },
    { field: 'name', op: 'eq', value: 'Bronze' },
  ])('is none: %j', (condition) => {
    expect(conditionErrors(condition, 'where', context)).toEqual([]);
    expect(
      conditionErrors({ ...condition, ...('value' in condition && { value: condition.value }) }, 'where', {
        ...context,
        options: undefined,
      }),
    ).toEqual([]);
  });

  it('names some of the options', () => {
    expect(conditionErrors({ field: 'plan', op: 'eq', value: 'Bronze' }, 'where', context)[0]!.message).toBe(
      'compares with "Bronze", which is no option of the field: it has "Gold", "Silver"',
    );
  });
});

describe('the field in an operand', () => {
  it.each([
    ['fields.plan', 'plan'],
    ['{{ fields.plan }}', 'plan'],
    [' {{-fields.plan-}} ', 'plan'],
    ['{{ fields.plan | upcase }}', null],
    ['{{ fields.plan }}!', null],
    [undefined, null],
  ])('%j is %j', (operand, name) => {
    expect(fieldInOperand(operand)).toBe(name);
  });
});
