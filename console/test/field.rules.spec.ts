import { PRESET_VALUES } from '../../src/forms/definition/field.types';
import { checksFor, documentOf, editedOptions, typeWords, type FieldParts } from '../src/views/form/field.rules';

const field = (members: Partial<FieldParts>): FieldParts => ({
  ...{ name: 'topic', label: null, type: 'string', required: false, options: null, validation: null },
  ...members,
});

describe('options of a field', () => {
  it.each<[unknown, Record<string, unknown>, unknown]>([
    [null, { list: ['A', 'B'] }, ['A', 'B']],
    [['A'], { list: [] }, null],
    [['A'], {}, ['A']],
    [['A'], { list: [], multiline: true }, { multiline: true }],
    [{ multiline: true }, { list: ['A'] }, ['A']],
    [{ hint: 'x', multiline: true }, { multiline: false }, { hint: 'x', multiline: false }],
    [
      { hint: 'x', accept: ['.pdf'] },
      { accept: [], max_files: 2 },
      { hint: 'x', max_files: 2 },
    ],
    [{ max_files: 2 }, { max_files: null }, null],
  ])('that were %j become, with %j edited, %j', (before, edited, after) => {
    expect(editedOptions(before, edited)).toEqual(after);
  });

  it('are shown as members of their own', () => {
    const { field: shown } = documentOf(field({ type: 'file', options: { accept: ['.pdf'], max_files: 2 } }));
    expect(shown['options']).toEqual({ list: [], multiline: false, accept: ['.pdf'], max_files: 2 });
  });

  it.each<[Partial<FieldParts>, string]>([
    [{}, 'text'],
    [{ validation: { kind: 'preset', preset: 'hex_color' } }, 'text, hex color'],
    [{ options: { multiline: true } }, 'text, long'],
    [{ options: ['A'] }, 'text, one choice'],
    [{ type: 'array', options: ['A'] }, 'several choices'],
    [{ type: 'boolean' }, 'yes or no'],
  ])('narrow the type: %j is "%s"', (members, words) => expect(typeWords(field(members))).toBe(words));
});

it('numbers are checked as nothing that only texts can be', () => {
  expect([Object.keys(checksFor('number')), Object.keys(checksFor('date'))]).toEqual([['integer'], []]);
  expect(Object.keys(checksFor('string')).sort()).toEqual([...PRESET_VALUES].sort());
});
