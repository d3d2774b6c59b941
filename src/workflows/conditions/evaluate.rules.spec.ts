import { aRunState } from '../../../test/support/run-state';
import type { RunState } from '../model/run-state.types';
import { type Condition, type Operator, OPERATOR_RULES } from './operators.rules';
import { evaluate } from './evaluate.rules';

const stateWith = (fields: Record<string, unknown>) => aRunState(fields, { crm: { output: { status: 200, list: ['a'] } } });

async function of(condition: Condition, fields: Record<string, unknown> = {}) {
  const warnings: string[] = [];
  return { result: await evaluate(condition, stateWith(fields), warnings, () => Promise.resolve()), warnings };
}

describe('evaluate', () => {
  it.each<[Operator, unknown, unknown, boolean]>([
    ['eq', 'a', 'a', true],
    ['eq', 'a', 'A', false],
    ['eq', 3, 3, true],
    ['eq', false, false, true],
    ['ne', 'a', 'b', true],
    ['ne', 'a', 'a', false],
    ['gt', 2, 1, true],
    ['gt', 1, 1, false],
    ['gte', 1, 1, true],
    ['gte', 0, 1, false],
    ['lt', 0, 1, true],
    ['lt', 1, 1, false],
    ['lte', 1, 1, true],
    ['lte', 2, 1, false],
    ['in', 'DE', ['DE', 'FR'], true],
    ['in', 'IT', ['DE', 'FR'], false],
    ['in', '1', [1], false],
    ['not_in', 'IT', ['DE', 'FR'], true],
    ['not_in', 'DE', ['DE', 'FR'], false],
    ['contains', 'abc', 'b', true],
    ['contains', 'abc', 'x', false],
    ['contains', ['a', 1], 1, true],
    ['contains', ['a'], 'b', false],
    ['not_contains', 'abc', 'x', true],
    ['not_contains', ['a'], 'a', false],
    ['starts_with', 'abc', 'ab', true],
    ['starts_with', 'abc', 'b', false],
    ['ends_with', 'abc', 'bc', true],
    ['ends_with', 'abc', 'b', false],
    ['is_empty', '', undefined, true],
    ['is_empty', [], undefined, true],
    ['is_empty', ' ', undefined, false],
    ['is_empty', 0, undefined, false],
    ['is_not_empty', 'x', undefined, true],
    ['is_not_empty', '', undefined, false],
    ['before', '2025-01-30', '2025-01-31', true],
    ['before', '2025-01-31', '2025-01-31T00:00:00Z', false],
    ['before', '2025-01-31T00:30:00+01:00', '2025-01-31', true],
    ['after', '2025-02-01', '2025-01-31', true],
    ['after', '2025-01-31', '2025-01-31', false],
    ['is_true', true, undefined, true],
    ['is_true', false, undefined, false],
    ['is_false', false, undefined, true],
    ['is_false', true, undefined, false],
  ])('evaluates %s of %j and %j as %s', async (op, operand, value, result) => {
    expect(await of({ field: 'x', op, value }, { x: operand })).toEqual({ result, warnings: [] });
  });

  it.each<[Operator, unknown, unknown]>([
    ['eq', '3', 3],
    ['eq', ['a'], 'a'],
    ['ne', '3', 3],
    ['gt', '11', 10],
    ['gte', '11', 10],
    ['lt', '9', 10],
    ['lte', true, 10],
    ['in', ['a'], ['a']],
    ['not_in', { a: 1 }, ['a']],
    ['contains', 12, 1],
    ['contains', '12', 1],
    ['not_contains', 12, 1],
    ['starts_with', 12, '1'],
    ['ends_with', ['a'], 'a'],
    ['before', 'yesterday', '2025-01-31'],
    ['before', 20250130, '2025-01-31'],
    ['after', '2025-02-30', '2025-01-31'],
    ['is_true', 'true', undefined],
    ['is_false', 0, undefined],
  ])('compares as false with a warning for %s of %j and %j', async (op, operand, value) => {
    expect(await of({ field: 'x', op, value }, { x: operand })).toEqual({
      result: false,
      warnings: [`fields.x has a type that ${op} cannot compare.`],
    });
  });

  it.each(Object.keys(OPERATOR_RULES) as Operator[])('evaluates %s of a missing operand as documented, without a warning', async (op) => {
    const isNegative = ['ne', 'not_in', 'not_contains', 'is_empty'].includes(op);
    for (const fields of [{}, { x: null }]) {
      expect(await of({ field: 'x', op, value: 'a' }, fields)).toEqual({ result: isNegative, warnings: [] });
    }
  });

  it('combines groups', async () => {
    const [yes, no]: Condition[] = [
      { field: 'x', op: 'eq', value: 1 },
      { field: 'x', op: 'eq', value: 2 },
    ];
    const fields = { x: 1 };
    expect((await of({ all: [yes!, yes!] }, fields)).result).toBe(true);
    expect((await of({ all: [yes!, no!] }, fields)).result).toBe(false);
    expect((await of({ any: [no!, yes!] }, fields)).result).toBe(true);
    expect((await of({ any: [no!, no!] }, fields)).result).toBe(false);
    expect((await of({ not: { any: [no!, { not: yes! }] } }, fields)).result).toBe(true);
  });

  it('reads paths of every part of the state', async () => {
    expect((await of({ path: 'submission.source', op: 'eq', value: 'api' })).result).toBe(true);
    expect((await of({ path: 'nodes.crm.output.status', op: 'gte', value: 200 })).result).toBe(true);
    expect((await of({ path: 'nodes.crm.output.list.0', op: 'eq', value: 'a' })).result).toBe(true);
    expect((await of({ path: 'nodes.absent.output.status', op: 'is_empty' })).result).toBe(true);
  });

  it('reads values that no field has, also under names with dots', async () => {
    const state = { ...aRunState({}), other: { plan: 'gold', 'utm.source': 'news', deep: { a: 1 } } };
    const isEqual = (path: string, value: unknown) => evaluate({ path, op: 'eq', value }, state, [], () => Promise.resolve());
    expect(await Promise.all([isEqual('other.plan', 'gold'), isEqual('other.utm.source', 'news'), isEqual('other.deep.a', 1)])).toEqual([
      ...[true, true, true],
    ]);
    expect(await evaluate({ path: 'other.gone', op: 'is_empty' }, state, [], () => Promise.resolve())).toBe(true);
    expect(await evaluate({ path: 'other.constructor', op: 'is_empty' }, state, [], () => Promise.resolve())).toBe(true);
  });

  it('finds a field of files empty when it has no file, unless an earlier node has set it', async () => {
    const file = { field: 'cv', filename: 'cv.pdf' } as RunState['files'][number];
    const isEmpty = (operand: object, fields: object, files: RunState['files']) =>
      evaluate({ ...operand, op: 'is_empty' }, { ...aRunState({ ...fields }), files }, [], () => Promise.resolve());
    for (const operand of [{ field: 'cv' }, { path: 'fields.cv' }]) {
      expect(await isEmpty(operand, {}, [file])).toBe(false);
      expect(await isEmpty(operand, {}, [])).toBe(true);
      expect(await isEmpty(operand, {}, [{ ...file, field: 'photo' }])).toBe(true);
      expect(await isEmpty(operand, { cv: null }, [file])).toBe(true);
    }
  });

  it.each(['constructor', '__proto__', 'toString'])('does not read the inherited member %s', async (member) => {
    expect((await of({ path: `fields.${member}`, op: 'is_empty' })).result).toBe(true);
  });

  it('names the path of an operand of the wrong type', async () => {
    expect((await of({ path: 'submission.source', op: 'gt', value: 1 })).warnings).toEqual([
      'submission.source has a type that gt cannot compare.',
    ]);
  });
});
