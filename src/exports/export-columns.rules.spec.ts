import fc from 'fast-check';
import { canonicalText } from '../fields/values/coercion.rules';
import type { FieldEntity } from '../forms/definition/field.entity';
import type { SubmissionEntity } from '../submissions/submission.entity';
import { columnsNamed, exportColumns, labelled } from './export-columns.rules';
import { FileLinks } from './export.types';

const field = (name: string, type: FieldEntity['type'] = 'string', deletedAt: Date | null = null): FieldEntity =>
  ({ name, type, deletedAt, label: null }) as FieldEntity;
const deleted = (name: string, type?: FieldEntity['type']) => field(name, type, new Date());
const PLAIN = { withState: false, withFiles: false };
const namesOf = (...fields: FieldEntity[]) =>
  exportColumns(fields, PLAIN)
    .map(({ name }) => name)
    .slice(5, -1);

const valuesOf = (fields: FieldEntity[], submitted: object, otherValues: object | null = null) => {
  const submission = { fields: submitted, otherValues } as SubmissionEntity;
  const columns = exportColumns(fields, PLAIN).slice(5);
  return Object.fromEntries(columns.map(({ name, valueOf }) => [name, valueOf(submission, [])]));
};

describe('exportColumns', () => {
  it('begins with what every submission has, and ends with the values that have no column', () => {
    expect(exportColumns([field('email')], PLAIN).map(({ name }) => name)).toEqual([
      ...['id', 'received_at', 'source', 'read_at', 'file_count'],
      ...['email', 'other_fields'],
    ]);
    expect(exportColumns([], { ...PLAIN, withState: true }).map(({ name }) => name)[5]).toBe('state');
    expect(exportColumns([], { ...PLAIN, withEdits: true }).map(({ name }) => name)[5]).toBe('edited_at');
  });

  it('has deleted fields behind the others, and one column for a name that was made again', () => {
    expect(namesOf(field('b'), field('a'), deleted('a', 'number'), deleted('c'), deleted('c'))).toEqual(['b', 'a', 'c']);
  });

  it('has no column for files, unless a field of this name once had values', () => {
    expect(namesOf(field('cv', 'file'), field('email'), deleted('photo', 'file'))).toEqual(['email']);
    expect(namesOf(field('cv', 'file'), deleted('cv'))).toEqual(['cv']);
  });

  it('takes the type of a date from the present field', () => {
    expect(exportColumns([field('day', 'date'), deleted('day')], PLAIN)[5]!.type).toBe('date');
    expect(exportColumns([field('day'), deleted('day', 'date')], PLAIN)[5]!.type).toBe('string');
  });

  it('has columns for files on request, also of a name that had values before', () => {
    const columns = exportColumns([field('cv', 'file'), field('email'), deleted('cv')], { ...PLAIN, withFiles: true }).slice(5, -1);
    expect(columns.map(({ name }) => name)).toEqual(['cv', 'email']);
    const [file, other] = ['cv', 'x'].map((name) => ({ field: name, filename: 'a.pdf', url: 'https://forms.example.com/files/a' }));
    const valuesIn = (fields: object) => columns.map(({ valueOf }) => valueOf({ fields } as SubmissionEntity, [file!, other!]));
    expect(valuesIn({ email: 'a' })).toEqual([new FileLinks([file!]), 'a']);
    expect(valuesIn({ cv: 'text' })).toEqual(['text', undefined]);
    const others = exportColumns([field('cv', 'file')], { ...PLAIN, withFiles: true }).at(-1)!;
    expect(others.valueOf({ fields: { a: 1 } } as unknown as SubmissionEntity, [file!, other!])).toEqual({ a: 1, x: [other!.url] });
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
    const columns = exportColumns([field('source'), field('email')], PLAIN);
    expect(columnsNamed(columns, ['email', 'id']).map(({ name }) => name)).toEqual(['email', 'id']);
    expect(columnsNamed(columns, ['source'])).toHaveLength(2);
    expect(columnsNamed(columns, ['unknown'])).toEqual([]);
  });
});

describe('labelled', () => {
  const withLabels = (...labels: [name: string, label: string | null][]): string[] =>
    labelled(
      exportColumns(
        labels.map(([name, label]) => ({ ...field(name), label })),
        PLAIN,
      ),
    ).map(({ header }) => header);

  it('has the labels of fields, and their names where they have none that one sees', () => {
    expect(withLabels(['email', 'E-mail address'], ['age', null], ['note', '\u200b'])).toEqual([
      ...['Id', 'Received at', 'Source', 'Read at', 'Files'],
      ...['E-mail address', 'age', 'note', 'Other values'],
    ]);
  });

  it('tells columns apart that look the same, and leaves ours alone', () => {
    expect(withLabels(['a', 'Name'], ['b', 'name '], ['c', 'Name (a)']).slice(5, -1)).toEqual([
      'Name (a) (a)',
      'name  (b)',
      'Name (a) (c)',
    ]);
    expect(withLabels(['a', 'B'], ['b', 'X'], ['c', 'read_at']).slice(5, -1)).toEqual(['B (a)', 'X', 'read_at (c)']);
    expect(withLabels(['source', null], ['kind', 'State']).slice(2, 7)).toEqual([
      'Source',
      'Read at',
      'Files',
      'source (source)',
      'State (kind)',
    ]);
  });

  it('never has the same text twice', () => {
    const names = fc.constantFrom('a', 'b', 'id', 'source', 'n', 'n_n');
    const labels = fc.option(fc.constantFrom('a', 'A', 'n', 'a (a)', 'a (b)', 'a (a) (a)', 'b (a)', 'Id', 'id (id)', 'Source', ' '));
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(names, labels), { selector: ([name]) => name }), (fields) => {
        const texts = withLabels(...fields).map((text) => canonicalText(text));
        expect(new Set(texts).size).toBe(texts.length);
      }),
    );
  });
});
