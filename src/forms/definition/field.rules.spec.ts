import { duplicateNameErrors, presetErrors } from './field.rules';
import { FIELD_NAME_PATTERN } from './field.types';

describe('a preset on a field', () => {
  it.each([
    ['string', 'email'],
    ['string', 'integer'],
    ['number', 'integer'],
    ['boolean', null],
    ['file', null],
  ] as const)('fits type %s with %s', (type, preset) => {
    expect(presetErrors(type, preset, 'validation')).toEqual([]);
  });

  it.each([
    ['number', 'email', 'must fit the type of the field: this preset is for texts'],
    ['array', 'slug', 'must fit the type of the field: this preset is for texts'],
    ['boolean', 'integer', 'must fit the type of the field: this preset is for texts or numbers'],
    ['date', 'integer', 'must fit the type of the field: this preset is for texts or numbers'],
  ] as const)('does not fit type %s with %s', (type, preset, message) => {
    expect(presetErrors(type, preset, 'fields.0.validation')).toEqual([{ path: 'fields.0.validation', message }]);
  });
});

describe('the names of the fields of a form', () => {
  it('may not repeat, and each repetition is an error', () => {
    const errors = duplicateNameErrors(['a', 'b', 'a', 'constructor', 'b', 'a']);
    expect(errors.map((error) => error.path)).toEqual(['fields.2.name', 'fields.4.name', 'fields.5.name']);
  });

  it('may all be different', () => {
    expect(duplicateNameErrors(['a', 'b', 'constructor', 'tostring'])).toEqual([]);
  });

  it.each(['a', 'a1_b', 'constructor', 'a'.repeat(64)])('can be %s', (name) => {
    expect(name).toMatch(FIELD_NAME_PATTERN);
  });

  it.each(['', '1a', '_a', 'A', 'aB', 'a-b', 'a b', 'ä', 'a\n', 'a'.repeat(65)])('cannot be %j', (name) => {
    expect(name).not.toMatch(FIELD_NAME_PATTERN);
  });
});
