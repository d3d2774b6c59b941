import type { FieldView, FormView } from '../../../../../../client/src/index.js';
import { columnsOf, exportNames, moved, nameOf, shownColumns, valueIn, widthOf } from './columns.rules';

const aField = (name: string, members: Partial<FieldView> = {}): FieldView =>
  ({ name, label: name.toUpperCase(), type: 'string', validation: null, ...members }) as FieldView;
const aForm = (...fields: FieldView[]): FormView => ({ fields }) as FormView;
const sent = (fields: object, others?: object, file_count = 0) =>
  ({ fields, file_count, ...(others && { other_values: others }) }) as { fields: Record<string, unknown>; file_count: number };
const names = (columns: { name: string }[]) => columns.map(({ name }) => name);

const FORM = aForm(aField('name'), aField('cv', { type: 'file' }), aField('photo', { type: 'file' }), aField('age', { type: 'number' }));

describe('the columns of a table', () => {
  it('are the fields in their order, one for all files, and what else has come', () => {
    const all = columnsOf(FORM, [sent({ name: 'Ada', old: 1 }, { 'utm,x': 1, utm: 2 })]);
    expect(all.map(({ name, label, kind }) => [name, label, kind])).toEqual([
      ['name', 'NAME', 'string'],
      ['file_count', 'Files', 'file'],
      ['age', 'AGE', 'number'],
      ['old', 'old', 'other'],
      ['utm', 'utm', 'other'],
    ]);
    const [only] = columnsOf(aForm(aField('cv', { type: 'file', label: null })), []);
    expect([only!.name, only!.label]).toEqual(['file_count', 'cv']);
  });

  it('are those of the form unless others are chosen, also of names that nothing has come under', () => {
    const all = columnsOf(FORM, [sent({ old: 1 })]);
    expect(names(shownColumns(all, null))).toEqual(['name', 'file_count', 'age']);
    expect(names(shownColumns(all, ['old', 'name', 'gone']))).toEqual(['old', 'name', 'gone']);
  });

  it('are whatever came where the form has no fields, or cannot be read', () => {
    const items = [sent({ b: 1 }), sent({ a: 1, b: 2 }, undefined, 2)];
    for (const form of [aForm(), undefined]) expect(names(shownColumns(columnsOf(form, items), null))).toEqual(['file_count', 'b', 'a']);
  });

  it('have the value of a field, of another name, or the number of files', () => {
    const [name, files, , old] = columnsOf(FORM, [sent({ old: 1 })]);
    const item = sent({ name: '' }, { old: ['x'] }, 2);
    expect([name, files, old].map((column) => valueIn(column!, item))).toEqual(['', '2 files', ['x']]);
    expect(valueIn(files!, sent({}))).toBeUndefined();
    expect(valueIn({ ...name!, name: 'constructor' }, item)).toBeUndefined();
    expect([nameOf([name!, old!], item), nameOf([], item)]).toEqual(['x', 'a submission without values']);
  });

  it('are named for an export each once, with the fields of files and one for all other names', () => {
    const all = columnsOf(FORM, [sent({ old: 1, older: 2 })]);
    expect(exportNames(all, FORM)).toEqual(['received_at', 'name', 'cv', 'photo', 'age', 'other_fields']);
    expect(exportNames(columnsOf(aForm(aField('received_at')), [sent({}, {}, 1)]), aForm())).toEqual(['received_at', 'file_count']);
  });

  it('are as wide as their type and their label need', () => {
    const width = (label: string, type: FieldView['type']) => widthOf(columnsOf(aForm(aField('x', { label, type })), [])[0]!).least;
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
