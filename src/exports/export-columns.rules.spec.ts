import type { FieldEntity } from '../forms/definition/field.entity';
import type { SubmissionEntity } from '../submissions/submission.entity';
import { columnsNamed, exportColumns } from './export-columns.rules';

const field = (name: string, type: FieldEntity['type'] = 'string', deletedAt: Date | null = null): FieldEntity =>
  ({ name, type, deletedAt }) as FieldEntity;
const deleted = (name: string, type?: FieldEntity['type']) => field(name, type, new Date());
const namesOf = (...fields: FieldEntity[]) =>
  exportColumns(fields, false)
    .map(({ name }) => name)
    .slice(5, -1);

const valuesOf = (fields: FieldEntity[], submitted: object, otherValues: object | null = null) => {
  const submission = { fields: submitted, otherValues } as SubmissionEntity;
  const columns = exportColumns(fields, false).slice(5);
  return Object.fromEntries(columns.map(({ name, valueOf }) => [name, valueOf(submission)]));
};

describe('exportColumns', () => {
  it('begins with what every submission has, and ends with the values that have no column', () => {
    expect(exportColumns([field('email')], false).map(({ name }) => name)).toEqual([
      ...['id', 'received_at', 'source', 'read_at', 'file_count'],
      ...['email', 'other_fields'],
    ]);
    expect(exportColumns([], true).map(({ name }) => name)[5]).toBe('state');
  });

  it('has deleted fields behind the others, and one column for a name that was made again', () => {
    expect(namesOf(field('b'), field('a'), deleted('a', 'number'), deleted('c'), deleted('c'))).toEqual(['b', 'a', 'c']);
  });

  it('has no column for files, unless a field of this name once had values', () => {
    expect(namesOf(field('cv', 'file'), field('email'), deleted('photo', 'file'))).toEqual(['email']);
    expect(namesOf(field('cv', 'file'), deleted('cv'))).toEqual(['cv']);
  });

  it('takes the type of a date from the present field', () => {
    expect(exportColumns([field('day', 'date'), deleted('day')], false)[5]!.isDate).toBe(true);
    expect(exportColumns([field('day'), deleted('day', 'date')], false)[5]!.isDate).toBe(false);
  });

  it('loses no value', () => {
    const submitted = { email: 'a', __proto__: null, extra: 1, cv: 'text', constructor: [1] };
    expect(valuesOf([field('email'), field('cv', 'file')], submitted)).toEqual({
      email: 'a',
      other_fields: { extra: 1, cv: 'text', constructor: [1] },
    });
    expect(valuesOf([field('email')], { old: 'x' }, { email: 'b', list: ['c'] })).toEqual({
      email: undefined,
      other_fields: { old: 'x', email: 'b', list: ['c'] },
    });
    expect(valuesOf([field('email')], { email: null })).toEqual({ email: null, other_fields: undefined });
    expect(valuesOf([field('constructor')], {})).toEqual({ constructor: undefined, other_fields: undefined });
  });
});

describe('columnsNamed', () => {
  it('has the columns in the order of the names, and both of a field that is called like a column of every form', () => {
    const columns = exportColumns([field('source'), field('email')], false);
    expect(columnsNamed(columns, ['email', 'id']).map(({ name }) => name)).toEqual(['email', 'id']);
    expect(columnsNamed(columns, ['source'])).toHaveLength(2);
    expect(columnsNamed(columns, ['unknown'])).toEqual([]);
  });
});
