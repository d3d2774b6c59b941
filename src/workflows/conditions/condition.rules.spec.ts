import fc from 'fast-check';
import type { NodeContext } from '../model/publish-error.types';
import { conditionErrors } from './condition.rules';
import { OPERATOR_RULES } from './operators.rules';

const context: NodeContext = {
  fieldNames: new Set(['budget', 'email']),
  secretNames: new Set(['TOKEN']),
  upstreamIds: new Set(['crm']),
  fileFieldNames: new Set<string>(),
  blockedUrlReason: () => null,
};

const errorsOf = (where: unknown) => conditionErrors(where, 'config.where', context);
const leaf = { field: 'budget', op: 'gte', value: 10 };

describe('conditionErrors', () => {
  it('accepts nested groups', () => {
    const where = {
      all: [
        leaf,
        {
          any: [{ field: 'email', op: 'ends_with', value: '@example.com' }, { not: { field: 'budget', op: 'is_empty' } }],
        },
      ],
    };
    expect(errorsOf(where)).toEqual([]);
  });

  it.each([
    { path: 'submission.source', op: 'eq', value: 'api' },
    { path: 'nodes.crm.output.status', op: 'lt', value: 300 },
    { path: 'form.name', op: 'in', value: ['a', 1, true] },
    { path: 'fields.budget', op: 'is_not_empty' },
    { path: 'submission.received_at', op: 'before', value: '2025-01-31' },
    { path: 'submission.received_at', op: 'after', value: '2025-01-31T10:00:00+01:00' },
  ])('accepts %j', (where) => {
    expect(errorsOf(where)).toEqual([]);
  });

  it.each([
    [null, 'config.where'],
    [[], 'config.where'],
    ['x', 'config.where'],
    [{ all: [] }, 'config.where.all'],
    [{ any: {} }, 'config.where.any'],
    [{ all: [leaf], any: [leaf] }, 'config.where'],
    [{ not: [leaf] }, 'config.where.not'],
    [{ all: [leaf, 7] }, 'config.where.all.1'],
    [{ ...leaf, path: 'form.name' }, 'config.where'],
    [{ ...leaf, colour: 1 }, 'config.where.colour'],
    [{ ...leaf, op: 'matches' }, 'config.where.op'],
    [{ ...leaf, op: 'constructor' }, 'config.where.op'],
    [{ ...leaf, op: undefined }, 'config.where.op'],
    [{ ...leaf, value: '10' }, 'config.where.value'],
    [{ field: 'budget', op: 'gte' }, 'config.where.value'],
    [{ field: 'budget', op: 'is_empty', value: true }, 'config.where.value'],
    [{ field: 'budget', op: 'eq', value: null }, 'config.where.value'],
    [{ field: 'budget', op: 'in', value: 'a' }, 'config.where.value'],
    [{ field: 'budget', op: 'in', value: [] }, 'config.where.value'],
    [{ field: 'budget', op: 'in', value: [[1]] }, 'config.where.value'],
    [{ field: 'email', op: 'contains', value: 'a'.repeat(501) }, 'config.where.value'],
    [{ field: 'email', op: 'starts_with', value: 1 }, 'config.where.value'],
    [{ field: 'email', op: 'before', value: '2025-02-30' }, 'config.where.value'],
    [{ field: 7, op: 'is_empty' }, 'config.where.field'],
  ])('refuses %j at %s', (where, path) => {
    expect(errorsOf(where)).toEqual([expect.objectContaining({ code: 'invalid_config', path })]);
  });

  it.each([
    [{ field: 'phone', op: 'is_empty' }, 'unknown_field', 'config.where.field'],
    [{ path: 'fields.phone', op: 'is_empty' }, 'unknown_field', 'config.where.path'],
    [{ path: 'submission.nope', op: 'is_empty' }, 'unknown_path', 'config.where.path'],
    [{ path: 'nodes.later.output.x', op: 'is_empty' }, 'unknown_path', 'config.where.path'],
    [{ path: 'all_fields', op: 'is_empty' }, 'unknown_path', 'config.where.path'],
    [{ path: '', op: 'is_empty' }, 'unknown_path', 'config.where.path'],
    [{ path: 'secrets.TOKEN', op: 'is_empty' }, 'invalid_config', 'config.where.path'],
  ])('refuses %j as %s', (where, code, path) => {
    expect(errorsOf(where)).toEqual([expect.objectContaining({ code, path })]);
  });

  it.each([
    ['an unknown operator', { ...leaf, op: '==' }, `must be one of the comparisons ${Object.keys(OPERATOR_RULES).join(', ')}`],
    ['a missing operator', { ...leaf, op: undefined }, 'is required'],
    ['a missing value', { field: 'budget', op: 'gte' }, 'is required, and must be a number with this comparison'],
    ['two operands', { ...leaf, path: 'form.name' }, 'must have a field or a path, not both'],
    ['an unknown member of a path', { path: 'form.title', op: 'is_empty' }, 'names a value that does not exist: form has id, name'],
  ])('says what to do about %s', (_title, where, message) => {
    expect(errorsOf(where).map((error) => error.message)).toEqual([message]);
  });

  it('reports all errors at once', () => {
    const where = { all: [{ field: 'phone', op: 'nope' }, { not: { path: 'x', op: 'eq' } }] };
    expect(errorsOf(where).map(({ path }) => path)).toEqual([
      'config.where.all.0.field',
      'config.where.all.0.op',
      'config.where.all.1.not.path',
      'config.where.all.1.not.value',
    ]);
  });

  it('allows four levels of groups and refuses a fifth', () => {
    const nested = (depth: number): unknown => (depth === 0 ? leaf : { not: nested(depth - 1) });
    expect(errorsOf(nested(4))).toEqual([]);
    expect(errorsOf(nested(5))).toEqual([expect.objectContaining({ path: 'config.where.not.not.not.not' })]);
    expect(errorsOf({ all: [{ any: [nested(2)] }] })).toEqual([]);
    expect(errorsOf({ all: [{ any: [nested(3)] }] })).toEqual([expect.objectContaining({ path: 'config.where.all.0.any.0.not.not' })]);
  });

  it('allows fifty comparisons and refuses one more, however they are grouped', () => {
    const group = (size: number) => ({ any: Array.from({ length: size }, () => leaf) });
    expect(errorsOf({ all: [group(25), group(25)] })).toEqual([]);
    expect(errorsOf({ all: [group(25), group(26)] })).toEqual([expect.objectContaining({ path: 'config.where' })]);
  });

  it('never throws, and returns paths inside the condition only, for any JSON', () => {
    const operators = fc.constantFrom(...Object.keys(OPERATOR_RULES), 'nope');
    const comparison = fc.record({ field: fc.jsonValue(), path: fc.string(), op: operators, value: fc.jsonValue() }, { requiredKeys: [] });
    const { where } = fc.letrec((tie) => ({
      where: fc.oneof(
        { maxDepth: 5 },
        comparison,
        fc.jsonValue(),
        fc.record({ all: fc.array(tie('where')) }),
        fc.record({ not: tie('where') }),
      ),
    }));
    fc.assert(
      fc.property(where, (value) => {
        for (const error of errorsOf(value)) expect(error.path).toMatch(/^config\.where/);
      }),
    );
  });
});
