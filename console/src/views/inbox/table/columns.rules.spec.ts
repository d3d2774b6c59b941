import type { Field, Form } from 'form-collection-client';
import { columnsOf, exportNames, filesIn, moved, nameOf, shownColumns, type Values, valueIn, widthOf } from './columns.rules';

const aField = (name: string, members: Partial<Field> = {}): Field =>
  ({ name, label: name.toUpperCase(), type: 'string', validation: null, ...members }) as Field;
const aForm = (...fields: Field[]): Form => ({ fields }) as Form;
const sent = (fields: Values['fields'], others?: Values['other_values'], ...inFields: string[]): Values => ({
  fields,
  ...(others && { other_values: others }),
  ...(inFields.length > 0 && { files: inFields.map((field) => ({ field, filename: `${field}.pdf` })) as Values['files'] }),
});
const names = (columns: { name: string }[]) => columns.map(({ name }) => name);

const FORM = aForm(aField('name'), aField('cv', { type: 'file' }), aField('photo', { type: 'file' }), aField('age', { type: 'number' }));

describe('the columns of a table', () => {
  it('are the fields in their order, each for files too, and what else has come', () => {
    const all = columnsOf(FORM, [sent({ name: 'Ada', old: 1 }, { 'utm,x': 1, utm: 2 }, 'cv', 'plan')]);
    expect(all.map(({ name, label, kind }) => [name, label, kind])).toEqual([
      ['name', 'NAME', 'string'],
      ['cv', 'CV', 'file'],
      ['photo', 'PHOTO', 'file'],
      ['age', 'AGE', 'number'],
      ['old', 'old', 'other'],
      ['utm', 'utm', 'other'],
      ['plan', 'plan', 'other'],
    ]);
    const [only] = columnsOf(aForm(aField('cv', { type: 'file', label: null })), []);
    expect([only!.name, only!.label]).toEqual(['cv', 'cv']);
  });

  it('are those of the form unless others are chosen, also of names that nothing has come under', () => {
    const all = columnsOf(FORM, [sent({ old: 1 })]);
    expect(names(shownColumns(all, null))).toEqual(['name', 'cv', 'photo', 'age']);
    expect(names(shownColumns(all, ['old', 'name', 'gone']))).toEqual(['old', 'name', 'gone']);
  });

  it('are those of each field for files in an address that names the one column of before', () => {
    expect(names(shownColumns(columnsOf(FORM, []), ['photo', 'file_count', 'age']))).toEqual(['photo', 'cv', 'age']);
    expect(names(shownColumns(columnsOf(aForm(...FORM.fields, aField('file_count')), []), ['file_count']))).toEqual(['file_count']);
    expect(names(shownColumns(columnsOf(aForm(aField('name')), []), ['file_count']))).toEqual(['file_count']);
  });

  it('are whatever came where the form has no fields, or cannot be read', () => {
    const items = [sent({ b: 1 }), sent({ a: 1, b: 2 }, undefined, 'cv', 'cv')];
    for (const form of [aForm(), undefined]) expect(names(shownColumns(columnsOf(form, items), null))).toEqual(['b', 'a', 'cv']);
  });

  it('have the value and the files of a field, or of another name', () => {
    const [name, cv, photo, , old] = columnsOf(FORM, [sent({ old: 1 })]);
    const item = sent({ name: '' }, { old: ['x'] }, 'cv', 'old', 'cv');
    expect([name, cv, old].map((column) => valueIn(column!, item))).toEqual(['', undefined, ['x']]);
    expect([name, cv, photo, old].map((column) => filesIn(column!, item).length)).toEqual([0, 2, 0, 1]);
    expect(filesIn(cv!, sent({}))).toEqual([]);
    expect(valueIn({ ...name!, name: 'constructor' }, item)).toBeUndefined();
    expect([nameOf([name!, old!], item), nameOf([photo!, cv!], item)]).toEqual(['x', 'cv.pdf']);
    expect(nameOf([], item)).toBe('a submission without values');
  });

  it('are named for an export each once, with one for all other names', () => {
    const all = columnsOf(FORM, [sent({ old: 1, older: 2 })]);
    expect(exportNames(all)).toEqual(['received_at', 'name', 'cv', 'photo', 'age', 'other_fields']);
    expect(exportNames(columnsOf(aForm(aField('received_at')), [sent({}, {}, 'cv')]))).toEqual(['received_at', 'other_fields']);
  });

  it('are as wide as their type and their label need', () => {
    const width = (label: string, type: Field['type']) => widthOf(columnsOf(aForm(aField('x', { label, type })), [])[0]!).least;
    expect(width('Age', 'number')).toBeLessThan(width('Name', 'string'));
    expect(width('Number of participants', 'number')).toBeGreaterThan(width('Age', 'number'));
    expect(width('x'.repeat(255), 'number')).toBeLessThan(250);
  });

  it('go up and down by a place, and stay at the ends', () => {
    expect([moved([1, 2, 3], 2, -1), moved([1, 2, 3], 2, 1), moved([1, 2, 3], 1, -1), moved([1, 2, 3], 3, 1)]).toEqual([
      ...[
        [2, 1, 3],
        [1, 3, 2],
        [1, 2, 3],
      ],
      [1, 2, 3],
    ]);
  });
});
